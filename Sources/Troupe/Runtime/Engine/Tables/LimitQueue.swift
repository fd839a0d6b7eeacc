/// The effects under one limit.
///
/// An effect inside an effect that has a permit can borrow that permit, unless the permit is already lent.
/// Without borrowing, an effect could wait for itself.
struct LimitQueue {
  /// The effects that have begun.
  private(set) var running: Set<EffectID> = []
  /// The number of permits in use. Borrowed permits don't count.
  private var permitsInUse = 0
  /// The limit of each waiting effect.
  private var waiting: [EffectID: Int] = [:]
  private var waitQueue = WaitQueue()
  /// The lender of each effect that has borrowed a permit.
  private var lenders: [EffectID: EffectID] = [:]
  /// The effects whose permit is lent.
  private var lent: Set<EffectID> = []
  /// The effects whose permit can be lent again.
  private var returned = Queue<EffectID>()
  /// The effects that are waiting inside an effect that has a permit, by the effect with the permit.
  private var queuesInside: [EffectID: WaitQueue] = [:]

  var isEmpty: Bool { running.isEmpty && waiting.isEmpty }
  /// The number of waiting effects.
  var waitingCount: Int { waiting.count }

  /// Returns whether a permit is available for a new effect. Waiting effects have priority.
  mutating func isFree(_ limit: Int, inside lender: EffectID?) -> Bool {
    if let lender, !lent.contains(lender), queuesInside[lender]?.first(in: waiting) == nil { return true }
    return permitsInUse < limit && waitQueue.first(in: waiting) == nil
  }

  /// Gives an effect a permit. If the surrounding effect's permit isn't lent, the effect borrows that permit.
  mutating func acquire(_ id: EffectID, inside lender: EffectID?) {
    running.insert(id)
    if let lender, lent.insert(lender).inserted { lenders[id] = lender } else { permitsInUse += 1 }
  }

  /// Releases an effect's permit, or removes the effect from the waiting effects.
  mutating func release(_ id: EffectID) {
    guard running.remove(id) != nil else { return waiting[id] = nil }
    queuesInside[id] = nil
    if let lender = lenders.removeValue(forKey: id) {
      lent.remove(lender)
      returned.append(lender)
    } else {
      permitsInUse -= 1
    }
  }

  mutating func wait(_ id: EffectID, _ limit: Int, inside lender: EffectID?) {
    waiting[id] = limit
    waitQueue.append(id, waiting)
    if let lender { queuesInside[lender, default: WaitQueue()].append(id, waiting) }
  }

  /// Returns the effect that has waited longest; nil if no effect is waiting.
  mutating func firstWaiting() -> EffectID? { waitQueue.first(in: waiting) }

  /// Grants a free permit to the next waiting effect that can use the permit. Returns the effect; nil if
  /// there is no such effect.
  mutating func grant() -> EffectID? {
    while let lender = returned.popFirst() {
      if !lent.contains(lender), let next = queuesInside[lender]?.first(in: waiting) {
        waiting[next] = nil
        acquire(next, inside: lender)
        return next
      }
    }
    guard let next = waitQueue.first(in: waiting), let limit = waiting[next], permitsInUse < limit else {
      return nil
    }
    waiting[next] = nil
    acquire(next, inside: nil)
    return next
  }
}

/// Waiting effects, oldest first. Effects that are no longer waiting are skipped, and are removed when there
/// are many of them.
private struct WaitQueue {
  private var ids: [EffectID] = []
  private var head = 0
  private var capacity = 64

  mutating func append(_ id: EffectID, _ waiting: [EffectID: Int]) {
    if ids.count == capacity {
      ids = ids[head...].filter { waiting[$0] != nil }
      head = 0
      capacity = max(64, ids.count * 2)
    }
    ids.append(id)
  }

  mutating func first(in waiting: [EffectID: Int]) -> EffectID? {
    while head < ids.count {
      if waiting[ids[head]] != nil { return ids[head] }
      head += 1
    }
    ids.removeAll(keepingCapacity: true)
    head = 0
    return nil
  }
}
