/// A histogram of durations.
///
/// The histogram's size doesn't depend on the durations. Each duration up to 16 nanoseconds has a bucket, and
/// longer durations have 16 buckets for each power of two. A percentile is therefore too high by at most one
/// sixteenth.
public struct DurationHistogram: Sendable, Hashable, CustomStringConvertible {
  /// The number of durations.
  public private(set) var count: UInt64 = 0
  /// The sum of the durations.
  public private(set) var sum = Duration.zero
  /// The longest duration; zero if there are no durations.
  public private(set) var max = Duration.zero
  private var buckets = [UInt64](repeating: 0, count: Self.bucketCount)

  /// Creates a histogram without durations.
  public init() {}

  /// The duration that half of all durations don't exceed.
  public var p50: Duration { percentile(50) }
  /// The duration that 99 of 100 durations don't exceed.
  public var p99: Duration { percentile(99) }
  /// The average duration; zero if there are no durations.
  public var mean: Duration { count == 0 ? .zero : sum / Double(count) }

  /// Returns the duration that a percentage of all durations don't exceed, or zero if there are no durations.
  ///
  /// - Parameter percent: The percentage, between 0 and 100.
  public func percentile(_ percent: Double) -> Duration {
    guard count > 0 else { return .zero }
    let rank = UInt64((Double(count) * Swift.min(Swift.max(percent, 0), 100) / 100).rounded(.up))
    var seen: UInt64 = 0
    for (index, bucket) in buckets.enumerated() {
      seen += bucket
      if seen >= Swift.max(rank, 1) { return Swift.min(.nanoseconds(Self.largest(in: index)), max) }
    }
    return max
  }

  /// Adds a duration. A negative duration counts as zero.
  public mutating func add(_ duration: Duration) {
    let duration = Swift.max(duration, .zero)
    count += 1
    sum += duration
    max = Swift.max(max, duration)
    buckets[Self.bucket(of: duration)] += 1
  }

  /// Adds the durations of another histogram.
  public mutating func add(_ other: DurationHistogram) {
    count += other.count
    sum += other.sum
    max = Swift.max(max, other.max)
    for index in buckets.indices { buckets[index] += other.buckets[index] }
  }

  /// The number, the median, the 99th percentile and the maximum, on one line.
  public var description: String { "\(count), p50 \(p50), p99 \(p99), max \(max)" }

  // MARK: Buckets

  /// The number of bits that distinguish the buckets within a power of two.
  private static let bits = 4
  private static let bucketCount = (64 - bits) << bits

  private static func bucket(of duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    // Durations of more than 292 years share the last bucket.
    guard seconds < Int64.max / 1_000_000_000 else { return bucket(of: UInt64(Int64.max)) }
    return bucket(of: UInt64(seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
  }

  static func bucket(of nanoseconds: UInt64) -> Int {
    guard nanoseconds >= 1 << bits else { return Int(nanoseconds) }
    let shift = 63 - nanoseconds.leadingZeroBitCount - bits
    return (shift << bits) + Int(nanoseconds >> UInt64(shift))
  }

  /// The largest number of nanoseconds in a bucket.
  static func largest(in bucket: Int) -> UInt64 {
    guard bucket >= 1 << bits else { return UInt64(bucket) }
    let shift = (bucket >> bits) - 1
    let first = UInt64(bucket - (shift << bits)) << UInt64(shift)
    return first + (1 << UInt64(shift)) - 1
  }
}
