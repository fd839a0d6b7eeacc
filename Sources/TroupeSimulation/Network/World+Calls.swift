import Troupe
import TroupeTesting

extension SimulatedClient {
  /// Calls a service of a process and waits for the reply.
  ///
  /// The method resumes when the reply has arrived, or when the call has failed. Cancelling the task ends the
  /// wait with a `CancellationError`, and the request may nevertheless be processed.
  ///
  /// - Parameters:
  ///   - name: The service's name.
  ///   - process: The process that serves it.
  ///   - request: The request.
  ///   - timeLimit: The virtual time after which the call fails, if no reply has arrived.
  ///   - type: The type of the reply.
  /// - Returns: The reply.
  /// - Throws: A ``CallError``, or `CancellationError`.
  public func call<Request: Sendable, Reply: Sendable>(
    _ name: String,
    on process: SimulatedProcess,
    _ request: Request,
    timeLimit: Duration = .seconds(5),
    as type: Reply.Type = Reply.self
  ) async throws -> Reply {
    let number = nextCall()
    return try await world.call(name, on: process, request, from: endpoint, timeLimit) { [self] in
      "the call \"\(name)\" #\(number) of \(self.name)"
    }
  }
}

extension SimulatedProcess {
  /// Calls a service of another process and waits for the reply.
  ///
  /// The method resumes when the reply has arrived, or when the call has failed. Cancelling the task ends the
  /// wait with a `CancellationError`, and the request may nevertheless be processed. If this process crashes,
  /// the method never resumes.
  ///
  /// - Parameters:
  ///   - name: The service's name.
  ///   - process: The process that serves it.
  ///   - request: The request.
  ///   - timeLimit: The virtual time after which the call fails, if no reply has arrived.
  ///   - type: The type of the reply.
  /// - Returns: The reply.
  /// - Throws: A ``CallError``, or `CancellationError`.
  public func call<Request: Sendable, Reply: Sendable>(
    _ name: String,
    on process: SimulatedProcess,
    _ request: Request,
    timeLimit: Duration = .seconds(5),
    as type: Reply.Type = Reply.self
  ) async throws -> Reply {
    let text: @Sendable () -> String = { [self] in "the call \"\(name)\" of \"\(self.name)\"" }
    try await world.enter(text)
    return try await world.call(name, on: process, request, from: endpoint, timeLimit, text)
  }
}

extension World {
  fileprivate func call<Request: Sendable, Reply: Sendable>(
    _ name: String,
    on process: SimulatedProcess,
    _ request: Request,
    from caller: Endpoint,
    _ timeLimit: Duration,
    _ text: @escaping @Sendable () -> String
  ) async throws -> Reply {
    let request = try encode(request, text)
    let reply = try await exchange(
      from: caller,
      to: process.endpoint,
      timeLimit: timeLimit,
      text,
      isRepeatable: true
    ) { reply in
      process.receive(name, request, text, reply)
    }
    return try decode(reply, as: Reply.self) { "the reply to \(text())" }
  }

  /// Injects faults before a call of the current process. If the process has ended, the method suspends the
  /// task until the world ends, and then throws an error.
  func enter(_ text: () -> String) async throws(CallError) {
    guard let (process, run) = currentProcess else {
      if hasEnded { throw .refused }
      return
    }
    if process.willCall(in: run, text) { return }
    // The suspended task belongs to a process that has ended, so it continues only when it is unwound.
    await Task.yield()
    throw .refused
  }
}
