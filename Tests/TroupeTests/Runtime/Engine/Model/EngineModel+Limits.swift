import Troupe

@testable import Troupe

extension EngineModel {
  struct Limit {
    let count: Int
    let scope: LimitScope
    let whenFull: WhenFull
  }

  /// What shares a limit.
  final class Lane {
    /// What has a place of its own.
    var holders: [Part] = []
    /// What waits for one, in order.
    var waiting: [Part] = []
    /// What has got its place back from a part of itself.
    var returned: [Part] = []
  }

  /// A place under a limit, which one that has it may lend to a part of itself.
  final class Place {
    let lender: Part?
    var isLent = false
    init(lender: Part?) { self.lender = lender }
  }

  func begin(_ body: EnginePlan, id: Int, _ limit: Limit, in parent: Part?, _ place: Where, ids: [Int]) {
    let counting: [LimitScope: ScopeID] = [.feature: place.scope, .parent: parents[place.scope] ?? .root]
    let key = Key(scope: counting[limit.scope] ?? .root, id: id)
    let lane = lanes[key, default: Lane()]
    lanes[key] = lane
    let part = add(.limited(lane, limit), in: parent, place, ids: ids)
    part.rest = [body]
    lane.waiting.append(part)
    if enter(part) { return }
    switch limit.whenFull {
    case .drop:
      lane.waiting.removeAll { $0 === part }
      part.isCancelled = true
      drop(body)
      part.rest = []
      part.place = Place(lender: nil)
      settle(part)
    case .cancelOldest:
      let own = Set(part.ancestors.map(ObjectIdentifier.init))
      let others = parts.filter { other in
        guard case .limited(let its, _) = other.kind, its === lane else { return false }
        return other !== part && !other.isCancelled
      }
      // Those that have been cancelled make room already.
      guard others.count >= limit.count else { return }
      let oldest = others.filter { !own.contains(ObjectIdentifier($0)) }.min { $0.age < $1.age }
      if let oldest { cancel(oldest) }
    default: break
    }
  }

  /// Begins a part if there is a place for it and nobody came before.
  private func enter(_ part: Part) -> Bool {
    guard case .limited(let lane, let limit) = part.kind else { return false }
    lane.waiting.removeAll { $0.isCancelled }
    let holder = holder(around: part, lane)
    let others = lane.waiting.filter { $0.age < part.age }
    if let holder, let place = holder.place, !place.isLent,
      !others.contains(where: { self.holder(around: $0, lane) === holder })
    {
      place.isLent = true
      part.place = Place(lender: holder)
    } else if others.isEmpty, lane.holders.count < limit.count {
      lane.holders.append(part)
      part.place = Place(lender: nil)
    } else {
      return false
    }
    lane.waiting.removeAll { $0 === part }
    goOn(part)
    return true
  }

  /// The innermost effect with a place under the same limit that a part stands in.
  private func holder(around part: Part, _ lane: Lane) -> Part? {
    part.ancestors.first { if case .limited(let other, _) = $0.kind { other === lane } else { false } }
  }

  /// Takes its place from what has ended.
  func leave(_ part: Part) {
    guard case .limited(let lane, _) = part.kind else { return }
    lane.holders.removeAll { $0 === part }
    guard let lender = part.place?.lender else { return }
    lender.place?.isLent = false
    lane.returned.append(lender)
  }

  /// Gives places that have become free to those that wait: to what stands in one that has a place first.
  func fillPlaces(after part: Part) {
    guard case .limited(let lane, _) = part.kind else { return }
    while !lane.returned.isEmpty {
      let lender = lane.returned.removeFirst()
      guard let next = lane.waiting.first(where: { !$0.isCancelled && holder(around: $0, lane) === lender })
      else { continue }
      _ = enter(next)
    }
    while let next = lane.waiting.first(where: { !$0.isCancelled }), enter(next) {}
  }
}
