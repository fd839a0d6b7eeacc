/// The counters of a store whose state is saved.
public struct SaveStatistics: Sendable, Hashable {
  /// How long outputs have waited.
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

  /// The number of turns that aren't saved yet.
  public let unsavedTurns: UInt64
  /// The number of saves that the storage has acknowledged, without the one that claimed the key.
  public let saves: UInt64
  /// The sum of the times that outputs have waited: for each save, the time from the end of its oldest turn
  /// until its outputs were let out.
  public let totalWait: Duration
  /// The longest of these times.
  public let longestWait: Duration

  init(unsavedTurns: UInt64, waits: Waits) {
    self.unsavedTurns = unsavedTurns
    saves = waits.count
    totalWait = waits.total
    longestWait = waits.longest
  }
}
