/// A schedule for retries: the number of attempts, and the delay before each retry.
///
/// See ``Effect/retry(_:clock:)``.
public struct Backoff: Sendable {
  private let delay: @Sendable (_ attempt: Int) -> Duration?

  /// Creates a back-off from a function.
  ///
  /// - Parameter delay: Returns the delay before a retry, or nil to give up. The argument is the number of
  ///   the retry, starting at one.
  public init(_ delay: @escaping @Sendable (_ attempt: Int) -> Duration?) {
    self.delay = delay
  }

  /// Creates a back-off that waits the same time before each retry.
  ///
  /// - Parameters:
  ///   - duration: The time to wait; not negative.
  ///   - attempts: The total number of attempts, which must not be negative. For example, 3 means three
  ///     attempts with two waits between them.
  public static func constant(_ duration: Duration, attempts: Int) -> Backoff {
    check("wait \(duration)", duration >= .zero)
    check("make \(attempts) attempts", attempts >= 0)
    return Backoff { $0 < attempts ? duration : nil }
  }

  /// Creates a back-off whose delay grows exponentially.
  ///
  /// The first attempt starts immediately. The delay never exceeds `maximum`, regardless of the number of
  /// attempts.
  ///
  /// - Parameters:
  ///   - initial: The delay before the second attempt; not negative.
  ///   - factor: The factor by which the delay grows with each attempt; finite and not negative.
  ///   - maximum: The longest delay; not negative.
  ///   - attempts: The total number of attempts, which must not be negative. For example, 3 means three
  ///     attempts with two waits between them.
  public static func exponential(
    initial: Duration,
    factor: Double = 2,
    maximum: Duration,
    attempts: Int
  ) -> Backoff {
    check("start with a delay of \(initial)", initial >= .zero)
    check("multiply its delays by \(factor)", factor.isFinite && factor >= 0)
    check("have a maximum delay of \(maximum)", maximum >= .zero)
    check("make \(attempts) attempts", attempts >= 0)
    return Backoff { attempt in
      guard attempt < attempts else { return nil }
      guard attempt > 1, initial > .zero else { return min(initial, maximum) }
      let growth = power(of: factor, attempt - 1)
      // Compare before multiplying, because a duration can overflow.
      return growth < maximum / initial ? min(initial * growth, maximum) : maximum
    }
  }

  private static func check(_ what: String, _ isPossible: Bool) {
    precondition(
      isPossible,
      "A back-off can't \(what): its values must be finite and not negative."
    )
  }

  /// Raises a number to a power in a time that is logarithmic in the exponent. Returns infinity on overflow.
  private static func power(of base: Double, _ exponent: Int) -> Double {
    var (result, square, rest) = (1.0, base, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result *= square }
      square *= square
      rest >>= 1
    }
    return result
  }

  /// Returns the delay before a retry, or nil if the schedule doesn't include that retry. Retries are
  /// numbered from one.
  public func delay(beforeAttempt attempt: Int) -> Duration? {
    delay(attempt)
  }
}
