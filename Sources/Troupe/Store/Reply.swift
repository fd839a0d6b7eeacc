/// The way back to a request: an action carries it, and whoever handles the action answers it once.
///
/// ```swift
/// enum Action { case ordered(Int, reply: Reply<Bool>) }
/// ```
///
/// ``Store/ask(within:maxWaiting:fileID:filePath:line:column:_:)`` makes one, and waits for its answer. A
/// reducer or an effect answers it, in the turn of the action or at any later time. A state can keep it until
/// then.
///
/// When the last copy of a reply is released unanswered, the request fails with
/// ``RequestError/Code/unanswered``. The store itself keeps no copy: where it remembers an action that
/// carries a reply, as the cause of an effect or in an event, it keeps its text.
///
/// Two replies are equal if they are copies of the same one. A reply encodes as a number. A reply that was
/// decoded, as from a recording or with a saved state, answers nobody.
public struct Reply<Value: Sendable>: Sendable {
  /// The number of the reply, which identifies it in texts.
  let number: UInt64
  /// Nil for a reply that was decoded.
  let asked: AskedReply?

  init(to pending: PendingAnswer) {
    asked = AskedReply(pending)
    number = pending.number
  }

  /// Makes a reply that answers nobody.
  init(number: UInt64) {
    self.number = number
    asked = nil
  }

  /// Makes a reply and the answer that it leads to, without a store.
  ///
  /// Use it to send the action of a request otherwise than with
  /// ``Store/ask(within:maxWaiting:fileID:filePath:line:column:_:)``, as a test does.
  ///
  /// ```swift
  /// let (reply, answer) = Reply<Bool>.makeReply()
  /// await store.send(.ordered(3, reply: reply)) {
  ///   $0.stock = 7
  /// }
  /// XCTAssertEqual(try answer.result?.get(), true)
  /// ```
  ///
  /// - Returns: The reply, and its answer. The answer doesn't keep the reply.
  public static func makeReply() -> (reply: Reply, answer: Answer<Value>) {
    let pending = PendingAnswer(isOfStore: false)
    return (Reply(to: pending), Answer(pending))
  }

  /// Answers the request.
  ///
  /// You can call it from any context. If the request has already failed, as it was cancelled or its time was
  /// over, nothing happens. A second answer is an issue, and is dropped.
  ///
  /// - Parameters:
  ///   - value: The answer.
  ///   - fileID: The file named in an issue.
  ///   - filePath: The path of that file.
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
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Answers the request with an error, which it throws.
  ///
  /// It counts as an answer; see ``answer(_:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - fileID: The file named in an issue.
  ///   - filePath: The path of that file.
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
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  private func answer(_ result: PendingAnswer.Outcome, at location: SourceLocation) {
    guard let asked, !asked.pending.answer(result) else { return }
    reportIssue(
      """
      A reply was answered twice: \(description). The second answer was dropped.

      The likely causes: two reducers handle the action, or an effect answers what the reducer has already answered. \
      Answer a reply in one place, and remove it from the state when you do.
      """,
      at: location
    )
  }
}

extension Reply<Void> {
  /// Answers the request.
  ///
  /// It is the same as ``answer(_:fileID:filePath:line:column:)`` with an empty value.
  ///
  /// - Parameters:
  ///   - fileID: The file named in an issue.
  ///   - filePath: The path of that file.
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
  /// Whether both are copies of the same reply.
  public static func == (lhs: Reply, rhs: Reply) -> Bool {
    lhs.number == rhs.number && lhs.asked === rhs.asked
  }

  /// Hashes the number of the reply.
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension Reply: Codable {
  /// Encodes the number of the reply.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }

  /// Creates a reply that answers nobody.
  public init(from decoder: any Decoder) throws {
    self.init(number: try decoder.singleValueContainer().decode(UInt64.self))
  }
}

extension Reply: CustomStringConvertible {
  /// The type of the answer, and the number of the reply.
  public var description: String { "\(TypeName(Self.self).full)(\(number))" }
}

extension Reply: CustomValueText {
  /// The number of the reply, and whether a request waits for it.
  public var valueForText: Any { (number: number, isAwaited: isAwaited) }
}

extension Reply: LiveReply {
  var isAwaited: Bool { asked?.pending.isPending == true }
}

/// What the copies of a reply share. When the last of them goes, the request won't be answered any more.
final class AskedReply: Sendable {
  let pending: PendingAnswer

  init(_ pending: PendingAnswer) {
    self.pending = pending
  }

  deinit { pending.fail(RequestError(.unanswered, wasReduced: true)) }
}

/// The answer that a ``Reply`` leads to. See ``Reply/makeReply()``.
public struct Answer<Value: Sendable>: Sendable {
  private let pending: PendingAnswer

  fileprivate init(_ pending: PendingAnswer) {
    self.pending = pending
  }

  /// The answer, or the error in its place; nil while there is neither.
  public var result: Result<Value, any Error>? { pending.outcome?.of(Value.self) }

  /// The answer.
  ///
  /// It resumes when the reply is answered. Only one task can wait at a time.
  ///
  /// - Throws: The error that the reply was failed with; a ``RequestError`` with the code `unanswered` if the
  ///   last copy of the reply was released; a `CancellationError` if the waiting task is cancelled. After
  ///   that, nobody gets the answer any more.
  public nonisolated(nonsending) var value: Value {
    get async throws {
      try await pending.outcome(endingWith: CancellationError()).of(Value.self).get()
    }
  }
}

extension PendingAnswer.Outcome {
  /// The outcome of a request for an answer of a type. A ``Reply`` gives no other.
  func of<Value: Sendable>(_ type: Value.Type) -> Result<Value, any Error> {
    map { answer in
      guard let value = answer as? Value else {
        preconditionFailure("A reply of \(type) has answered with a \(Swift.type(of: answer)).")
      }
      return value
    }
  }
}
