/// How often work is tried again, and how long to wait before each attempt.
public struct Backoff: Sendable {
  private let delay: @Sendable (_ attempt: Int) -> Duration?

  /// Makes a back-off from a function.
  ///
  /// - Parameter delay: Gives the time to wait before the nth further attempt, counted from one, or nil to
  ///   give up.
  public init(_ delay: @escaping @Sendable (_ attempt: Int) -> Duration?) {
    self.delay = delay
  }

  /// Waits the same time before each of a number of further attempts.
  ///
  /// - Parameters:
  ///   - duration: The time to wait.
  ///   - attempts: How many further attempts there are.
  public static func constant(_ duration: Duration, attempts: Int) -> Backoff {
    Backoff { $0 <= attempts ? duration : nil }
  }

  /// Waits longer before each of a number of further attempts.
  ///
  /// - Parameters:
  ///   - initial: The time to wait before the first of them.
  ///   - factor: What the time is multiplied with from one attempt to the next.
  ///   - maximum: The longest time to wait.
  ///   - attempts: How many further attempts there are.
  public static func exponential(
    initial: Duration,
    factor: Double = 2,
    maximum: Duration,
    attempts: Int
  ) -> Backoff {
    Backoff { attempt in
      guard attempt <= attempts else { return nil }
      var duration = initial
      for _ in 1..<max(attempt, 1) where duration < maximum { duration = duration * factor }
      return min(duration, maximum)
    }
  }

  /// The time to wait before the nth further attempt, counted from one; nil when there is none.
  public func delay(beforeAttempt attempt: Int) -> Duration? {
    delay(attempt)
  }
}
