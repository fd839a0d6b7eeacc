extension Effect {
  /// Delays an effect and restarts the delay when another effect with the same id arrives.
  ///
  /// ```swift
  /// return .run { send in await send(.found(try await api.search(query))) }
  ///   .debounce(id: SearchID(), for: .milliseconds(300), clock: clock)
  /// ```
  ///
  /// The effect's work starts at the end of the delay. A later effect with the same id cancels this effect,
  /// even if this effect is already running.
  ///
  /// - Parameters:
  ///   - id: The id that the effects share. ``cancel(id:)`` with this id cancels the effects.
  ///   - duration: The length of the delay.
  ///   - clock: The clock that measures the delay.
  ///   - fileID: The file named in reports about the delay.
  ///   - filePath: The file's path.
  ///   - line: The line named in reports about the delay.
  ///   - column: The column named in reports about the delay.
  public func debounce(
    id: some Hashable & Sendable,
    for duration: Duration,
    clock: any Clock<Duration>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Effect {
    guard content != nil else { return .none }
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let pause = OperatorTimer(name: "debounce", location: location) {
      try await clock.promptSleep(for: duration.bounded)
    }
    return Effect(.own(.timer(pause))).concatenate(with: self).cancellable(id: id, cancelInFlight: true)
  }

  /// Runs at most one effect with the same id per interval.
  ///
  /// ```swift
  /// return .run { send in await send(.found(try await api.search(query))) }
  ///   .throttle(id: SearchID(), for: .seconds(1), latest: true, clock: clock)
  /// ```
  ///
  /// The first effect runs immediately and opens a window of time. At the end of the window, either the
  /// latest or the first effect that arrived during the window runs and opens the next window. Later effects
  /// don't cancel effects that have started. A window belongs to the scope of the feature that returns the
  /// effect. The window isn't an effect, so nothing waits for the window's end.
  ///
  /// - Parameters:
  ///   - id: The id that the effects share. ``cancel(id:)`` with this id cancels waiting and running effects,
  ///     and leaves the window open.
  ///   - interval: The length of the window.
  ///   - latest: Whether the latest effect that arrives during a window runs at the end of the window. If
  ///     false, the first effect runs instead.
  ///   - clock: The clock that measures the interval.
  ///   - fileID: The file named in reports about the window.
  ///   - filePath: The file's path.
  ///   - line: The line named in reports about the window.
  ///   - column: The column named in reports about the window.
  public func throttle(
    id: some Hashable & Sendable,
    for interval: Duration,
    latest: Bool,
    clock: any Clock<Duration>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Effect {
    guard let program else { return .none }
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let throttle = Throttle(
      id: CancelID(id),
      interval: interval.bounded,
      latest: latest,
      now: { .now(of: clock) },
      pause: { instant in
        OperatorTimer(name: "throttle", location: location) { try await instant.sleep(on: clock) }
      }
    )
    return Effect(program.inside(.throttled(throttle)), around: depth)
  }

  /// Cancels an effect that exceeds a time limit.
  ///
  /// ```swift
  /// return .run { send in await send(.found(try await api.search(query))) }
  ///   .timeout(after: .seconds(10), clock: clock, sending: .timedOut)
  /// ```
  ///
  /// - Parameters:
  ///   - duration: The time limit, measured from the effect's start; nil for no limit.
  ///   - clock: The clock that measures the time limit.
  ///   - action: An action to send if the time limit is reached before the effect has ended.
  ///   - fileID: The file named in reports about the time limit.
  ///   - filePath: The file's path.
  ///   - line: The line named in reports about the time limit.
  ///   - column: The column named in reports about the time limit.
  public func timeout(
    after duration: Duration?,
    clock: any Clock<Duration>,
    sending action: Action? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Effect {
    guard let duration, let program else { return self }
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let pause = OperatorTimer(name: "timeout", location: location) {
      try await clock.promptSleep(for: duration.bounded)
    }
    return Effect(program.inside(.timed(pause, then: action.map(QueuedAction.init))), around: depth)
  }

  /// Retries an effect's work if the work throws an error.
  ///
  /// ```swift
  /// return .run { send in await send(.found(try await api.search(query))) }
  ///   .retry(.exponential(initial: .seconds(1), maximum: .seconds(30), attempts: 4), clock: clock)
  /// ```
  ///
  /// Each `run` in the effect is retried separately. If the back-off allows no further attempt, the error is
  /// passed to the work's `catch` handler or to the store's failure policy. Cancelling the effect ends the
  /// current attempt or delay. A `CancellationError` is not retried.
  ///
  /// - Parameters:
  ///   - backoff: The number of attempts, and the delay before each retry.
  ///   - clock: The clock that measures the delays.
  public func retry(_ backoff: Backoff, clock: any Clock<Duration>) -> Effect {
    guard let program else { return .none }
    return Effect(program.map(EffectTransform { $0.retrying(backoff, clock: clock) }), around: depth)
  }
}
