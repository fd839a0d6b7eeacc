import GRDB
import Synchronization

/// Makes changes to a database, as many in one transaction as have come.
final class GroupWriter: Sendable {
  /// Makes a change, and returns a result.
  typealias Change = @Sendable (Database) throws -> Bool

  private struct Waiting: Sendable {
    let change: Change
    let continuation: CheckedContinuation<Bool, any Error>
  }

  private struct Queue {
    var waiting: [Waiting] = []
    var isWriting = false
    var groupCount = 0
  }

  private let database: any DatabaseWriter
  private let queue = Mutex(Queue())

  init(_ database: any DatabaseWriter) { self.database = database }

  /// How many transactions it has begun.
  var groupCount: Int { queue.withLock { $0.groupCount } }

  /// Makes a change. It resumes when the transaction is on the disk. A change goes on if the task is
  /// cancelled.
  ///
  /// - Returns: The result of the change.
  /// - Throws: The error of SQLite, for all changes of the transaction.
  func perform(_ change: @escaping Change) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      let isFirst = queue.withLock { queue in
        queue.waiting.append(Waiting(change: change, continuation: continuation))
        defer { queue.isWriting = true }
        return !queue.isWriting
      }
      if isFirst { Task.detached { await self.write() } }
    }
  }

  private func write() async {
    while case let group = next(), !group.isEmpty {
      do {
        let results = try await database.write { database in try group.map { try $0.change(database) } }
        for (waiting, result) in zip(group, results) { waiting.continuation.resume(returning: result) }
      } catch {
        for waiting in group { waiting.continuation.resume(throwing: error) }
      }
    }
  }

  private func next() -> [Waiting] {
    queue.withLock { queue in
      defer { queue.waiting = [] }
      queue.isWriting = !queue.waiting.isEmpty
      if queue.isWriting { queue.groupCount += 1 }
      return queue.waiting
    }
  }
}
