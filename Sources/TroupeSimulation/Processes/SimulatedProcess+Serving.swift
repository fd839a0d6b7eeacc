import Troupe
import TroupeTesting

/// A service of a process.
struct Service: Sendable {
  typealias Work = @Sendable () async -> Result<any Sendable, CallError>

  /// Returns the work for a request. The text names the request in errors.
  let work:
    @Sendable (_ request: any Sendable, _ text: @escaping @Sendable () -> String) throws(CallError) -> Work

  /// Runs a handler, and returns the reply as the handler's process sends it.
  static func reply(
    of handler: () async throws -> any Sendable,
    _ encode: (any Sendable) throws(CallError) -> any Sendable = { $0 }
  ) async -> Result<any Sendable, CallError> {
    let reply: any Sendable
    do { reply = try await handler() } catch { return .failure(.failed(error)) }
    return Result { () throws(CallError) in try encode(reply) }
  }
}

/// A request that a process has received and not yet answered.
struct Unanswered: Sendable {
  let reply: @Sendable (Result<any Sendable, CallError>) -> Void
}

extension SimulatedProcess {
  /// Handles calls with one name, and serves calls until the process is asked to end.
  ///
  /// This is the same as ``handle(_:_:_:)`` followed by ``serve()``.
  ///
  /// - Parameters:
  ///   - name: The name with which callers refer to the service.
  ///   - type: The type of the requests.
  ///   - handler: Processes a request and returns the reply. If it throws an error, the caller receives
  ///     ``CallError/failed(_:)``.
  public func serve<Request: Sendable, Reply: Sendable>(
    _ name: String,
    _ type: Request.Type = Request.self,
    _ handler: @escaping @Sendable (Request) async throws -> Reply
  ) async {
    handle(name, type, handler)
    await serve()
  }

  /// Adds a service, which is available when ``serve()`` is called. If another service has the same name,
  /// this service replaces it.
  ///
  /// - Parameters:
  ///   - name: The name with which callers refer to the service.
  ///   - type: The type of the requests.
  ///   - handler: Processes a request and returns the reply. If it throws an error, the caller receives
  ///     ``CallError/failed(_:)``.
  public func handle<Request: Sendable, Reply: Sendable>(
    _ name: String,
    _ type: Request.Type = Request.self,
    _ handler: @escaping @Sendable (Request) async throws -> Reply
  ) {
    let service = Service { [world] (request, text) throws(CallError) in
      let request = try world.decode(request, as: Request.self, text)
      return {
        await Service.reply(of: { try await handler(request) }) { (reply) throws(CallError) in
          try world.encode(reply) { "the reply to \(text())" }
        }
      }
    }
    let run = world.scheduler.currentProcess
    state.withLock { if $0.run == run { $0.services[name] = service } }
  }

  /// Serves calls until the process is asked to end.
  ///
  /// Each request is handled in a separate child task. The method resumes when ``terminate(grace:)`` was
  /// called, or the calling task was cancelled, and all handlers have returned. Cancelling the calling task
  /// cancels the handlers.
  public func serve() async {
    let run = world.scheduler.currentProcess
    let (requests, arrivals) = AsyncStream<@Sendable () async -> Void>.makeStream()
    state.withLock { state in
      if state.run == run, !state.isTerminating { state.arrivals = arrivals } else { arrivals.finish() }
    }
    await withDiscardingTaskGroup { group in
      for await request in requests { group.addTask { await request() } }
    }
  }

  /// Receives a request, which a call has sent.
  func receive(
    _ name: String,
    _ request: any Sendable,
    _ text: @escaping @Sendable () -> String,
    _ reply: @escaping @Sendable (Result<any Sendable, CallError>) -> Void
  ) {
    let (arrivals, service, run) = state.withLock { ($0.arrivals, $0.services[name], $0.run) }
    world.record(.arrived, of: endpoint) { "\(text()) arrived" }
    guard let arrivals, let service, let run else { return reply(.failure(.refused)) }
    let work: Service.Work
    do {
      work = try service.work(request, text)
    } catch {
      return reply(.failure(error))
    }
    let number = state.withLock { state in
      state.lastRequest += 1
      state.unanswered[state.lastRequest] = Unanswered(reply: reply)
      return state.lastRequest
    }
    arrivals.yield { [self] in
      answer(number, in: run, await work(), text)
    }
  }

  private func answer(
    _ number: Int,
    in run: Int,
    _ result: Result<any Sendable, CallError>,
    _ text: () -> String
  ) {
    guard willCall(in: run, { "the reply to \(text())" }) else { return }
    let unanswered = state.withLock { $0.unanswered.removeValue(forKey: number) }
    unanswered?.reply(result)
  }
}
