import Synchronization

/// The answer of a ``Reply`` that may be still to come. It ends once: with an answer, or with an error.
///
/// It doesn't know the type of the answer: a generic class would look up the metadata of all that it uses in
/// each of its methods, which takes longer than the rest of a request.
final class PendingAnswer: Sendable {
  typealias Outcome = Result<any Sendable, any Error>

  // The continuation isn't checked. It is resumed once, by the code that takes it out of the state or finds
  // that there is an answer.
  private enum State {
    case pending
    case awaited(UnsafeContinuation<Outcome, Never>)
    case ended(Outcome, isAnswered: Bool)
  }

  let number = LiveReplies.nextNumber()
  private let state = Locked(State.pending)

  init() { LiveReplies.begin() }

  deinit { if isPending { LiveReplies.end() } }

  var isPending: Bool {
    state.withLock { if case .ended = $0 { false } else { true } }
  }

  var outcome: Outcome? {
    state.withLock { if case .ended(let outcome, _) = $0 { outcome } else { nil } }
  }

  /// Ends the request with an answer, unless it has ended. Returns false if there was an answer before.
  func answer(_ outcome: Outcome) -> Bool { end(outcome, isAnswer: true) }

  /// Ends the request with an error, unless it has ended.
  func fail(_ error: any Error) { _ = end(.failure(error), isAnswer: false) }

  private func end(_ outcome: Outcome, isAnswer: Bool) -> Bool {
    let (before, wasAnswered) = state.withLock { state in
      let before = state
      switch state {
      case .pending, .awaited: state = .ended(outcome, isAnswered: isAnswer)
      case .ended(_, isAnswered: true): return (before, true)
      case .ended(let first, isAnswered: false): state = .ended(first, isAnswered: isAnswer)
      }
      return (before, false)
    }
    switch before {
    case .pending: LiveReplies.end()
    case .awaited(let continuation):
      LiveReplies.end()
      continuation.resume(returning: outcome)
    case .ended: break
    }
    return !(isAnswer && wasAnswered)
  }

  /// Waits for the answer, or the error in its place. Cancelling the waiting task ends the request.
  ///
  /// - Parameters:
  ///   - error: The error with which the request ends when the waiting task is cancelled.
  ///   - cascade: What is cancelled then.
  nonisolated(nonsending) func outcome(
    endingWith error: some Error,
    andCancelling cascade: Cascade? = nil
  ) async -> Outcome {
    if let outcome { return outcome }
    return await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let outcome: Outcome? = state.withLock { state in
          switch state {
          case .pending:
            state = .awaited(continuation)
            return nil
          case .awaited: preconditionFailure("Two tasks wait for one answer.")
          case .ended(let outcome, _): return outcome
          }
        }
        if let outcome { continuation.resume(returning: outcome) }
      }
    } onCancel: {
      fail(error)
      cascade?.cancel()
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
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - showsPayloads: Whether the text shows payloads.
  ///   - others: How many requests wait whose replies it doesn't carry.
  @inline(__always)
  static func remembered(_ action: any Sendable, showsPayloads: Bool, besides others: Int = 0) -> any Sendable
  {
    if count.load(ordering: .relaxed) <= others { return action }
    return rememberedIfFree(action, showsPayloads: showsPayloads)
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
