import NIOCore
import Synchronization

/// Runs tasks on an event loop: requests' tasks at once, and streams' tasks a few at a time.
///
/// Between the latter, the event loop does its other work. A request therefore doesn't wait until thousands
/// of streams have received an event, or have ended.
final class EventLoopExecutor: TaskExecutor {
  private let jobs: EventLoopJobs
  private let isForStreams: Bool

  fileprivate init(_ jobs: EventLoopJobs, isForStreams: Bool) {
    self.jobs = jobs
    self.isForStreams = isForStreams
  }

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.add((UnownedJob(job), self), isOfStream: isForStreams)
  }
}

/// The executors of an event loop.
struct EventLoopExecutors {
  let requests: EventLoopExecutor
  let streams: EventLoopExecutor

  /// The executors of each event loop that had connections, for the lifetime of the process.
  ///
  /// The event loops have to run for as long, as shared event loops do: work that is left on an event loop
  /// that was shut down is never done.
  private static let all = Mutex<[ObjectIdentifier: EventLoopExecutors]>([:])

  static func of(_ eventLoop: any EventLoop) -> EventLoopExecutors {
    all.withLock { all in
      let id = ObjectIdentifier(eventLoop)
      if let executors = all[id] { return executors }
      let jobs = EventLoopJobs(eventLoop)
      let executors = EventLoopExecutors(
        requests: EventLoopExecutor(jobs, isForStreams: false),
        streams: EventLoopExecutor(jobs, isForStreams: true)
      )
      all[id] = executors
      return executors
    }
  }
}

/// The work of an event loop for its connections.
private final class EventLoopJobs: Sendable {
  typealias Job = (job: UnownedJob, executor: EventLoopExecutor)

  private struct Queue {
    var ofRequests = CircularBuffer<Job>()
    var ofStreams = CircularBuffer<Job>()
    /// Whether the event loop is going to run it.
    var isScheduled = false
  }

  private static let streamJobsAtATime = 32
  /// The event loop polls its connections only when there is nothing to run at once.
  private static let pause = TimeAmount.microseconds(20)

  private let eventLoop: any EventLoop
  private let queue = Mutex(Queue())

  init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

  func add(_ job: Job, isOfStream: Bool) {
    let mustSchedule = queue.withLock { queue in
      if isOfStream { queue.ofStreams.append(job) } else { queue.ofRequests.append(job) }
      defer { queue.isScheduled = true }
      return !queue.isScheduled
    }
    if mustSchedule { eventLoop.execute { self.run() } }
  }

  private func run() {
    while let next = queue.withLock({ $0.ofRequests.popFirst() }) { run(next) }
    for _ in 0..<Self.streamJobsAtATime {
      guard let next = queue.withLock({ $0.ofStreams.popFirst() }) else { break }
      run(next)
    }
    let isOver = queue.withLock { queue in
      queue.isScheduled = !queue.ofRequests.isEmpty || !queue.ofStreams.isEmpty
      return !queue.isScheduled
    }
    if !isOver { eventLoop.scheduleTask(in: Self.pause) { self.run() } }
  }

  private func run(_ next: Job) { next.job.runSynchronously(on: next.executor.asUnownedTaskExecutor()) }
}
