/// Runs a directory's jobs in child tasks of one task, with the task-local values of the directory's creator.
struct DirectoryHost: Sendable {
  typealias Job = @Sendable () async -> Void

  private enum Message: Sendable {
    case run(Job)
    case cancelAll
  }

  private let messages: AsyncStream<Message>.Continuation

  init(executor: (any TaskExecutor)?) {
    let (stream, messages) = AsyncStream<Message>.makeStream()
    self.messages = messages
    Task(executorPreference: executor) {
      await withDiscardingTaskGroup { group in
        for await message in stream {
          switch message {
          case .run(let job): group.addTask(operation: job)
          case .cancelAll: group.cancelAll()
          }
        }
      }
    }
  }

  /// Runs a job. After ``end()``, the method does nothing.
  func run(_ job: @escaping Job) { messages.yield(.run(job)) }

  /// Cancels all jobs and accepts no further jobs.
  ///
  /// Jobs that haven't started still run, in cancelled tasks, because a caller may be waiting for their
  /// results.
  func end() {
    messages.yield(.cancelAll)
    messages.finish()
  }
}
