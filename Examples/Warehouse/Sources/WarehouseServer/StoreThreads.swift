import Dispatch
import Foundation
import NIOCore
import Synchronization

/// Threads for the stores, and for work on their states, separate from the event loops: a store with a long
/// queue, or with a long turn, delays no connection.
///
/// Jobs wait in lanes, one for each store. The lanes take turns, for one job each. A store therefore waits
/// for one job of each other store, however many jobs that store has.
package final class StoreThreads: Sendable {
  fileprivate enum Job: Sendable {
    case ofStore(UnownedJob, StoreLane)
    case ofTask(UnownedJob, TaskLane)

    func run() {
      switch self {
      case .ofStore(let job, let lane): job.runSynchronously(on: lane.asUnownedSerialExecutor())
      case .ofTask(let job, let lane): job.runSynchronously(on: lane.asUnownedTaskExecutor())
      }
    }
  }

  private struct Lane {
    /// How many of its jobs run at a time.
    let width: Int
    var waiting = CircularBuffer<Job>()
    var running = 0
    /// Whether it is among the lanes in the order of turns.
    var isReady = false
  }

  private struct State {
    var lanes: [Lane] = []
    var freeLanes: [Int] = []
    /// The lanes with a job that can run, in the order of their turns.
    var ready = CircularBuffer<Int>()
    var sleepingThreads = 0
    var isEnded = false

    mutating func makeReady(_ number: Int) {
      let lane = lanes[number]
      guard !lane.isReady, lane.running < lane.width, !lane.waiting.isEmpty else { return }
      lanes[number].isReady = true
      ready.append(number)
    }

    /// Takes the next job of the lane whose turn it is.
    mutating func next() -> (job: Job, lane: Int)? {
      guard let number = ready.popFirst(), let job = lanes[number].waiting.popFirst() else { return nil }
      lanes[number].isReady = false
      lanes[number].running += 1
      makeReady(number)
      return (job, number)
    }

    mutating func end(in number: Int) {
      lanes[number].running -= 1
      makeReady(number)
    }
  }

  /// The threads of all servers of the process, which also share the event loops.
  package static let shared = StoreThreads(count: max(2, System.coreCount))

  let count: Int
  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)

  init(count: Int) {
    precondition(count > 0, "A job needs a thread.")
    self.count = count
    for number in 1...count {
      let thread = Thread { [self] in run() }
      thread.name = "stores-\(number)"
      thread.start()
    }
  }

  /// Ends the threads as soon as there is no job.
  func end() {
    let sleepingThreads = state.withLock { state in
      state.isEnded = true
      defer { state.sleepingThreads = 0 }
      return state.sleepingThreads
    }
    for _ in 0..<sleepingThreads { wake.signal() }
  }

  /// The number of lanes, including lanes that can be reused.
  var laneCount: Int { state.withLock { $0.lanes.count } }

  fileprivate func addLane(width: Int) -> Int {
    state.withLock { state in
      let lane = Lane(width: width)
      if let number = state.freeLanes.popLast() {
        state.lanes[number] = lane
        return number
      }
      state.lanes.append(lane)
      return state.lanes.count - 1
    }
  }

  /// Frees the place of a lane. It has no job, because each refers to it.
  fileprivate func removeLane(_ number: Int) { state.withLock { $0.freeLanes.append(number) } }

  fileprivate func add(_ job: Job, to number: Int) {
    let mustWake = state.withLock { state in
      state.lanes[number].waiting.append(job)
      state.makeReady(number)
      guard state.lanes[number].isReady, state.sleepingThreads > 0 else { return false }
      state.sleepingThreads -= 1
      return true
    }
    if mustWake { wake.signal() }
  }

  private func run() {
    var last: (job: Job, lane: Int)?
    while true {
      let (next, isEnded) = state.withLock { state in
        if let last { state.end(in: last.lane) }
        let next = state.next()
        if next == nil, !state.isEnded { state.sleepingThreads += 1 }
        return (next, state.isEnded)
      }
      // Only now: it may be what kept the lane alive.
      last = next
      if let next {
        next.job.run()
      } else if isEnded {
        return
      } else {
        wake.wait()
      }
    }
  }
}

/// The lane of a store. It does one job at a time.
final class StoreLane: SerialExecutor {
  private let threads: StoreThreads
  private let number: Int

  init(on threads: StoreThreads) {
    self.threads = threads
    number = threads.addLane(width: 1)
  }

  deinit { threads.removeLane(number) }

  func enqueue(_ job: consuming ExecutorJob) { threads.add(.ofStore(UnownedJob(job), self), to: number) }
}

/// The lane of tasks that work on states. One thread is left for the stores.
final class TaskLane: TaskExecutor {
  /// How many of its jobs run at a time.
  let width: Int
  private let threads: StoreThreads
  private let number: Int

  init(on threads: StoreThreads) {
    self.threads = threads
    width = max(1, threads.count - 1)
    number = threads.addLane(width: width)
  }

  deinit { threads.removeLane(number) }

  func enqueue(_ job: consuming ExecutorJob) { threads.add(.ofTask(UnownedJob(job), self), to: number) }
}
