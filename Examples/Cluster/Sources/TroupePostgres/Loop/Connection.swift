import CPostgres

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A connection to the database. It never waits, and stays on the thread of its storage.
final class Connection {
  /// Calls that are sent as one statement, which is a transaction.
  struct Batch {
    let statement: Statement
    let calls: [Call]
    fileprivate(set) var outcome: Result<Rows, PostgresError>?
  }

  private enum Phase {
    case connecting(PostgresPollingStatusType)
    /// It sends its preparations first, one after another.
    case preparing([String])
    case ready
  }

  private let handle: OpaquePointer
  private var phase = Phase.connecting(PGRES_POLLING_WRITING)
  private var mustFlush = false
  /// The batches without an answer yet, the one that was sent first at the front.
  private(set) var sent: [Batch] = []
  /// When the connection is given up if there is no answer; nil if it waits for none.
  var deadline: Duration?

  /// Begins to connect.
  ///
  /// - Parameters:
  ///   - host: The number of the host to begin with, if there are several.
  ///   - preparations: The statements to send first.
  init(_ address: Address, startingAt host: Int, preparations: [String]) throws(PostgresError) {
    // An option before the connection string is a default, and an option after it can't be overridden by it.
    let options =
      [
        ("target_session_attrs", "read-write"), ("fallback_application_name", "troupe"),
        ("dbname", address.text), ("client_encoding", "UTF8"),
      ] + address.hosts(startingAt: host).map { ($0.name, $0.value) }
    var names: [UnsafePointer<CChar>?] = options.map { UnsafePointer(strdup($0.0)) } + [nil]
    var values: [UnsafePointer<CChar>?] = options.map { UnsafePointer(strdup($0.1)) } + [nil]
    defer { for text in names + values { free(UnsafeMutableRawPointer(mutating: text)) } }
    guard let handle = PQconnectStartParams(&names, &values, 1) else {
      throw PostgresError(.connection, "There is no memory for a connection.")
    }
    self.handle = handle
    self.preparations = preparations
    PQsetNoticeReceiver(handle, { _, _ in }, nil)
    if PQstatus(handle) == CONNECTION_BAD { throw failure() }
  }

  deinit { PQfinish(handle) }

  private let preparations: [String]

  var isReady: Bool { if case .ready = phase { true } else { false } }

  // MARK: Waiting

  var descriptor: Int32 { PQsocket(handle) }

  /// The events to wait for.
  var events: Int16 {
    if case .connecting(let status) = phase {
      return Int16(status == PGRES_POLLING_WRITING ? POLLOUT : POLLIN)
    }
    return Int16(mustFlush ? POLLIN | POLLOUT : POLLIN)
  }

  /// Continues after one of the events, or an error.
  ///
  /// - Parameter done: Gets the batches that are finished, even if an error is thrown.
  /// - Throws: A ``PostgresError`` if the connection can't be used any more.
  func proceed(_ done: inout [Batch]) throws(PostgresError) {
    if case .connecting = phase { return try connect() }
    guard PQconsumeInput(handle) == 1 else { throw failure() }
    if isReady { try takeResults(&done) } else { try takePreparation() }
    try flush()
  }

  private func connect() throws(PostgresError) {
    let status = PQconnectPoll(handle)
    switch status {
    case PGRES_POLLING_OK:
      guard PQsetnonblocking(handle, 1) == 0 else { throw failure() }
      phase = .preparing(preparations.reversed())
      try prepare()
    case PGRES_POLLING_READING, PGRES_POLLING_WRITING: phase = .connecting(status)
    default: throw failure()
    }
  }

  // MARK: Preparing

  private func prepare() throws(PostgresError) {
    guard case .preparing(var rest) = phase else { return }
    if let next = rest.popLast() {
      phase = .preparing(rest)
      guard PQsendQuery(handle, next) == 1 else { throw failure() }
      try flush()
    } else {
      guard PQenterPipelineMode(handle) == 1 else { throw failure() }
      phase = .ready
      deadline = nil
    }
  }

  private func takePreparation() throws(PostgresError) {
    while PQisBusy(handle) == 0 {
      guard let result = PQgetResult(handle).map(Rows.init) else { return try prepare() }
      switch result.status {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK: break
      default: throw refusal(result)
      }
    }
  }

  // MARK: Batches

  /// Sends a batch. What the network doesn't take is sent later.
  func send(_ statement: Statement, _ calls: [Call]) throws(PostgresError) {
    sent.append(Batch(statement: statement, calls: calls))
    let parameters = statement.parameters(calls)
    let isQueued = parameters.bytes.withUnsafeBytes { bytes in
      let ends = parameters.starts.dropFirst() + [parameters.bytes.count]
      let lengths = zip(parameters.starts, ends).map { Int32($1 - $0) }
      let values = parameters.starts.map {
        bytes.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self)
      }
      let formats = lengths.map { _ in Int32(1) }
      return PQsendQueryPrepared(handle, statement.name, Int32(lengths.count), values, lengths, formats, 1)
    }
    guard isQueued == 1, PQpipelineSync(handle) == 1 else { throw failure() }
    try flush()
  }

  private func flush() throws(PostgresError) {
    let result = PQflush(handle)
    guard result >= 0 else { throw failure() }
    mustFlush = result == 1
  }

  private func takeResults(_ done: inout [Batch]) throws(PostgresError) {
    var isBetween = false
    while PQisBusy(handle) == 0, PQstatus(handle) == CONNECTION_OK, !sent.isEmpty {
      guard let result = PQgetResult(handle).map(Rows.init) else {
        // It separates two statements. Two of them in a row would continue forever.
        if isBetween { break }
        isBetween = true
        continue
      }
      isBetween = false
      switch result.status {
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK: sent[0].outcome = .success(result)
      // The transaction is committed, or rolled back if there was an error.
      case PGRES_PIPELINE_SYNC: done.append(sent.removeFirst())
      default: sent[0].outcome = .failure(refusal(result))
      }
    }
    guard PQstatus(handle) == CONNECTION_OK else { throw failure() }
  }

  // MARK: Notifications

  /// Returns the notifications since the last call. They arrive with the answers, or without any. The
  /// connection has to be ready: earlier notifications belong to the preparations.
  func notifications() -> [String] {
    var texts: [String] = []
    while let notification = PQnotifies(handle) {
      texts.append(String(cString: notification.pointee.extra))
      PQfreemem(notification)
    }
    return texts
  }

  // MARK: Errors

  /// The error of a statement.
  private func refusal(_ result: Rows) -> PostgresError {
    let state = result.errorField("C")
    // The detail, which may have values, isn't read.
    let text = result.errorField("M")
    if state == Schema.newerState {
      return PostgresError(
        .newerSchema,
        sqlState: state,
        "The database has \(text ?? "other tables"), and this program knows version \(Schema.version). Update it."
      )
    }
    // Without a code, the error belongs to the connection.
    guard let state else { return failure() }
    return PostgresError(
      .server,
      sqlState: state,
      "The server rejected a statement: \(text ?? "it didn't say why") (\(state))."
    )
  }

  /// The error of the connection.
  private func failure() -> PostgresError {
    var text = String(cString: PQerrorMessage(handle))
    while text.last?.isWhitespace == true { text.removeLast() }
    let secret = PQpass(handle).map { String(cString: $0) } ?? ""
    if text.isEmpty || (!secret.isEmpty && text.contains(secret)) { text = "it didn't say why" }
    return PostgresError(.connection, "There is no connection to the database: \(text)")
  }
}
