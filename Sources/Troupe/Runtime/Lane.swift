/// The effects under one limit.
///
/// An effect inside another that has a permit may borrow that permit while nothing else does. This way, an
/// effect never waits for itself.
struct Lane {
  /// The effects that have begun.
  private(set) var running: Set<EffectID> = []
  /// The number of waiting effects.
  private(set) var waitingCount = 0
  /// The number of permits in use. Effects that borrow a permit don't count.
  private var permitsInUse = 0
  private var line = Line()
  /// The lender of each effect that borrows a permit.
  private var lenders: [EffectID: EffectID] = [:]
  /// The effects whose permit is lent.
  private var lent: Set<EffectID> = []
  /// The effects whose permit may be lent again.
  private var returned = Queue<EffectID>()
  /// The effects that wait inside each effect that has a permit.
  private var linesInside: [EffectID: Line] = [:]

  var isEmpty: Bool { running.isEmpty && waitingCount == 0 }

  /// Whether there is a permit for a new effect. Waiting effects come first.
  mutating func hasPermit(_ limit: Int, inside holder: EffectID?, _ isWaiting: (EffectID) -> Bool) -> Bool {
    if let holder, !lent.contains(holder), linesInside[holder]?.first(isWaiting) == nil { return true }
    return permitsInUse < limit && line.first(isWaiting) == nil
  }

  /// Gives an effect a permit: that of the effect around it, if there is one whose permit isn't lent.
  mutating func acquire(_ id: EffectID, inside holder: EffectID?) {
    running.insert(id)
    if let holder, lent.insert(holder).inserted { lenders[id] = holder } else { permitsInUse += 1 }
  }

  /// Takes an effect's permit back, or removes the effect from those that wait.
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

  /// Removes and returns the next effect in line that can have a permit now.
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

/// The waiting effects, oldest first. Effects that no longer wait are skipped, and removed once there are
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
