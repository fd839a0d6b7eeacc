/// A reply to a request. An action carries the reply, and the action's handler answers the request once.
///
/// ```swift
/// enum Action { case ordered(Int, reply: Reply<Bool>) }
/// ```
///
/// ``Store/ask(within:maxWaiting:fileID:filePath:line:column:_:)`` creates a reply and waits for the answer.
/// A reducer or an effect answers the request in the action's turn or later. Until the request is answered,
/// the state can store the reply.
///
/// If the last copy of a reply is released without an answer, the request fails with
/// ``StoreError/Code/unanswered``. The store itself keeps no copy. When the store records an action that
/// carries a reply, as an effect's cause or in an event, the store keeps only the action's text.
///
/// Two replies are equal if they are copies of the same reply. A reply is encoded as a number. Answering a
/// decoded reply, such as a reply from a recording or a saved state, has no effect.
public struct Reply<Value: Sendable>: Sendable {
  /// The number that identifies the reply in texts.
  let number: UInt64
  /// The request to answer; nil for a decoded reply.
  let asked: AskedReply?

  init(to pending: PendingAnswer) {
    asked = AskedReply(pending)
    number = pending.number
  }

  /// Creates a reply that belongs to no request.
  init(number: UInt64) {
    self.number = number
    asked = nil
  }

  /// Creates a reply together with its future answer, without a store.
  ///
  /// Use this method to send an action that carries a reply without
  /// ``Store/ask(within:maxWaiting:fileID:filePath:line:column:_:)``, for example in a test.
  ///
  /// ```swift
  /// let (reply, answer) = Reply<Bool>.makeReply()
  /// await store.send(.ordered(3, reply: reply)) {
  ///   $0.stock = 7
  /// }
  /// XCTAssertEqual(try answer.result?.get(), true)
  /// ```
  ///
  /// - Returns: The reply and its answer. The answer doesn't keep the reply alive.
  public static func makeReply() -> (reply: Reply, answer: Answer<Value>) {
    let pending = PendingAnswer(isOfStore: false)
    return (Reply(to: pending), Answer(pending))
  }

  /// Answers the request.
  ///
  /// You can call this method from any context. If the request has already failed, for example because the
  /// calling task was cancelled or the deadline has passed, the answer is ignored. A second answer is dropped
  /// and reported as an issue.
  ///
  /// - Parameters:
  ///   - value: The answer.
  ///   - fileID: The file named in an issue.
  ///   - filePath: The file's path.
  ///   - line: The line named in an issue.
  ///   - column: The column named in an issue.
  public func answer(
    _ value: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    answer(
      .success(value),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Answers the request with an error, which the waiting call throws.
  ///
  /// The error counts as the request's answer; see ``answer(_:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - fileID: The file named in an issue.
  ///   - filePath: The file's path.
  ///   - line: The line named in an issue.
  ///   - column: The column named in an issue.
  public func fail(
    _ error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    answer(
      .failure(error),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  private func answer(_ result: PendingAnswer.Outcome, at location: CallSite) {
    guard let asked, !asked.pending.answer(result) else { return }
    reportIssue(
      """
      A request was answered twice: \(description). The second answer was dropped.

      The likely causes: two reducers handle the action, or an effect answers a reply that the reducer has answered. \
      Answer each reply in one place, and then remove it from the state.
      """,
      at: location
    )
  }
}

extension Reply<Void> {
  /// Answers the request.
  ///
  /// The call is equivalent to ``answer(_:fileID:filePath:line:column:)`` with the value `()`.
  ///
  /// - Parameters:
  ///   - fileID: The file named in an issue.
  ///   - filePath: The file's path.
  ///   - line: The line named in an issue.
  ///   - column: The column named in an issue.
  public func answer(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    answer((), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension Reply: Hashable {
  /// Returns whether two replies are copies of the same reply.
  public static func == (lhs: Reply, rhs: Reply) -> Bool {
    lhs.number == rhs.number && lhs.asked === rhs.asked
  }

  /// Hashes the reply's number.
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension Reply: Codable {
  /// Encodes the reply's number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }

  /// Creates a reply that belongs to no request.
  public init(from decoder: any Decoder) throws {
    self.init(number: try decoder.singleValueContainer().decode(UInt64.self))
  }
}

extension Reply: CustomStringConvertible {
  /// The answer's type and the reply's number.
  public var description: String { "\(TypeName(Self.self).full)(\(number))" }
}

extension Reply: CustomValueText {
  /// The reply's number, and whether a request is waiting for the answer.
  public var valueForText: Any { (number: number, isAwaited: isAwaited) }
}

extension Reply: LiveReply {
  var isAwaited: Bool { asked?.pending.isPending == true }
}

/// The request that all copies of a reply share. When the last copy is released, the request fails as
/// unanswered.
final class AskedReply: Sendable {
  let pending: PendingAnswer

  init(_ pending: PendingAnswer) {
    self.pending = pending
  }

  deinit {
    // The check avoids the allocation of an error for each request that was answered.
    if pending.isPending { pending.fail(StoreError(.unanswered, wasReduced: true)) }
  }
}

/// The answer to a ``Reply``. See ``Reply/makeReply()``.
public struct Answer<Value: Sendable>: Sendable {
  private let pending: PendingAnswer

  fileprivate init(_ pending: PendingAnswer) {
    self.pending = pending
  }

  /// The answer or the error; nil until the request is answered or the last copy of the reply is released.
  public var result: Result<Value, any Error>? {
    pending.outcome.map { outcome in Result { try outcome.value(Value.self) } }
  }

  /// The answer.
  ///
  /// Reading this property waits until the request is answered. Only one task may wait at a time.
  ///
  /// - Throws: The error passed to the reply's `fail`; a ``StoreError`` with the code `unanswered` if the
  ///   last copy of the reply was released; a `CancellationError` if the waiting task is cancelled. After a
  ///   cancellation, a later answer is discarded.
  public nonisolated(nonsending) var value: Value {
    get async throws {
      try await pending.outcome(endingWith: CancellationError()).value(Value.self)
    }
  }
}

extension PendingAnswer.Outcome {
  /// Returns the answer as the type that the request expects. A ``Reply`` only ever contains a value of this
  /// type.
  func value<Value: Sendable>(_ type: Value.Type) throws -> Value {
    if let error { throw error }
    func value<Answer>(_ answer: Answer) -> Value {
      // The following code has the same result as a cast, without the lookup of the types.
      Answer.self == Value.self ? unsafeBitCast(answer, to: Value.self) : cast(answer)
    }
    return value(answer)
  }

  @inline(never)
  private func cast<Value>(_ answer: Any) -> Value {
    guard let value = answer as? Value else {
      preconditionFailure("A reply of type \(Value.self) was answered with a \(Swift.type(of: answer)).")
    }
    return value
  }
}
