/// The saves of a shared value that is kept in a storage.
///
/// A version that isn't saved can still be lost, in a crash or because another owner saves the key. Turns
/// that depend on such a version therefore keep their outputs until the version is saved; see ``SaveQueue``.
package protocol SharedSaves: AnyObject, Sendable {
  /// The newest saved version. If the storage hasn't been read yet, this is the version with the default
  /// value.
  var saved: any SharedVersion { get }

  /// Returns whether a version is saved.
  func isSaved(_ number: UInt64) -> Bool

  /// Starts to save the newest version, unless saves are already running.
  ///
  /// - Parameter executor: The executor that the saves prefer; nil for the global executor.
  func begin(on executor: (any TaskExecutor)?)

  /// Waits until a version is saved or lost. Returns the reason for the loss; nil if the version is saved.
  /// The wait ignores the task's cancellation.
  func loss(of number: UInt64) async -> (any SharedVersionLoss)?
}

/// The reason why a version of a shared value is lost.
package protocol SharedVersionLoss: Error {
  /// Returns the error for the callers of a store that has to close, because its unsaved turns depend on the
  /// version.
  ///
  /// - Parameters:
  ///   - store: The store's name and location.
  ///   - key: The key under which the store is saved; nil for a store without a storage.
  func error(closing store: String, key: String?) -> any Error

  /// Returns the text of the issue that reports the closed store.
  ///
  /// - Parameters:
  ///   - store: The store's name and location.
  ///   - lostTurns: The number of turns that are lost with the version.
  func message(closing store: String, lostTurns: UInt64) -> String
}

/// A version of a shared value that unsaved turns depend on is lost.
package struct LostSharedVersion: Error {
  /// The reason for the loss.
  package let loss: any SharedVersionLoss
}
