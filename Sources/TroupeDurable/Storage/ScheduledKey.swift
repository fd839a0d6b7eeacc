/// A key with its wake instant.
public struct ScheduledKey: Hashable, Sendable {
  /// The key.
  public let key: StorageKey
  /// The wake instant with which the key was saved.
  public let wake: WallClockInstant

  /// Creates a scheduled key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - wake: The wake instant with which the key was saved.
  public init(key: StorageKey, wake: WallClockInstant) {
    self.key = key
    self.wake = wake
  }
}
