import Synchronization

/// Runs connections in small task groups.
///
/// When a child of a task group ends, the group searches for it among all of its children. In a server's
/// single group, that took a quarter of the time when ten thousand connections ended at once. Therefore the
/// first connection runs a group for the next ones, and only a few connections are children of the server's
/// group.
final class ConnectionGroups: Sendable {
  private struct Connection: Sendable {
    let executor: any TaskExecutor
    let run: @Sendable () async -> Void
  }

  /// A group that has room.
  private struct Group {
    let number: Int
    let connections: AsyncStream<Connection>
    let next: AsyncStream<Connection>.Continuation
    /// How many have arrived, and how many of them haven't ended.
    var joined = 0
    var running = 0

    init(number: Int) {
      self.number = number
      (connections, next) = AsyncStream.makeStream()
    }
  }

  private struct State {
    var lastNumber = 0
    var group: Group?
  }

  /// Where a connection is run.
  private enum Place {
    case joined
    /// In a new group, which the caller runs.
    case mustRun(AsyncStream<Connection>)
    /// Not in the group that has room, because that group is cancelled.
    case wasCancelled
  }

  private static let capacity = 64
  private let state = Mutex(State())

  /// Runs a connection. It may return while the connection runs; then the connection is in the group of
  /// another call, which returns when all of its connections have ended.
  func run(on executor: any TaskExecutor, _ connection: @escaping @Sendable () async -> Void) async {
    switch join(executor, connection) {
    case .joined: break
    case .mustRun(let connections):
      await withDiscardingTaskGroup { group in
        for await connection in connections {
          group.addTask(executorPreference: connection.executor, operation: connection.run)
        }
      }
    case .wasCancelled:
      // The server is cancelled. It ends its connections, so each has to run.
      await withTaskExecutorPreference(executor, operation: connection)
    }
  }

  /// Adds a connection to the group that has room, or to a new one.
  private func join(
    _ executor: any TaskExecutor,
    _ connection: @escaping @Sendable () async -> Void
  ) -> Place {
    state.withLock { state in
      var group = state.group ?? Group(number: state.lastNumber + 1)
      let number = group.number
      state.lastNumber = number
      let result = group.next.yield(
        Connection(executor: executor) {
          await connection()
          self.ended(number)
        }
      )
      guard case .enqueued = result else { return .wasCancelled }
      group.joined += 1
      group.running += 1
      if group.joined == Self.capacity { group.next.finish() }
      state.group = group.joined == Self.capacity ? nil : group
      return group.joined == 1 ? .mustRun(group.connections) : .joined
    }
  }

  /// Records that a connection of a group has ended. If it was the last one, the group ends.
  private func ended(_ number: Int) {
    state.withLock { state in
      // A full group accepts no more.
      guard state.group?.number == number else { return }
      state.group?.running -= 1
      guard state.group?.running == 0 else { return }
      state.group?.next.finish()
      state.group = nil
    }
  }
}
