import Troupe
import TroupeTesting

/// The sending side of a stream from a process to a client.
///
/// Elements arrive in order. If the network loses an element, the connection breaks, as a connection of TCP
/// does after its retries.
public struct StreamSender<Element: Sendable>: Sendable {
  fileprivate let connection: StreamConnection
  fileprivate let process: SimulatedProcess
  fileprivate let run: Int

  /// Sends an element. The method doesn't wait for its arrival.
  ///
  /// - Parameter element: The element.
  /// - Throws: ``CallError/reset`` if the connection is broken, or the client has ended the stream.
  ///   ``CallError/malformed(_:)`` if the element can't be encoded.
  public func send(_ element: Element) async throws(CallError) {
    guard process.willCall(in: run, { "an element of \(connection.text())" }) else {
      // The suspended task belongs to a process that has ended, so it continues only when it is unwound.
      await Task.yield()
      throw .reset
    }
    let message = try connection.world.encode(element) { "an element of \(connection.text())" }
    guard connection.send(message) else { throw .reset }
  }
}

extension SimulatedProcess {
  /// Adds a service that sends a stream of elements for each request. It is available when ``serve()`` is
  /// called.
  ///
  /// - Parameters:
  ///   - name: The name with which clients refer to the service.
  ///   - request: The type of the requests.
  ///   - element: The type of the elements.
  ///   - handler: Sends the elements. When it returns, the stream ends. If it throws an error, the stream
  ///     ends with ``CallError/failed(_:)``.
  public func handleStream<Request: Sendable, Element: Sendable>(
    _ name: String,
    _ request: Request.Type = Request.self,
    of element: Element.Type = Element.self,
    _ handler: @escaping @Sendable (Request, StreamSender<Element>) async throws -> Void
  ) {
    let run = world.scheduler.currentProcess
    let service = Service { [self] (opening, text) throws(CallError) in
      guard let opening = opening as? StreamOpening else { throw .wrongType("\(text()) isn't a stream") }
      let request = try world.decode(opening.request, as: Request.self, text)
      let sender = StreamSender<Element>(connection: opening.connection, process: self, run: run)
      return { await Service.reply(of: { try await handler(request, sender) }) }
    }
    state.withLock { if $0.run == run { $0.services[StreamOpening.service(name)] = service } }
  }
}

extension SimulatedClient {
  /// Opens a stream from a process. The stream ends when the process's handler returns.
  ///
  /// If the stream isn't accepted, it throws ``CallError/refused``, or ``CallError/timedOut`` if no element
  /// and no refusal arrives within the time limit. If the connection breaks, or the process ends, it throws
  /// ``CallError/reset``. Breaking the iteration, or cancelling its task, closes the connection.
  ///
  /// - Parameters:
  ///   - name: The service's name.
  ///   - process: The process that serves it.
  ///   - request: The request, such as the id of the last element that the client has received.
  ///   - element: The type of the elements.
  ///   - timeLimit: The virtual time after which the stream fails, if nothing has arrived.
  /// - Returns: The elements.
  public func stream<Request: Sendable, Element: Sendable>(
    _ name: String,
    on process: SimulatedProcess,
    _ request: Request,
    of element: Element.Type = Element.self,
    timeLimit: Duration = .seconds(5)
  ) -> AsyncThrowingStream<Element, any Error> {
    let number = nextCall()
    let text: @Sendable () -> String = { [self] in "the stream \"\(name)\" #\(number) of \(self.name)" }
    let (stream, elements) = AsyncThrowingStream<Element, any Error>.makeStream()
    let connection = StreamConnection(
      from: process.endpoint,
      to: endpoint,
      in: world,
      text,
      receive: { [world] element in
        do {
          elements.yield(try world.decode(element, as: Element.self) { "an element of \(text())" })
        } catch {
          elements.finish(throwing: error)
        }
      },
      end: { elements.finish(throwing: $0) }
    )
    elements.onTermination = { _ in connection.close() }
    let message: any Sendable
    do {
      message = try world.encode(request, text)
    } catch {
      elements.finish(throwing: error)
      return stream
    }
    world.record(.called, of: endpoint, number, text)
    world.transmit(from: endpoint, to: process.endpoint, text, isRepeatable: false) {
      let opening = StreamOpening(request: message, connection: connection)
      process.receive(StreamOpening.service(name), opening, text) { connection.finish($0) }
    }
    world.after(timeLimit) { connection.timeOut() }
    return stream
  }
}

/// A request for a stream.
private struct StreamOpening: Sendable {
  let request: any Sendable
  let connection: StreamConnection

  /// Returns the name under which a process keeps a stream's service.
  static func service(_ name: String) -> String { "stream \(name)" }
}

/// A connection on which elements arrive in order.
private final class StreamConnection: Sendable {
  private struct State {
    var isOpen = true
    var hasArrived = false
    /// The virtual time at which the last element arrives.
    var lastArrival = Duration.zero
  }

  let text: @Sendable () -> String
  let world: World
  private let (sender, receiver): (Endpoint, Endpoint)
  private let receive: @Sendable (any Sendable) -> Void
  private let end: @Sendable (CallError?) -> Void
  private let state = Locked(State())

  init(
    from sender: Endpoint,
    to receiver: Endpoint,
    in world: World,
    _ text: @escaping @Sendable () -> String,
    receive: @escaping @Sendable (any Sendable) -> Void,
    end: @escaping @Sendable (CallError?) -> Void
  ) {
    (self.sender, self.receiver, self.world, self.text) = (sender, receiver, world, text)
    (self.receive, self.end) = (receive, end)
  }

  /// Sends an element. Returns false if the connection is broken.
  func send(_ element: any Sendable) -> Bool {
    guard state.withLock({ $0.isOpen }) else { return false }
    guard let arrival = world.arrival(from: sender, to: receiver, text) else {
      finish(.failure(.reset))
      return false
    }
    inOrder(arrival) { [self] in
      state.withLock { $0.hasArrived = true }
      receive(element)
    }
    return true
  }

  /// Ends the stream after the elements that have been sent.
  func finish(_ result: Result<any Sendable, CallError>) {
    close()
    let error: CallError? = if case .failure(let error) = result { error } else { nil }
    inOrder(.milliseconds(5)) { [self] in end(error) }
  }

  /// Lets later elements be dropped.
  func close() { state.withLock { $0.isOpen = false } }

  /// Ends the stream if nothing has arrived.
  func timeOut() {
    guard state.withLock({ $0.isOpen && !$0.hasArrived }) else { return }
    close()
    end(.timedOut)
  }

  /// Calls a closure after a delay, but not before the closures of earlier calls.
  private func inOrder(_ delay: Duration, _ body: @escaping @Sendable () -> Void) {
    let now = world.now
    let arrival = state.withLock { state in
      state.lastArrival = max(state.lastArrival + .nanoseconds(1), now + delay)
      return state.lastArrival
    }
    world.after(arrival - now, body)
  }
}
