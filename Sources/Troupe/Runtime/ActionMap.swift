/// Makes leaves that send one type of actions into leaves that send another.
struct ActionMap<Source: Sendable, Target: Sendable>: ProgramMap {
  let transform: @Sendable (Source) -> Target
  var keepsActions: Bool { false }

  func work(_ leaf: any ErasedWork) -> any ErasedWork { Work<Source>.cast(leaf).map(transform) }
  func delivery(_ leaf: any ErasedDelivery) -> any ErasedDelivery {
    Delivery<Source>.cast(leaf).map(transform)
  }
}

/// One map after another.
struct SequenceMap: ProgramMap {
  let first: any ProgramMap
  let next: any ProgramMap
  var keepsActions: Bool { first.keepsActions && next.keepsActions }

  /// One after another, where there are two.
  static func of(_ first: (any ProgramMap)?, _ next: (any ProgramMap)?) -> (any ProgramMap)? {
    guard let first else { return next }
    return next.map { SequenceMap(first: first, next: $0) } ?? first
  }

  func work(_ leaf: any ErasedWork) -> any ErasedWork { next.work(first.work(leaf)) }
  func delivery(_ leaf: any ErasedDelivery) -> any ErasedDelivery { next.delivery(first.delivery(leaf)) }
}
