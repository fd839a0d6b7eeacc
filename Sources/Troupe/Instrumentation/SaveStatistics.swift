/// The counters of a store's saves.
public struct SaveStatistics: Sendable, Hashable {
  /// The waiting times of outputs.
  struct Waits: Hashable {
    var count: UInt64 = 0
    var total = Duration.zero
    var longest = Duration.zero

    mutating func add(_ duration: Duration) {
      count += 1
      total += duration
      longest = max(longest, duration)
    }
  }

  /// The number of turns that haven't been saved yet.
  public let unsavedTurnCount: UInt64
  /// The number of saves that the storage has acknowledged, excluding the save that claimed the key.
  public let saveCount: UInt64
  /// The total waiting time of outputs. For each save, the total includes the time between the end of the
  /// save's oldest turn and the release of the save's outputs.
  public let totalWait: Duration
  /// The longest waiting time of outputs.
  public let longestWait: Duration

  init(unsavedTurnCount: UInt64, waits: Waits) {
    self.unsavedTurnCount = unsavedTurnCount
    saveCount = waits.count
    totalWait = waits.total
    longestWait = waits.longest
  }
}
