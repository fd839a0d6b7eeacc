import Troupe

/// A record of concurrent calls and their outcomes, which can be checked after a simulation.
///
/// Create a history for each kind of call, let the clients make their calls with ``record(_:client:_:)``, and
/// check the calls at the end of the run:
///
/// ```swift
/// let history = History<RegisterCall, Int>()
/// await history.record(.write(1), client: "a") { try await register.send($0) }
/// await history.record(.read, client: "b") { try await register.send($0) }
/// history.check(
///   .linearizable(initial: 0) { value, call in
///     if case .write(let new) = call { value = new }
///     return value
///   }
/// )
/// ```
public final class History<Input: Sendable, Output: Sendable>: Sendable {
  private struct Log: Sendable {
    var calls: [Call] = []
    /// The number of starts and ends so far.
    var events = 0

    mutating func nextOrder() -> Int {
      events += 1
      return events
    }
  }

  private let log: Locked<Log>
  private let creation: ContinuousClock.Instant

  /// Creates a history without calls. Times are measured from now, on the continuous clock, which is virtual
  /// in a simulation.
  public init() {
    log = Locked(Log())
    creation = ContinuousClock().now
  }

  /// Creates a history of known calls.
  package init(_ calls: [Call]) {
    let events = calls.map { max($0.startOrder, $0.endOrder ?? 0) }.max() ?? 0
    log = Locked(Log(calls: calls.sorted { $0.startOrder < $1.startOrder }, events: events))
    creation = ContinuousClock().now
  }

  /// The recorded calls, in the order of their starts.
  ///
  /// The outcome of a running call is unknown.
  public var calls: [Call] { log.withLock { $0.calls } }

  /// Makes a call, and records its start, its end and its outcome.
  ///
  /// If the call throws a ``KnownFailure`` whose ``KnownFailure/hadNoEffect`` is true, the call is recorded
  /// as failed. After any other error, including a `CancellationError`, the outcome is unknown. The history
  /// itself retries nothing. Record a request and its retries as one call, unless the retries are calls of
  /// their own in the checked model.
  ///
  /// ```swift
  /// let stock = await history.record(.remove("apple"), client: "shop") { request in
  ///   try await warehouse.send(request)
  /// }
  /// ```
  ///
  /// The method resumes when the call has ended. It passes a cancellation of the calling task on to the call
  /// and doesn't end earlier.
  ///
  /// - Parameters:
  ///   - input: The call's input.
  ///   - client: The name of the client that makes the call.
  ///   - call: A closure that makes the call.
  /// - Returns: The call's output, or nil if the call threw an error.
  @discardableResult
  nonisolated(nonsending)
    public func record(
      _ input: Input,
      client: String? = nil,
      _ call: nonisolated(nonsending) (Input) async throws -> Output
    ) async -> Output?
  {
    let index = start(input, client: client)
    do {
      let output = try await call(input)
      end(index, .returned(output))
      return output
    } catch {
      let isFailed = (error as? any KnownFailure)?.hadNoEffect ?? false
      end(index, isFailed ? .failed(error) : .unknown(error))
      return nil
    }
  }

  private func start(_ input: Input, client: String?) -> Int {
    log.withLock { log in
      let call = Call(
        number: log.calls.count + 1,
        client: client,
        input: input,
        startOrder: log.nextOrder(),
        startTime: creation.duration(to: ContinuousClock().now)
      )
      log.calls.append(call)
      return log.calls.count - 1
    }
  }

  private func end(_ index: Int, _ outcome: Outcome) {
    log.withLock { log in
      log.calls[index].outcome = outcome
      log.calls[index].endOrder = log.nextOrder()
      log.calls[index].endTime = creation.duration(to: ContinuousClock().now)
    }
  }

  /// Checks the recorded calls, and reports an issue with a counterexample if they violate the check.
  ///
  /// ```swift
  /// history.check(.exactlyOnce(of: warehouse.orders))
  /// ```
  ///
  /// - Parameters:
  ///   - check: The check.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  public func check(
    _ check: HistoryCheck<Input, Output>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    guard let violation = violation(of: check) else { return }
    reportIssue(
      violation.description,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Checks the recorded calls without reporting an issue.
  ///
  /// ```swift
  /// if let violation = history.violation(of: .exactlyOnce(of: warehouse.orders)) { throw violation }
  /// ```
  ///
  /// - Parameter check: The check.
  /// - Returns: The violation, or nil if the calls are legal.
  public func violation(of check: HistoryCheck<Input, Output>) -> HistoryViolation? {
    check.find(calls)
  }
}
