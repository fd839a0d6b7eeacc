import Troupe
import TroupeDependencies
import TroupeDiagnostics

/// An instrument that records a store, so that ``Replay`` can replay it.
///
/// ```swift
/// let recording = try Recording<Checkout.State, Checkout.Action>(to: path)
/// var configuration = StoreConfiguration<Checkout.Action>()
/// configuration.instruments = [recording]
/// let store = Store(initialState: Checkout.State(), configuration: configuration) { Checkout() }
/// ```
///
/// The recording writes the initial state, each reduced action, including actions that reducers return with
/// `.send`, each dismissal, and the values that the reducers read from changeable dependencies; see
/// `RecordableDependency`. For each action, the recording also writes the changes of the state and a hash of
/// the whole state. The file contains payloads, unless a ``Redaction`` removes them.
///
/// Create a separate recording for each store before you create the store, and set the recording in the
/// store's configuration. With a reducer's `.instrument(_:)`, changes by the reducer's parents would be
/// missing. If there are several instruments, put the recording last, because a change of the state by a
/// later instrument would count as the reducer's change. A change by an earlier instrument isn't recorded,
/// and a replay reports it as a divergence at the next turn.
///
/// Each line is written during its turn, with one system call and without buffering. If the process is
/// killed, at most the line that is being written is lost. The recording keeps the encoded state in memory,
/// and encodes the state in each turn, which takes time proportional to the state's size.
///
/// If the file can't be written or a value can't be encoded, the recording reports an issue and ends, and the
/// store continues.
public final class Recording<State: Codable, Action: Codable & Sendable>: Instrument {
  private enum Phase {
    case waiting
    case recording(StoreInfo, start: ContinuousClock.Instant)
    case ended(RecordingError?)
  }

  private struct Content {
    var log: RecordingLog
    var phase = Phase.waiting
    /// The messages of reported misuses, each of which is reported only once.
    var reported: Set<String> = []
  }

  /// The recording's publicly readable state.
  private struct Outcome {
    var turns = 0
    var failure: RecordingError?
  }

  private let content: Locked<Content>
  /// The recording's outcome. The outcome has a separate lock, because code that is called while a turn is
  /// written, such as `encode(to:)`, may read the outcome.
  private let outcome: Locked<Outcome>
  private let path: String
  private let location: CallSite

  /// Creates a recording and its first file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - replacing: Whether the file at the path, and existing files with the names of the recording's
  ///     further files, are replaced. An earlier recording's files with higher numbers are kept.
  ///   - options: The recording's options.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  /// - Throws: A ``RecordingError``: `exists` if the file exists and `replacing` is false; `inUse` if another
  ///   recording writes to the file; `cannotOpen` if the file can't be opened.
  public init(
    to path: String,
    replacing: Bool = false,
    options: RecordingOptions = RecordingOptions(),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws(RecordingError) {
    // The file is opened before the first property is set. Otherwise, the compiler crashes on a program that
    // is compiled with `-cross-module-optimization`.
    let log = try RecordingLog(path: path, replacing: replacing, options: options)
    outcome = Locked(Outcome())
    self.path = path
    location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    content = Locked(Content(log: log))
    // The recording of reads is enabled now, because the store's reducer may keep dependencies that the
    // reducer looks up when it is created.
    DependencyReads.use()
  }

  deinit {
    content.withLock { content in
      if case .ended = content.phase { return }
      content.log.file.close()
    }
  }

  /// The number of written turns.
  public var turnCount: Int { outcome.withLock { $0.turns } }

  /// The error that ended the recording; nil if no error has ended it.
  public var failure: RecordingError? { outcome.withLock { $0.failure } }

  /// Ends the recording and closes the file. The store continues without being recorded.
  ///
  /// - Throws: The ``RecordingError`` that has ended the recording, or that occurs while the end is written.
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

  /// Starts the recording if this turn is its first turn, and returns the time at which the recording
  /// started. Returns nil if the turn isn't recorded, for example because the action has another type.
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
        A recording was set for two stores, \(known) and \(store). The second store isn't recorded.

        Create a separate recording, with a separate file, for each store.
        """
      )
      return nil
    case .waiting:
      guard let state = state as? State else {
        report(
          """
          A recording of \(TypeName(State.self).full) was set for \(store), whose state is a \
          \(TypeName(S.self).full), so the store isn't recorded.

          Create the recording with the store's types.
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

  /// Returns whether the store's action has another type. If it has another type, an issue is reported.
  private func has(_ store: StoreInfo, _ otherAction: Any.Type?) -> Bool {
    guard let otherAction else { return false }
    report(
      """
      A recording of \(TypeName(Action.self).full) was set for \(store), which has an action of type \
      \(TypeName(otherAction).full). The action isn't recorded.

      Create the recording with the store's types.
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

  /// Calls a closure that writes, unless the recording has ended. If the closure throws an error, the
  /// recording ends.
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
    reportIssue("A store is no longer recorded. \(error)", at: location)
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
