/// Runs the jobs of a directory in child tasks of one task, under the task-local values of whoever made the
/// directory.
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

  /// Runs a job. After ``end()`` nothing happens.
  func run(_ job: @escaping Job) { messages.yield(.run(job)) }

  /// Cancels all jobs and takes no more.
  ///
  /// Jobs that haven't begun run all the same, as cancelled ones, since somebody may wait for what they say.
  func end() {
    messages.yield(.cancelAll)
    messages.finish()
  }
}
