import TroupeDurable

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Performs the calls of a storage. The storage's thread runs it, and nothing else accesses it.
///
/// Calls wait in a queue for each statement. Calls that arrive while a transaction is running share the next
/// one. When a connection is lost, calls that only read, or weren't sent, continue on the next connection.
/// Changes that were sent are settled at that time, by looking for their revisions.
final class Driver {
  let settings: Settings
  let inbox: Inbox
  let writer = Link(isWriter: true)
  let readers: [Link]
  var links: [Link] { [writer] + readers }

  /// The waiting callers, for each call without an answer.
  private var open: [Call.ID: Call.Answer] = [:]
  /// The deadlines of calls, in order.
  private var deadlines: [(call: Call.ID, time: Duration)] = []
  var queues: [Statement: [Call]] = [:]
  private var starting: [CheckedContinuation<Result<Void, PostgresError>, Never>] = []
  private var closing: [CheckedContinuation<Void, Never>] = []
  private(set) var isClosing = false
  /// Whether the tables exist, for connections that only read.
  private var hasTables = false
  private var timer: (number: Int, time: Duration, task: Task<Void, Never>)?
  private var lastTimer = 0
  private(set) var now: Duration = .zero

  init(_ settings: Settings, _ inbox: Inbox) {
    self.settings = settings
    self.inbox = inbox
    readers = (0..<settings.readers).map { Link(isListener: $0 == 0) }
  }

  /// Runs until the storage is closed.
  func run() {
    writer.retry = .zero
    while true {
      let commands = inbox.take()
      now = settings.stopwatch.elapsed()
      for command in commands { perform(command) }
      endWhatIsLate()
      connectWhereDue()
      sendWhatWaits()
      if isClosing, endWhatCanNotGoOn() { break }
      setTimer()
      waitForEvents(isPatient: commands.isEmpty)
    }
    end()
  }

  private func end() {
    timer?.task.cancel()
    for link in links { link.connection = nil }
    settings.homes.end()
    for command in inbox.end() {
      switch command {
      case .call(let call, let answer):
        answer.resume(
          returning: .failure(.unavailable(call.request.storageKey, because: PostgresError.closed))
        )
      case .ready(let answer): answer.resume(returning: .failure(.closed))
      case .close(let answer): answer?.resume()
      case .cancel, .timer: break
      }
    }
    for answer in starting { answer.resume(returning: .failure(.closed)) }
    for answer in closing { answer.resume() }
  }

  // MARK: Commands

  private func perform(_ command: Command) {
    switch command {
    case .call(let call, let answer):
      open[call.id] = answer
      if isClosing {
        return settle(call, .failure(.unavailable(call.request.storageKey, because: PostgresError.closed)))
      }
      deadlines.append((call.id, now + settings.timeout))
      queues[Statement(call.request), default: []].append(call)
    case .cancel(let id):
      open.removeValue(forKey: id)?.resume(
        returning: .failure(.unavailable(nil, because: CancellationError()))
      )
    case .timer(let number): if timer?.number == number { timer = nil }
    case .ready(let answer):
      if writer.ready != nil { return answer.resume(returning: .success(())) }
      starting.append(answer)
      // A caller's request doesn't wait for the back-off.
      if writer.connection == nil { writer.retry = now }
    case .close(let answer):
      isClosing = true
      if let answer { closing.append(answer) }
    }
  }

  /// Answers a call, if it wasn't cancelled and isn't too late.
  func settle(_ call: Call, _ result: Result<Reply, StorageError>) {
    open.removeValue(forKey: call.id)?.resume(returning: result)
  }

  func fail(_ call: Call, _ error: PostgresError) {
    let key = call.request.storageKey
    settle(
      call,
      .failure(error.isDamage ? .corrupt(key, because: error, bytes: nil) : .unavailable(key, because: error))
    )
  }

  // MARK: Time

  private func endWhatIsLate() {
    let count = deadlines.firstIndex { $0.time > now && open[$0.call] != nil } ?? deadlines.count
    for (call, time) in deadlines.prefix(count) where time <= now {
      let error = PostgresError.timedOut(
        after: settings.timeout,
        because: links.lazy.compactMap(\.error).first
      )
      open.removeValue(forKey: call)?.resume(returning: .failure(.unavailable(nil, because: error)))
    }
    deadlines.removeFirst(count)
    for link in links {
      guard let deadline = link.connection?.deadline, deadline <= now else { continue }
      lose(link, .timedOut(after: settings.patience, because: nil))
    }
  }

  /// The time of the next action.
  private var nextTime: Duration? {
    let times = [deadlines.first?.time] + links.map(\.retry) + links.map { $0.connection?.deadline }
    return times.compactMap(\.self).min()
  }

  /// Sets a timer, if the clock isn't the system's.
  private func setTimer() {
    guard let sleep = settings.stopwatch.sleep, let next = nextTime else { return }
    if let timer, timer.time <= next { return }
    timer?.task.cancel()
    lastTimer += 1
    let task = Task { [inbox, number = lastTimer] in
      // If it throws, it was cancelled: then there is another timer, or nothing to wake.
      guard (try? await sleep(next)) != nil else { return }
      _ = inbox.send(.timer(number))
    }
    timer = (lastTimer, next, task)
  }

  /// How many milliseconds to wait for events, rounded up; -1 to wait without a limit.
  private var patience: Int32 {
    guard settings.stopwatch.sleep == nil, let next = nextTime else { return -1 }
    return Int32(clamping: max(0, (next - now).milliseconds + 1))
  }

  // MARK: Connections

  private func connectWhereDue() {
    for link in links where link.connection == nil && link.isWanted(hasTables) {
      guard (link.retry ?? .zero) <= now else { continue }
      link.retry = nil
      do throws(PostgresError) {
        let connection = try Connection(
          settings.address,
          startingAt: link.host,
          preparations: settings.preparations(link)
        )
        connection.deadline = now + settings.patience
        link.connection = connection
      } catch {
        lose(link, error)
      }
    }
  }

  /// Gives a connection up, and connects again later.
  private func lose(_ link: Link, _ error: PostgresError) {
    let sent = link.connection?.sent ?? []
    let wasReady = link.ready != nil
    link.connection = nil
    if link.isListener { settings.homes.end() }
    link.error = error
    link.failures += 1
    if !wasReady { link.host += 1 }
    link.retry = now + settings.delay(link.failures)
    if wasReady { settings.counters.withLock { $0.lostConnections += 1 } }
    for batch in sent.reversed() {
      // An unanswered check leaves no doubt: the change wasn't made.
      queues[batch.statement.isChange ? .settle : batch.statement, default: []].insert(
        contentsOf: batch.calls,
        at: 0
      )
    }
    if link.isWriter {
      for answer in starting { answer.resume(returning: .failure(error)) }
      starting = []
    }
  }

  private func proceed(_ link: Link) {
    guard let connection = link.connection else { return }
    let wasReady = connection.isReady
    var done: [Connection.Batch] = []
    var failure: PostgresError?
    do throws(PostgresError) { try connection.proceed(&done) } catch { failure = error }
    if !done.isEmpty {
      link.failures = 0
      link.error = nil
      connection.deadline = connection.sent.isEmpty ? nil : now + settings.patience
    }
    for batch in done { failure = finish(batch) ?? failure }
    if let failure { return lose(link, failure) }
    if link.isListener, connection.isReady {
      if !wasReady { settings.homes.begin() }
      let texts = connection.notifications()
      if !texts.isEmpty { settings.homes.take(texts) }
    }
    guard !wasReady, connection.isReady, link.isWriter else { return }
    hasTables = true
    for answer in starting { answer.resume(returning: .success(())) }
    starting = []
  }

  private func waitForEvents(isPatient: Bool) {
    let waiting = links.filter { $0.connection != nil }
    var descriptors = [pollfd(fd: inbox.wakeup, events: Int16(POLLIN), revents: 0)]
    for link in waiting {
      guard let connection = link.connection else { continue }
      descriptors.append(pollfd(fd: connection.descriptor, events: connection.events, revents: 0))
    }
    // An error is an interruption by a signal: nothing is ready.
    guard poll(&descriptors, nfds_t(descriptors.count), isPatient ? patience : 0) > 0 else { return }
    if descriptors[0].revents != 0 { inbox.clear() }
    now = settings.stopwatch.elapsed()
    for (link, descriptor) in zip(waiting, descriptors.dropFirst()) where descriptor.revents != 0 {
      proceed(link)
    }
  }

  // MARK: Batches

  private func sendWhatWaits() {
    // Changes in doubt go first.
    for statement in Statement.order {
      while queues[statement]?.isEmpty == false, let link = free(for: statement),
        let connection = link.connection
      {
        let calls = next(statement)
        guard !calls.isEmpty else { continue }
        if connection.deadline == nil { connection.deadline = now + settings.patience }
        do throws(PostgresError) { try connection.send(statement, calls) } catch { lose(link, error) }
      }
    }
  }

  /// A connection that can take a batch. One batch of changes of each kind is in flight, and the others
  /// accumulate. If many calls wait, a second batch is sent early, so that it has arrived when the server has
  /// finished the first.
  private func free(for statement: Statement) -> Link? {
    if !statement.isWriters {
      let ready = readers.filter { ($0.ready?.sent.count ?? .max) < 4 }
      return ready.min { ($0.ready?.sent.count ?? .max) < ($1.ready?.sent.count ?? .max) }
    }
    guard let connection = writer.ready else { return nil }
    let sent = connection.sent.count { $0.statement == statement }
    let isCrowd = (queues[statement]?.count ?? 0) >= statement.limit
    return sent == 0 || (sent == 1 && isCrowd) ? writer : nil
  }

  /// Takes the calls of the next batch from a queue, in the order of their keys.
  private func next(_ statement: Statement) -> [Call] {
    // Removed from the table, so that it isn't copied when it is changed.
    var queue = queues.removeValue(forKey: statement) ?? []
    var calls: [Call] = []
    var (taken, size) = (0, 0)
    for call in queue {
      guard open[call.id] != nil else {
        taken += 1
        continue
      }
      if let first = calls.first, first.isAlone || call.isAlone { break }
      size += call.request.size
      if !calls.isEmpty, size > Settings.batchSize || calls.count == statement.limit { break }
      calls.append(call)
      taken += 1
    }
    queue.removeFirst(taken)
    queues[statement] = queue
    guard calls.count > 1 else { return calls }
    return calls.sorted { ($0.request.key ?? []).lexicographicallyPrecedes($1.request.key ?? []) }
  }

  // MARK: Closing

  /// Ends the calls that would need another connection.
  ///
  /// - Returns: Whether there are no calls any more.
  private func endWhatCanNotGoOn() -> Bool {
    for (statement, calls) in queues {
      let isPossible = statement.isWriters ? writer.ready != nil : readers.contains { $0.ready != nil }
      guard !isPossible else { continue }
      for call in calls { fail(call, .closed) }
      queues[statement] = []
    }
    return open.isEmpty
  }
}

extension Link {
  /// Whether there should be a connection.
  fileprivate func isWanted(_ hasTables: Bool) -> Bool { isWriter || hasTables }
}
