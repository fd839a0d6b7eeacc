extension History {
  /// The outcome of a recorded call.
  public enum Outcome: Sendable {
    /// The call returned an output, so it took effect between its start and its end.
    case returned(Output)
    /// The call threw a ``KnownFailure`` without an effect.
    case failed(any Error)
    /// The call may have taken effect after its start, or may still take effect. It threw the error, or it
    /// was running when the history was read.
    case unknown((any Error)?)
  }

  /// A call that was recorded with its outcome.
  ///
  /// ```swift
  /// for call in history.calls {
  ///   print(call.number, call.input, call.outcome, call.startTime)
  /// }
  /// ```
  public struct Call: Sendable {
    /// The call's number in the order of starts, beginning at one.
    public let number: Int
    /// The name of the client that made the call; nil if none was given.
    public let client: String?
    /// The call's input.
    public let input: Input
    /// The call's outcome.
    public package(set) var outcome: Outcome
    /// The position of the call's start among the starts and ends of all calls.
    public let startOrder: Int
    /// The position of the call's end among the starts and ends of all calls; nil while the call is running.
    public package(set) var endOrder: Int?
    /// The time of the call's start since the history's creation.
    public let startTime: Duration
    /// The time of the call's end since the history's creation; nil while the call is running.
    public package(set) var endTime: Duration?

    package init(
      number: Int,
      client: String?,
      input: Input,
      outcome: Outcome = .unknown(nil),
      startOrder: Int,
      endOrder: Int? = nil,
      startTime: Duration,
      endTime: Duration? = nil
    ) {
      self.number = number
      self.client = client
      self.input = input
      self.outcome = outcome
      self.startOrder = startOrder
      self.endOrder = endOrder
      self.startTime = startTime
      self.endTime = endTime
    }

    /// The output; nil if the call didn't return one.
    public var output: Output? {
      if case .returned(let output) = outcome { output } else { nil }
    }

    /// Returns whether this call ended before another call started.
    ///
    /// - Parameter other: A call of the same history.
    public func ended(before other: Self) -> Bool {
      endOrder.map { $0 < other.startOrder } ?? false
    }
  }
}
