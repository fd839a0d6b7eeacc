import Troupe
import TroupeTesting

/// A part of the world that sends and receives messages.
struct Endpoint: Sendable {
  let place: Int
  let name: String
}

extension World {
  /// Sends a message from one part of the world to another. The message may arrive late, not at all, or, if
  /// it may be repeated, twice.
  ///
  /// - Parameters:
  ///   - text: Names the message in the report of a failure, such as `the call "order" #4 of client 2`.
  ///   - isRepeatable: Whether the message may arrive twice.
  ///   - deliver: Receives the message.
  /// - Returns: Whether the message may arrive twice.
  @discardableResult
  func transmit(
    from sender: Endpoint,
    to receiver: Endpoint,
    _ text: @escaping @Sendable () -> String,
    isRepeatable: Bool,
    _ deliver: @escaping @Sendable () -> Void
  ) -> Bool {
    guard let delay = arrival(from: sender, to: receiver, text) else { return false }
    after(delay, deliver)
    let place = place(from: sender, to: receiver)
    guard isRepeatable, choose(.repetition, at: place) > 0 else { return false }
    record(.repeated, of: sender) { "\(text()) was repeated" }
    after(latency(of: text, from: sender, at: place), deliver)
    return true
  }

  private func place(from sender: Endpoint, to receiver: Endpoint) -> Int {
    network.place(of: Network.Link(from: sender.place, to: receiver.place), in: self)
  }

  /// Chooses whether a message is lost. Returns the time until its arrival; nil if it is lost.
  func arrival(from sender: Endpoint, to receiver: Endpoint, _ text: () -> String) -> Duration? {
    let link = Network.Link(from: sender.place, to: receiver.place)
    let place = network.place(of: link, in: self)
    mayPart(sender, receiver, at: place)
    if network.isPartitioned(link) {
      record(.dropped, of: sender) { "\(text()) was lost, because of a partition" }
      return nil
    }
    if choose(.loss, at: place) > 0 {
      record(.lost, of: sender) { "\(text()) was lost" }
      return nil
    }
    return latency(of: text, from: sender, at: place)
  }

  private func latency(of text: () -> String, from sender: Endpoint, at place: Int) -> Duration {
    var latency = drawDuration(.latency, at: place, from: .microseconds(200), to: .milliseconds(10))
    if choose(.delay, at: place) > 0 {
      let delay = drawDuration(.duration, at: place, from: .milliseconds(50), to: .seconds(20))
      record(.delayed, of: sender) { "\(text()) was delayed by \(delay.inSeconds)" }
      latency += delay
    }
    return latency
  }

  /// Chooses whether a partition between two parts of the world begins.
  private func mayPart(_ sender: Endpoint, _ receiver: Endpoint, at place: Int) {
    let choice = choose(.partition, at: place, among: 3)
    guard choice > 0 else { return }
    let there = Network.Link(from: sender.place, to: receiver.place)
    let back = Network.Link(from: receiver.place, to: sender.place)
    let links = choice == 1 ? [there, back] : choice == 2 ? [there] : [back]
    let duration = drawDuration(.duration, at: place, from: .milliseconds(100), to: .seconds(20))
    network.part(links)
    record(.partition, of: sender, choice) {
      let arrow = choice == 1 ? "and" : choice == 2 ? "to" : "from"
      return "messages from \(sender.name) \(arrow) \(receiver.name) are lost for \(duration.inSeconds)"
    }
    after(duration) { [network] in network.join(links) }
  }

  /// Sends a request and waits for the reply.
  ///
  /// The method resumes when a reply has arrived or the call has failed. If the task is cancelled, the method
  /// throws `CancellationError`, and the request may nevertheless be processed. If the caller's process ends,
  /// the method never resumes.
  ///
  /// - Parameters:
  ///   - timeLimit: The virtual time after which the call fails, if no reply has arrived.
  ///   - text: Names the call.
  ///   - isRepeatable: Whether the request may arrive twice.
  ///   - serve: Receives the request and a function that sends the reply. It may arrive twice.
  func exchange(
    from caller: Endpoint,
    to callee: Endpoint,
    timeLimit: Duration,
    _ text: @escaping @Sendable () -> String,
    isRepeatable: Bool,
    _ serve:
      @escaping @Sendable (_ reply: @escaping @Sendable (Result<any Sendable, CallError>) -> Void) -> Void
  ) async throws -> any Sendable {
    let call = Locked<Int?>(nil)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<any Sendable, any Error>) in
        if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
        let isRepeated = Locked(false)
        let number = network.add { result in
          if case .failure(.failed(let error)) = result, error is CancellationError {
            continuation.resume(throwing: error)
          } else if case .failure(.refused) = result, isRepeated.withLock(\.self) {
            // The other copy of the request may have been processed.
            continuation.resume(throwing: CallError.reset)
          } else {
            continuation.resume(with: result.mapError { $0 })
          }
        }
        guard let number else { return continuation.resume(throwing: CallError.refused) }
        call.withLock { $0 = number }
        record(.called, of: caller, number) { text() }
        let mayArriveTwice = transmit(from: caller, to: callee, text, isRepeatable: isRepeatable) { [self] in
          serve { [self] result in
            transmit(from: callee, to: caller, { "the reply to \(text())" }, isRepeatable: false) { [self] in
              let place = network.isWaiting(number) ? "" : " too late"
              record(.replied, of: caller, number) { "the reply to \(text()) arrived\(place)" }
              network.finish(number, result)
            }
          }
        }
        isRepeated.withLock { $0 = mayArriveTwice }
        after(timeLimit) { [self] in
          guard network.isWaiting(number) else { return }
          record(.timedOut, of: caller, number) { "\(text()) had no reply in time" }
          network.finish(number, .failure(.timedOut))
        }
      }
    } onCancel: {
      if let number = call.withLock({ $0 }) { network.finish(number, .failure(.failed(CancellationError()))) }
    }
  }
}
