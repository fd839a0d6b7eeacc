import GRDB
import Synchronization

/// Makes changes to a database, as many in one transaction as have come.
package final class GroupWriter: Sendable {
  /// A change, and what waits for it.
  private struct Waiting: Sendable {
    /// Makes the change, and returns what resumes who waits.
    let make: @Sendable (Database) throws -> @Sendable () -> Void
    let fail: @Sendable (any Error) -> Void
  }

  private struct Queue {
    var waiting: [Waiting] = []
    var isWriting = false
    var groupCount = 0
  }

  private let database: any DatabaseWriter
  private let queue = Mutex(Queue())

  package init(_ database: any DatabaseWriter) { self.database = database }

  /// How many transactions it has begun.
  var groupCount: Int { queue.withLock { $0.groupCount } }

  /// Makes a change. It resumes when the transaction is on the disk. A change goes on if the task is
  /// cancelled.
  ///
  /// - Parameter change: Makes the change, and returns a result.
  /// - Returns: The result of the change.
  /// - Throws: The error of SQLite, for all changes of the transaction.
  package func perform<Value: Sendable>(
    _ change: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let waiting = Waiting(
        make: { database in
          let value = try change(database)
          return { continuation.resume(returning: value) }
        },
        fail: { continuation.resume(throwing: $0) }
      )
      let isFirst = queue.withLock { queue in
        queue.waiting.append(waiting)
        defer { queue.isWriting = true }
        return !queue.isWriting
      }
      if isFirst { Task.detached { await self.write() } }
    }
  }

  private func write() async {
    while case let group = next(), !group.isEmpty {
      do {
        let resumptions = try await database.write { database in try group.map { try $0.make(database) } }
        for resume in resumptions { resume() }
      } catch {
        for waiting in group { waiting.fail(error) }
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
