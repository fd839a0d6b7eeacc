/// The store of a ``StoreSharing``. All members belong to the store's executor.
protocol SharingStore: AnyObject {
  /// Whether the store is notifying its observers, or its state is being read.
  var isPublishing: Bool { get }
  /// The number of turns that have changed the state.
  var stateVersion: UInt64 { get }

  /// Requests a turn of the store, from any context. The closure doesn't keep the store alive.
  var sharedTurnRequest: @Sendable () -> Void { get }

  /// Records that the turn has read or written a shared value.
  func recordSharedRead()

  /// Keeps the outputs of the current turn until a version of a shared value is saved.
  func depend(on dependency: SharedDependency)

  /// The newest version of a value on which an unsaved turn depends; nil for none.
  func unsavedVersion(of saves: any SharedSaves) -> (any SharedVersion)?
}
