/// A key that asked to be opened, and the instant for which it asked.
public struct ScheduledKey: Hashable, Sendable {
  /// The key.
  public let key: StorageKey
  /// The instant with which it was saved.
  public let wake: WallClockInstant

  /// Creates a scheduled key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - wake: The instant with which it was saved.
  public init(key: StorageKey, wake: WallClockInstant) {
    self.key = key
    self.wake = wake
  }
}
