/// The error of a saver that gives up.
package protocol SavingFailure: Error {
  /// Returns the same error for the sender of an action.
  func of(_ fate: ActionFate) -> Self
  /// The reason why the store accepts no more actions.
  var closed: StoreError { get }
}

/// The fate of an action in a store that has given up saving.
package enum ActionFate: Sendable {
  /// The store was closed before it could reduce the action.
  case notReduced
  /// An earlier save contains the action.
  case saved
  /// The failed save contains the action.
  case inFailedSave
  /// No save that contains the action has begun.
  case inNoSave
  /// The caller is waiting for several turns, and any of these turns may contain the action.
  case anyOfSeveral
}
