/// A schedule for retries: the number of attempts, and the delay before each.
///
/// See ``Effect/retry(_:clock:)``.
public struct Backoff: Sendable {
  private let delay: @Sendable (_ attempt: Int) -> Duration?

  /// Creates a back-off from a function.
  ///
  /// - Parameter delay: Returns the delay before the nth retry, counted from one, or nil to give up.
  public init(_ delay: @escaping @Sendable (_ attempt: Int) -> Duration?) {
    self.delay = delay
  }

  /// Waits the same time before each retry.
  ///
  /// - Parameters:
  ///   - duration: The time to wait; not negative.
  ///   - attempts: The total number of attempts: 3 means three attempts with two waits between them. Not
  ///     negative.
  public static func constant(_ duration: Duration, attempts: Int) -> Backoff {
    check("wait \(duration)", duration >= .zero)
    check("make \(attempts) attempts", attempts >= 0)
    return Backoff { $0 < attempts ? duration : nil }
  }

  /// Waits longer before each retry.
  ///
  /// The first attempt starts at once. The delay never exceeds `maximum`, however many attempts there are.
  ///
  /// - Parameters:
  ///   - initial: The delay before the second attempt; not negative.
  ///   - factor: The factor by which the delay grows with each attempt; finite and not negative.
  ///   - maximum: The longest delay; not negative.
  ///   - attempts: The total number of attempts: 3 means three attempts with two waits between them. Not
  ///     negative.
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
      // Compare before multiplying: a duration can overflow.
      return growth < maximum / initial ? min(initial * growth, maximum) : maximum
    }
  }

  private static func check(_ what: String, _ isPossible: Bool) {
    precondition(
      isPossible,
      "A back-off can't \(what): its numbers must be finite and not negative."
    )
  }

  /// Raises a number to a power, with a number of multiplications that is logarithmic in the exponent.
  /// Returns infinity on overflow.
  private static func power(of base: Double, _ exponent: Int) -> Double {
    var (result, square, rest) = (1.0, base, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result *= square }
      square *= square
      rest >>= 1
    }
    return result
  }

  /// Returns the delay before the nth retry, counted from one, or nil if there is no such retry.
  public func delay(beforeAttempt attempt: Int) -> Duration? {
    delay(attempt)
  }
}
