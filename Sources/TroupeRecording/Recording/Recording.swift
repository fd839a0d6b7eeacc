import Troupe
import TroupeDependencies
import TroupeDiagnostics

/// An instrument that records a store, so that ``Replay`` can run it again.
///
/// ```swift
/// let recording = try Recording<Checkout.State, Checkout.Action>(to: path)
/// var configuration = StoreConfiguration<Checkout.Action>()
/// configuration.instruments = [recording]
/// let store = Store(initialState: Checkout.State(), configuration: configuration) { Checkout() }
/// ```
///
/// It writes the state before the first action, each action that is reduced, including those that reducers
/// return with `.send`, each dismissal, and what the reducers read from dependencies that can change; see
/// `RecordableDependency`. To each it adds what has changed in the state, and a hash of the whole state. The
/// file has payloads, unless a ``Redaction`` removes them.
///
/// Create it before the store, give each store one of its own, and set it in the configuration: with
/// `.instrument(_:)` of a reducer, what its parents change in the state would be missing. If there are
/// several instruments, put it last: a change that a later one makes to the state would count as the
/// reducer's. A change that an earlier one makes isn't recorded, and shows as a departure at the next turn.
///
/// Each line is written in the turn, with one system call, and nothing is kept back: when the process is
/// killed, at most the line that is being written is lost. It keeps the encoded state in memory, and encodes
/// the state in each turn, which takes time by the size of the state.
///
/// If the file can't be written, or a value can't be encoded, the recording ends with one issue, and the
/// store goes on.
public final class Recording<State: Codable, Action: Codable & Sendable>: Instrument {
  private enum Phase {
    case waiting
    case recording(StoreInfo, start: ContinuousClock.Instant)
    case ended(RecordingError?)
  }

  private struct Content {
    var log: RecordingLog
    var phase = Phase.waiting
    /// The issues about what it is used for, each of which comes once.
    var reported: Set<String> = []
  }

  /// What is known of it from outside.
  private struct Outcome {
    var turns = 0
    var failure: RecordingError?
  }

  private let content: Locked<Content>
  /// It has a lock of its own: what is called while a turn is written, as `encode(to:)`, may read it.
  private let outcome = Locked(Outcome())
  private let path: String
  private let location: SourceLocation

  /// Creates the file of a recording.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - replacing: Whether files that are there are replaced: the one at the path, and later those with the
  ///     names of the next files. What an earlier recording has left in files with higher numbers stays.
  ///   - options: How it writes.
  ///   - fileID: The file named in issues.
  ///   - filePath: The path of that file.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  /// - Throws: A ``RecordingError``: `exists` if there is a file and it isn't to be replaced; `inUse` if
  ///   another recording writes it; `cannotOpen` if it can't be opened.
  public init(
    to path: String,
    replacing: Bool = false,
    options: RecordingOptions = RecordingOptions(),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws(RecordingError) {
    self.path = path
    location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    content = Locked(Content(log: try RecordingLog(path: path, replacing: replacing, options: options)))
    // The reducer of the store may keep dependencies that it looks up when it is made.
    DependencyReads.use()
  }

  deinit {
    content.withLock { content in
      if case .ended = content.phase { return }
      content.log.file.close()
    }
  }

  /// The number of turns that were written.
  public var turnCount: Int { outcome.withLock { $0.turns } }

  /// Why the recording has ended before it was closed; nil while it goes on.
  public var failure: RecordingError? { outcome.withLock { $0.failure } }

  /// Ends the recording and closes the file. The store goes on without being recorded.
  ///
  /// - Throws: The ``RecordingError`` for which it had ended before.
  public func close() throws(RecordingError) {
    try content.withLock { content throws(RecordingError) in
      if case .ended(let error) = content.phase {
        if let error { throw error }
        return
      }
      content.phase = .ended(nil)
      do throws(RecordingError) {
        try content.log.end()
      } catch {
        content.phase = .ended(error)
        outcome.withLock { $0.failure = error }
        throw error
      }
    }
  }

  // MARK: Recording

  /// Records an action.
  public func reduce<S>(_ action: inout ActionInfo, state: inout S, body: (inout S) -> Void) {
    let value = action.action.base as? Action
    let otherType = value == nil ? type(of: action.action.base) : nil
    guard let start = begin(action.store, state, action.instant, otherAction: otherType) else {
      return body(&state)
    }
    let reads = RecordedReads(within: DependencyReads.current)
    DependencyReads.pass(to: reads) { body(&state) }
    let label = action.label
    var members = members(action.id, action.cause, action.scopePath, start.duration(to: action.instant))
    members["label"] = .string(label)
    members["origin"] = .string(action.origin.recorded)
    add(members, reads.end(), state) { () throws(RecordingError) in
      try self.encode(value, "An action, \(label),")
    }
  }

  /// Records a dismissal.
  public func dismiss<S>(_ dismissal: inout DismissalInfo, state: inout S, body: (inout S) -> Void) {
    guard let start = begin(dismissal.store, state, dismissal.instant, otherAction: nil) else {
      return body(&state)
    }
    body(&state)
    var members = members(
      dismissal.id,
      dismissal.cause,
      dismissal.scopePath,
      start.duration(to: dismissal.instant)
    )
    members["dismissed"] = .string(dismissal.scopePath.text(showsPayloads: false))
    add(members, [], state) { nil }
  }

  private func members(
    _ id: ActionID,
    _ cause: Cause?,
    _ scope: ScopePath,
    _ time: Duration
  ) -> [String: RecordedValue] {
    var members: [String: RecordedValue] = [
      "id": .string("\(id)"), "scope": .string(scope.text(showsPayloads: false)),
      "at": .string("\(time / .seconds(1))"),
    ]
    if let cause {
      members["cause"] = .string("\(cause.action)")
      members["root"] = .string("\(cause.root)")
    }
    return members
  }

  /// Returns when the recording began, and begins it with the first turn; nil if the turn isn't recorded, as
  /// when the action is of another type.
  private func begin<S>(
    _ store: StoreInfo,
    _ state: S,
    _ instant: ContinuousClock.Instant,
    otherAction: Any.Type?
  ) -> ContinuousClock.Instant? {
    switch content.withLock({ $0.phase }) {
    case .ended: return nil
    case .recording(let known, let start):
      if known.run == store.run { return has(store, otherAction) ? nil : start }
      report(
        """
        A recording was given to two stores, \(known) and \(store). The second one isn't recorded.

        Create a recording for each store, with a file of its own.
        """
      )
      return nil
    case .waiting:
      guard let state = state as? State else {
        report(
          """
          A recording of \(TypeName(State.self).full) was given to \(store), whose state is a \
          \(TypeName(S.self).full), and records nothing of it.

          Create it with the types of the store.
          """
        )
        return nil
      }
      if has(store, otherAction) { return nil }
      let header: [String: RecordedValue] = [
        "state": .string(TypeName(State.self).full), "action": .string(TypeName(Action.self).full),
        "store": .string("\(store)"),
      ]
      attempt { content throws(RecordingError) in
        let state = try self.encode(state, "The state") ?? .null
        try content.log.begin(header, state: state)
        content.phase = .recording(store, start: instant)
      }
      return failure == nil ? instant : nil
    }
  }

  /// Reports that a store has actions of another type, if it has.
  private func has(_ store: StoreInfo, _ otherAction: Any.Type?) -> Bool {
    guard let otherAction else { return false }
    report(
      """
      A recording of \(TypeName(Action.self).full) was given to \(store), which has an action that is a \
      \(TypeName(otherAction).full), and doesn't record it.

      Create it with the types of the store.
      """
    )
    return true
  }

  private func add<S>(
    _ members: [String: RecordedValue],
    _ reads: [RecordedReads.Read],
    _ state: S,
    _ action: () throws(RecordingError) -> RecordedValue?
  ) {
    let state = state as? State
    attempt { content throws(RecordingError) in
      var turn = RecordingLog.Turn(action: try action(), members: members)
      for read in reads {
        guard let value = try self.encode(read.value, "A value that was read from `\(read.name)`") else {
          continue
        }
        turn.reads.append((read.name, value))
      }
      try content.log.add(turn) { () throws(RecordingError) in
        try self.encode(state, "The state") ?? .null
      }
    }
  }

  private func encode(
    _ value: (any Encodable)?,
    _ what: @autoclosure () -> String
  ) throws(RecordingError) -> RecordedValue? {
    guard let value else { return nil }
    do {
      return try ValueEncoder.encode(value)
    } catch {
      throw .unencodable(path, what(), error)
    }
  }

  /// Writes, unless the recording has ended. Ends it if that fails.
  private func attempt(_ write: (inout Content) throws(RecordingError) -> Void) {
    let error = content.withLock { content -> RecordingError? in
      if case .ended = content.phase { return nil }
      defer { outcome.withLock { $0.turns = content.log.turns } }
      do throws(RecordingError) {
        try write(&content)
        return nil
      } catch {
        outcome.withLock { $0.failure = error }
        content.phase = .ended(error)
        content.log.file.close()
        return error
      }
    }
    guard let error else { return }
    reportIssue("A store isn't recorded any more. \(error)", at: location)
  }

  private func report(_ message: String) {
    let isFirst = content.withLock { $0.reported.insert(message).inserted }
    if isFirst { reportIssue(message, at: location) }
  }
}

extension ActionInfo.Origin {
  fileprivate var recorded: String {
    switch self {
    case .sent: "sent"
    case .enqueued: "enqueued"
    case .effect(let id): "effect \(id)"
    case .returned: "returned"
    }
  }
}
