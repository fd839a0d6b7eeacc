/// A mapping from the leaves of a program to another program's leaves.
struct EffectTransform: Sendable {
  private let mapWork: @Sendable (any AnyWork) -> any AnyWork
  private let mapQueuedAction: (@Sendable (any AnyQueuedAction) -> any AnyQueuedAction)?

  /// Creates a map that changes only work.
  init(work: @escaping @Sendable (any AnyWork) -> any AnyWork) {
    mapWork = work
    mapQueuedAction = nil
  }

  /// Creates a map between leaves that send actions of different types.
  init<Source: Sendable, Target: Sendable>(actions transform: @escaping @Sendable (Source) -> Target) {
    mapWork = { Work<Source>.cast($0).map(transform) }
    mapQueuedAction = { QueuedAction<Source>.cast($0).map(transform) }
  }

  private init(_ first: EffectTransform, then next: EffectTransform) {
    mapWork = { next.work(first.work($0)) }
    if first.keepsActions, next.keepsActions {
      mapQueuedAction = nil
    } else {
      mapQueuedAction = { next.queuedAction(first.queuedAction($0)) }
    }
  }

  /// Joins two maps into one map that applies them in order. Either map can be nil.
  static func joined(_ first: EffectTransform?, _ next: EffectTransform?) -> EffectTransform? {
    guard let first else { return next }
    return next.map { EffectTransform(first, then: $0) } ?? first
  }

  /// Whether the map changes only work and doesn't change actions.
  var keepsActions: Bool { mapQueuedAction == nil }

  func work(_ leaf: any AnyWork) -> any AnyWork { mapWork(leaf) }

  func queuedAction(_ leaf: any AnyQueuedAction) -> any AnyQueuedAction { mapQueuedAction?(leaf) ?? leaf }
}
