/// The effects under one limit.
///
/// What stands in an effect that has a permit may use that permit while nothing else does, so that an effect
/// never waits for itself.
struct Lane {
  /// Those that have begun.
  private(set) var running: Set<EffectID> = []
  /// How many wait.
  private(set) var waitingCount = 0
  /// How many permits are in use. Those that use another's need none.
  private var permitsInUse = 0
  private var line = Line()
  /// Whose permit is lent, by those who use it.
  private var lenders: [EffectID: EffectID] = [:]
  /// Those whose permit is lent.
  private var lent: Set<EffectID> = []
  /// Those whose permit may be lent again.
  private var returned = Queue<EffectID>()
  /// Those who wait in one that has a permit.
  private var linesInside: [EffectID: Line] = [:]

  var isEmpty: Bool { running.isEmpty && waitingCount == 0 }

  /// Whether there is a permit for one that comes: those who wait come first.
  mutating func hasPermit(_ limit: Int, inside holder: EffectID?, _ isWaiting: (EffectID) -> Bool) -> Bool {
    if let holder, !lent.contains(holder), linesInside[holder]?.first(isWaiting) == nil { return true }
    return permitsInUse < limit && line.first(isWaiting) == nil
  }

  /// Gives one a permit: that of another, in which it stands, if that isn't lent.
  mutating func acquire(_ id: EffectID, inside holder: EffectID?) {
    running.insert(id)
    if let holder, lent.insert(holder).inserted { lenders[id] = holder } else { permitsInUse += 1 }
  }

  /// Takes its permit back from one, or lets it wait no longer.
  mutating func release(_ id: EffectID) {
    guard running.remove(id) != nil else { return waitingCount -= 1 }
    linesInside[id] = nil
    if let lender = lenders.removeValue(forKey: id) {
      lent.remove(lender)
      returned.append(lender)
    } else {
      permitsInUse -= 1
    }
  }

  mutating func wait(_ id: EffectID, inside holder: EffectID?, _ isWaiting: (EffectID) -> Bool) {
    waitingCount += 1
    line.append(id, isWaiting)
    if let holder { linesInside[holder, default: Line()].append(id, isWaiting) }
  }

  mutating func firstWaiting(_ isWaiting: (EffectID) -> Bool) -> EffectID? { line.first(isWaiting) }

  /// Takes the next one that can have a permit now out of the line.
  mutating func popNext(
    _ isWaiting: (EffectID) -> Bool,
    limit: (EffectID) -> Int
  ) -> (EffectID, inside: EffectID?)? {
    while let holder = returned.popFirst() {
      if !lent.contains(holder), let next = linesInside[holder]?.first(isWaiting) {
        linesInside[holder]?.popFirst()
        waitingCount -= 1
        return (next, holder)
      }
    }
    guard let next = line.first(isWaiting), permitsInUse < limit(next) else { return nil }
    line.popFirst()
    waitingCount -= 1
    return (next, nil)
  }
}

/// Those who wait, oldest first. Some may have left: they are passed over, and cleared out once there are
/// many.
private struct Line {
  private var ids: [EffectID] = []
  private var head = 0
  private var capacity = 64

  mutating func append(_ id: EffectID, _ isWaiting: (EffectID) -> Bool) {
    if ids.count == capacity {
      ids = ids[head...].filter(isWaiting)
      head = 0
      capacity = max(64, ids.count * 2)
    }
    ids.append(id)
  }

  mutating func first(_ isWaiting: (EffectID) -> Bool) -> EffectID? {
    while head < ids.count {
      if isWaiting(ids[head]) { return ids[head] }
      head += 1
    }
    ids.removeAll(keepingCapacity: true)
    head = 0
    return nil
  }

  mutating func popFirst() { head += 1 }
}
