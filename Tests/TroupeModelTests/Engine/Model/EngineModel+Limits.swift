import Troupe

@testable import Troupe

extension EngineModel {
  struct Limit {
    let count: Int
    let scope: LimitScope
    let overflow: LimitOverflow
  }

  /// The parts that share a limit.
  final class LimitQueue {
    /// The parts with their own permit.
    var holders: [Part] = []
    /// The parts that wait for a permit, in order.
    var waiting: [Part] = []
    /// The parts that have got their permit back from a subpart.
    var returned: [Part] = []
  }

  /// A permit of a limit, which its holder may lend to a part of itself.
  final class Place {
    let lender: Part?
    var isLent = false
    init(lender: Part?) { self.lender = lender }
  }

  func begin(_ body: EnginePlan, id: Int, _ limit: Limit, in parent: Part?, _ place: Where, ids: [Int]) {
    let counting: [LimitScope: ScopeID] = [.feature: place.scope, .parent: parents[place.scope] ?? .root]
    let key = Key(scope: counting[limit.scope] ?? .root, id: id)
    let queue = queues[key, default: LimitQueue()]
    queues[key] = queue
    let part = add(.limited(queue, limit), in: parent, place, ids: ids)
    part.rest = [body]
    queue.waiting.append(part)
    if enter(part) { return }
    switch limit.overflow {
    case .drop:
      queue.waiting.removeAll { $0 === part }
      part.isCancelled = true
      drop(body)
      part.rest = []
      part.place = Place(lender: nil)
      settle(part)
    case .cancelOldest:
      let own = Set(part.ancestors.map(ObjectIdentifier.init))
      let others = parts.filter { other in
        guard case .limited(let its, _) = other.kind, its === queue else { return false }
        return other !== part && !other.isCancelled
      }
      // Cancelled parts already make room.
      guard others.count >= limit.count else { return }
      let oldest = others.filter { !own.contains(ObjectIdentifier($0)) }.min { $0.age < $1.age }
      if let oldest { cancel(oldest) }
    default: break
    }
  }

  /// Begins a part if a permit is available and no part waited before.
  private func enter(_ part: Part) -> Bool {
    guard case .limited(let queue, let limit) = part.kind else { return false }
    queue.waiting.removeAll { $0.isCancelled }
    let holder = holder(around: part, queue)
    let others = queue.waiting.filter { $0.age < part.age }
    if let holder, let place = holder.place, !place.isLent,
      !others.contains(where: { self.holder(around: $0, queue) === holder })
    {
      place.isLent = true
      part.place = Place(lender: holder)
    } else if others.isEmpty, queue.holders.count < limit.count {
      queue.holders.append(part)
      part.place = Place(lender: nil)
    } else {
      return false
    }
    queue.waiting.removeAll { $0 === part }
    goOn(part)
    return true
  }

  /// The innermost effect with a permit of the same limit that contains a part.
  private func holder(around part: Part, _ queue: LimitQueue) -> Part? {
    part.ancestors.first { if case .limited(let other, _) = $0.kind { other === queue } else { false } }
  }

  /// Takes its permit from a part that has ended.
  func leave(_ part: Part) {
    guard case .limited(let queue, _) = part.kind else { return }
    queue.holders.removeAll { $0 === part }
    guard let lender = part.place?.lender else { return }
    lender.place?.isLent = false
    queue.returned.append(lender)
  }

  /// Gives free permits to waiting parts: first to parts inside a holder.
  func fillPlaces(after part: Part) {
    guard case .limited(let queue, _) = part.kind else { return }
    while !queue.returned.isEmpty {
      let lender = queue.returned.removeFirst()
      guard let next = queue.waiting.first(where: { !$0.isCancelled && holder(around: $0, queue) === lender })
      else { continue }
      _ = enter(next)
    }
    while let next = queue.waiting.first(where: { !$0.isCancelled }), enter(next) {}
  }
}
