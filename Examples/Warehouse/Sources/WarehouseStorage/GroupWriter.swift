import GRDB
import Synchronization

/// Makes changes to a database, as many in one transaction as have accumulated.
///
/// No caller waits for a transaction that doesn't end: when it has taken too long, the waiting changes fail,
/// and so do new ones until it has ended.
package final class GroupWriter: Sendable {
  /// The current transaction takes too long.
  package struct NoAnswer: Error {
    package init() {}
  }

  private struct Queue {
    var waiting: [PendingChange] = []
    /// The changes of the current transaction.
    var writing: [PendingChange] = []
    var isWriting = false
    var isWatched = false
    /// Whether the current transaction takes too long.
    var isStuck = false
    var groupCount = 0
  }

  /// Ends a transaction, and returns what to do when it is on the disk.
  package typealias End = @Sendable (Database) throws -> @Sendable () throws -> Void

  private let database: any DatabaseWriter
  private let patience: Duration
  private let clock: any Clock<Duration>
  private let end: End
  private let queue = Mutex(Queue())

  /// - Parameters:
  ///   - patience: How long a transaction may take. An overrun is noticed before twice the time.
  ///   - clock: The clock that measures it.
  ///   - end: Called at the end of each transaction. The function that it returns is called before the
  ///     callers resume.
  package init(
    _ database: any DatabaseWriter,
    patience: Duration = .seconds(3),
    clock: any Clock<Duration> = ContinuousClock(),
    end: @escaping End = { _ in {} }
  ) {
    (self.database, self.patience, self.clock, self.end) = (database, patience, clock, end)
  }

  /// The number of transactions that it has begun.
  var groupCount: Int { queue.withLock { $0.groupCount } }

  /// Makes a change. It resumes when the transaction is on the disk. If the task is cancelled, it resumes at
  /// once; a change that has begun continues.
  ///
  /// - Parameter change: Makes the change, and returns a result.
  /// - Returns: The result of the change.
  /// - Throws: The error of SQLite, for all changes of the transaction; ``NoAnswer``; `CancellationError`.
  package func perform<Value: Sendable>(
    _ change: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    let pending = PendingChange()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        pending.begin(change, continuation)
        add(pending)
        if Task.isCancelled { pending.fail(CancellationError()) }
      }
    } onCancel: {
      pending.fail(CancellationError())
    }
  }

  private func add(_ pending: PendingChange) {
    enum Step { case nothing, refuse, write(watch: Bool) }
    let step: Step = queue.withLock { queue in
      if queue.isStuck { return .refuse }
      queue.waiting.append(pending)
      if queue.isWriting { return .nothing }
      queue.isWriting = true
      defer { queue.isWatched = true }
      return .write(watch: !queue.isWatched)
    }
    switch step {
    case .nothing: break
    case .refuse: pending.fail(NoAnswer())
    case .write(let mustWatch):
      Task.detached { await self.write() }
      if mustWatch { Task.detached { await self.watch() } }
    }
  }

  private func write() async {
    while case let group = next(), !group.isEmpty {
      do {
        let (resumptions, committed) = try await database.write { [end] database in
          (try group.map { try $0.make(database) }, try end(database))
        }
        noteAnswer()
        try committed()
        for resume in resumptions { resume() }
      } catch {
        noteAnswer()
        for pending in group { pending.fail(error) }
      }
    }
  }

  private func noteAnswer() { queue.withLock { $0.isStuck = false } }

  /// The changes of the next transaction; none ends the writing.
  private func next() -> [PendingChange] {
    queue.withLock { queue in
      // The others were cancelled or too late, and haven't begun.
      queue.writing = queue.waiting.filter { !$0.isOver }
      queue.waiting = []
      queue.isWriting = !queue.writing.isEmpty
      if queue.isWriting { queue.groupCount += 1 }
      return queue.writing
    }
  }

  /// Fails the changes that wait for a transaction that takes too long, as long as there are transactions.
  private func watch() async {
    var last: Int?
    while true {
      do { try await clock.sleep(for: patience) } catch { return }
      let (isOver, late) = queue.withLock { queue -> (Bool, [PendingChange]) in
        guard queue.isWriting else {
          queue.isWatched = false
          return (true, [])
        }
        defer { last = queue.groupCount }
        guard last == queue.groupCount, !queue.isStuck else { return (false, []) }
        queue.isStuck = true
        defer { queue.waiting = [] }
        return (false, queue.writing + queue.waiting)
      }
      for pending in late { pending.fail(NoAnswer()) }
      if isOver { return }
    }
  }
}
