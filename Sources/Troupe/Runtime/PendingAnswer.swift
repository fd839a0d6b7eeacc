import Synchronization

/// A request that waits for its answer, to end it without knowing the type of the answer.
protocol PendingRequest: AnyObject, Sendable {
  /// Ends the request with an error, unless it has ended.
  func fail(_ error: any Error)
}

/// The answer of a ``Reply`` that may be still to come. It ends once: with an answer, or with an error.
final class PendingAnswer<Value: Sendable>: PendingRequest {
  // The continuation isn't checked. It is resumed once, by the code that takes it out of the state or finds
  // that there is an answer.
  private enum State {
    case pending
    case awaited(UnsafeContinuation<Result<Value, any Error>, Never>)
    case ended(Result<Value, any Error>, isAnswered: Bool)
  }

  let number = LiveReplies.nextNumber()
  private let state = Locked(State.pending)

  init() { LiveReplies.begin() }

  deinit { if isPending { LiveReplies.end() } }

  var isPending: Bool {
    state.withLock { if case .ended = $0 { false } else { true } }
  }

  var result: Result<Value, any Error>? {
    state.withLock { if case .ended(let result, _) = $0 { result } else { nil } }
  }

  /// Ends the request with an answer, unless it has ended. Returns false if there was an answer before.
  func answer(_ result: Result<Value, any Error>) -> Bool { end(result, isAnswer: true) }

  func fail(_ error: any Error) { end(.failure(error)) }

  /// Ends the request without an answer, unless it has ended.
  func end(_ result: Result<Value, any Error>) { _ = end(result, isAnswer: false) }

  private func end(_ result: Result<Value, any Error>, isAnswer: Bool) -> Bool {
    let (before, wasAnswered) = state.withLock { state in
      let before = state
      switch state {
      case .pending, .awaited: state = .ended(result, isAnswered: isAnswer)
      case .ended(_, isAnswered: true): return (before, true)
      case .ended(let first, isAnswered: false): state = .ended(first, isAnswered: isAnswer)
      }
      return (before, false)
    }
    switch before {
    case .pending: LiveReplies.end()
    case .awaited(let continuation):
      LiveReplies.end()
      continuation.resume(returning: result)
    case .ended: break
    }
    return !wasAnswered
  }

  /// Waits for the answer, or the error in its place. Cancelling the waiting task ends the request.
  ///
  /// - Parameters:
  ///   - error: The error with which the request ends when the waiting task is cancelled.
  ///   - onCancel: Called when the waiting task is cancelled.
  nonisolated(nonsending) func result(
    endingWith error: @autoclosure @escaping @Sendable () -> any Error,
    onCancel: @escaping @Sendable () -> Void
  ) async -> Result<Value, any Error> {
    if let result { return result }
    return await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let result: Result<Value, any Error>? = state.withLock { state in
          switch state {
          case .pending:
            state = .awaited(continuation)
            return nil
          case .awaited: preconditionFailure("Two tasks wait for one answer.")
          case .ended(let result, _): return result
          }
        }
        if let result { continuation.resume(returning: result) }
      }
    } onCancel: {
      fail(error())
      onCancel()
    }
  }
}

/// A ``Reply`` of any type.
protocol LiveReply {
  /// Whether a request still waits for it.
  var isAwaited: Bool { get }
}

/// The replies in this process that requests still wait for.
///
/// What remembers an action for longer than it takes to reduce it must not keep the replies in it, as a
/// request fails when the last copy of its reply goes.
enum LiveReplies {
  private static let count = Atomic(0)
  private static let lastNumber = Atomic<UInt64>(0)

  static func nextNumber() -> UInt64 { lastNumber.add(1, ordering: .relaxed).newValue }
  static func begin() { count.add(1, ordering: .relaxed) }
  static func end() { count.subtract(1, ordering: .relaxed) }

  /// Returns what a store may remember of an action: the action, or its text if it carries a reply that a
  /// request waits for.
  @inline(__always)
  static func remembered(
    _ action: @autoclosure () -> any Sendable,
    showsPayloads: Bool
  ) -> any Sendable {
    if count.load(ordering: .relaxed) == 0 { return action() }
    return rememberedIfFree(action(), showsPayloads: showsPayloads)
  }

  @inline(never)
  private static func rememberedIfFree(_ action: any Sendable, showsPayloads: Bool) -> any Sendable {
    var budget = 256
    return isFree(action, &budget) ? action : RememberedAction(action, showsPayloads: showsPayloads)
  }

  /// Whether a value carries no reply that a request waits for. It is false if the value is too large to look
  /// at all of it.
  private static func isFree(_ value: Any, _ budget: inout Int) -> Bool {
    if let reply = value as? any LiveReply { return !reply.isAwaited }
    budget -= 1
    guard budget > 0 else { return false }
    var next: Mirror? = Mirror(reflecting: value)
    while let mirror = next {
      for child in mirror.children where !isFree(child.value, &budget) { return false }
      next = mirror.superclassMirror
    }
    return true
  }
}

/// The text of an action, in place of the action itself.
struct RememberedAction: Sendable {
  private let withPayloads: String?
  private let withoutPayloads: String

  init(_ action: any Sendable, showsPayloads: Bool) {
    withPayloads = showsPayloads ? IssueText.value(action, showsPayloads: true) : nil
    withoutPayloads = IssueText.value(action, showsPayloads: false)
  }

  func text(showsPayloads: Bool) -> String {
    showsPayloads ? withPayloads ?? withoutPayloads : withoutPayloads
  }
}
