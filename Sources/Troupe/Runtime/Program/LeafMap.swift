/// A mapping from the leaves of a program to another program's leaves.
struct LeafMap: Sendable {
  private let mapWork: @Sendable (any ErasedWork) -> any ErasedWork
  private let mapDelivery: (@Sendable (any ErasedDelivery) -> any ErasedDelivery)?

  /// Creates a map that changes only work.
  init(work: @escaping @Sendable (any ErasedWork) -> any ErasedWork) {
    mapWork = work
    mapDelivery = nil
  }

  /// Creates a map from leaves that send one type of action to leaves that send another.
  init<Source: Sendable, Target: Sendable>(actions transform: @escaping @Sendable (Source) -> Target) {
    mapWork = { Work<Source>.cast($0).map(transform) }
    mapDelivery = { Delivery<Source>.cast($0).map(transform) }
  }

  private init(_ first: LeafMap, then next: LeafMap) {
    mapWork = { next.work(first.work($0)) }
    if first.keepsActions, next.keepsActions {
      mapDelivery = nil
    } else {
      mapDelivery = { next.delivery(first.delivery($0)) }
    }
  }

  /// Joins two maps into one that applies them in order. Either may be nil.
  static func joined(_ first: LeafMap?, _ next: LeafMap?) -> LeafMap? {
    guard let first else { return next }
    return next.map { LeafMap(first, then: $0) } ?? first
  }

  /// Whether the map changes only work, and no actions.
  var keepsActions: Bool { mapDelivery == nil }

  func work(_ leaf: any ErasedWork) -> any ErasedWork { mapWork(leaf) }

  func delivery(_ leaf: any ErasedDelivery) -> any ErasedDelivery { mapDelivery?(leaf) ?? leaf }
}
