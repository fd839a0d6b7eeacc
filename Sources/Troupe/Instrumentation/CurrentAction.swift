import Synchronization

/// The action that the store is reducing, as reducers' instruments receive it.
enum CurrentAction {
  /// A reduction in progress. A task that the reducer starts inherits this value, and keeps it after the
  /// reduction has ended.
  private final class Reduction: Sendable {
    let info: ActionInfo
    let isOver = Atomic(false)

    init(_ info: ActionInfo) { self.info = info }
  }

  /// The store's current reduction; nil in a store that isn't traced.
  @TaskLocal private static var current: Reduction?
  /// The number of actions that reducers have reduced without a store.
  private static let count = Atomic<UInt64>(0)
  private static let run = UInt64.random(in: .min ... .max)

  /// Runs the reduction of an action.
  static func during(_ info: ActionInfo, _ reduce: () -> Void) {
    let reduction = Reduction(info)
    defer { reduction.isOver.store(true, ordering: .releasing) }
    $current.withValue(reduction, operation: reduce)
  }

  /// Returns the information about a feature's action, with the ids of the store's action.
  static func info(of action: some Sendable) -> ActionInfo {
    if let current, !current.isOver.load(ordering: .acquiring) { return current.info.of(action) }
    return ActionInfo(
      ActionInfo.Facts(
        id: ActionID(run: run, number: count.add(1, ordering: .relaxed).newValue),
        store: .none,
        action: ActionValue(action),
        origin: .sent,
        cause: TracedCause.current?.cause,
        scopePath: .root,
        moment: .now
      )
    )
  }
}
