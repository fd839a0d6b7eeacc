extension Effect {
  /// Waits before running an effect, and starts over when another comes under the same id.
  ///
  /// The effect's work is not started before the time is over. An effect that comes later under the same id
  /// cancels the one before it, whether that still waits or already runs.
  ///
  /// - Parameters:
  ///   - id: The id that the effects share; ``cancel(id:)`` cancels by it.
  ///   - duration: How long to wait.
  ///   - clock: The clock to wait on.
  ///   - fileID: The file named in reports about the wait.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports about the wait.
  ///   - column: The column named in reports about the wait.
  public func debounce(
    id: some Hashable & Sendable,
    for duration: Duration,
    clock: some Clock<Duration>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Effect {
    guard content != nil else { return .none }
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return .concatenate(
      Effect(
        .pause(Pause(name: "debounce", location: location) { try await clock.sleep(for: duration.bounded) })
      ),
      self
    )
    .cancellable(id: id, cancelInFlight: true)
  }

  /// Runs at most one effect per interval under an id.
  ///
  /// The first runs at once and opens a window. One more runs when the window ends: the latest that came in
  /// it or the first; that opens the next window. Work that has begun is not cancelled by what comes later.
  /// Windows belong to the scope that returns the effect; they are no effects, so nothing waits for them.
  ///
  /// - Parameters:
  ///   - id: The id that the effects share; ``cancel(id:)`` cancels those that wait or run, but leaves the window.
  ///   - interval: The length of a window.
  ///   - latest: Whether the latest or the first that comes in a window runs at its end.
  ///   - clock: The clock to measure with.
  ///   - fileID: The file named in reports about the wait.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports about the wait.
  ///   - column: The column named in reports about the wait.
  public func throttle(
    id: some Hashable & Sendable,
    for interval: Duration,
    latest: Bool,
    clock: some Clock<Duration>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Effect {
    guard let program else { return .none }
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let throttle = Throttle(
      id: CancelID(id),
      interval: interval.bounded,
      latest: latest,
      now: { ErasedInstant(clock.now) },
      pause: { instant in
        Pause(name: "throttle", location: location) { try await instant.sleep(on: clock) }
      }
    )
    return Effect(.modified(program, .throttled(throttle)), around: depth)
  }

  /// Cancels an effect that takes too long.
  ///
  /// - Parameters:
  ///   - duration: How long the effect may take, from when it starts; nil for as long as it needs.
  ///   - clock: The clock to measure with.
  ///   - action: An action to send when the time is over before the effect is.
  ///   - fileID: The file named in reports about the wait.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports about the wait.
  ///   - column: The column named in reports about the wait.
  public func timeout(
    after duration: Duration?,
    clock: some Clock<Duration>,
    sending action: Action? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Effect {
    guard let duration, let program else { return self }
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let pause = Pause(name: "timeout", location: location) { try await clock.sleep(for: duration.bounded) }
    return Effect(.modified(program, .timed(pause, then: action.map(Delivery.init))), around: depth)
  }

  /// Runs work again when it throws.
  ///
  /// Each piece of work in the effect is retried by itself. An error is passed on, to its `catch` or to the
  /// store's failure policy, when the back-off allows no further attempt. Cancelling ends the attempt or
  /// the wait that is going on; a `CancellationError` is not retried.
  ///
  /// - Parameters:
  ///   - backoff: How often to try again, and how long to wait before it.
  ///   - clock: The clock to wait on.
  public func retry(_ backoff: Backoff, clock: some Clock<Duration>) -> Effect {
    guard let program else { return .none }
    return Effect(program.map(LeafMap { $0.retrying(backoff, clock: clock) }), around: depth)
  }
}
