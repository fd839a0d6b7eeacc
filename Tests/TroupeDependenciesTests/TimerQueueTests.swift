import TroupeDependencies
import TroupeDiagnostics
import XCTest

/// The waits of operators on the clocks of the standard library.
final class TimerQueueTests: XCTestCase {
  /// A clock whose time a test sets, and whose sleeps the test ends.
  private final class ManualClock: Clock {
    struct Instant: InstantProtocol {
      var seconds: Int
      func advanced(by duration: Duration) -> Instant {
        Instant(seconds: seconds + Int(duration / .seconds(1)))
      }
      func duration(to other: Instant) -> Duration { .seconds(other.seconds - seconds) }
      static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.seconds < rhs.seconds }
    }

    private struct State {
      var now = Instant(seconds: 0)
      var sleeps: [(Instant, UnsafeContinuation<Void, Never>)] = []
    }

    private let state = Locked(State())
    let minimumResolution = Duration.zero

    var now: Instant { state.withLock { $0.now } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      await withUnsafeContinuation { continuation in
        let isOver = state.withLock { state in
          if deadline <= state.now { return true }
          state.sleeps.append((deadline, continuation))
          return false
        }
        if isOver { continuation.resume() }
      }
      state.acknowledge()
    }

    func advance(to second: Int) {
      let over = state.withLock { state in
        state.now.seconds = second
        let over = state.sleeps.filter { $0.0 <= state.now }.map { $0.1 }
        state.sleeps.removeAll { $0.0 <= state.now }
        return over
      }
      for continuation in over { continuation.resume() }
    }
  }

  private typealias Queue = TimerQueue<ManualClock>

  /// Starts waits. Each is in the queue before the next begins.
  private func start(_ seconds: [Int], in queue: Queue) -> [Task<Int, any Error>] {
    seconds.map { second in
      Task.immediate {
        try await queue.sleep(until: .init(seconds: second))
        return second
      }
    }
  }

  // S815
  func testWaitsShareASleep() async throws {
    let clock = ManualClock()
    let queue = Queue(clock: clock)
    let tasks = start([10, 20, 30, 15], in: queue)
    XCTAssertEqual(queue.counts.waits, 4)
    XCTAssertEqual(queue.counts.sleeps, 1)
    for (task, second) in zip([tasks[0], tasks[3], tasks[1], tasks[2]], [10, 15, 20, 30]) {
      clock.advance(to: second)
      let ended = try await task.value
      XCTAssertEqual(ended, second)
    }
    XCTAssertEqual(queue.counts.waits, 0)
  }

  func testAnEarlierWaitBeginsASleep() async throws {
    let clock = ManualClock()
    let queue = Queue(clock: clock)
    let tasks = start([30, 20, 10, 25, 40], in: queue)
    XCTAssertEqual(queue.counts.sleeps, 3)
    clock.advance(to: 10)
    _ = try await tasks[2].value
    clock.advance(to: 40)
    for task in tasks { _ = try await task.value }
    XCTAssertEqual(queue.counts.waits, 0)
  }

  // S815
  func testWhatIsCancelledIsFreedAtOnce() async throws {
    let clock = ManualClock()
    let queue = Queue(clock: clock)
    for _ in 0..<1_000 {
      let tasks = start([100], in: queue)
      tasks[0].cancel()
      let result = await tasks[0].result
      XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
    }
    XCTAssertEqual(queue.counts.waits, 0)
    XCTAssertEqual(queue.counts.sleeps, 1, "the first one's")
    // It serves the next wait, and so does the sleep that it begins.
    let tasks = start([150], in: queue)
    XCTAssertEqual(queue.counts.sleeps, 1)
    clock.advance(to: 100)
    clock.advance(to: 150)
    _ = try await tasks[0].value
  }

  func testAWaitOfACancelledTaskNeverBegins() async {
    let queue = Queue(clock: ManualClock())
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await queue.sleep(until: .init(seconds: 1))
    }
    let result = await task.result
    XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
    XCTAssertEqual(queue.counts.waits, 0)
    XCTAssertEqual(queue.counts.sleeps, 0)
  }

  func testAPastDeadlineIsOverAtOnce() async throws {
    let clock = ManualClock()
    clock.advance(to: 5)
    let queue = Queue(clock: clock)
    try await queue.sleep(until: .init(seconds: 5))
    try await queue.sleep(until: .init(seconds: 1))
    XCTAssertEqual(queue.counts.waits, 0)
  }

  /// Waits with random deadlines, some of which are cancelled at random, end at their deadlines and not
  /// before.
  func testRandomWaits() async throws {
    for seed in 0..<20 as Range<UInt64> {
      var random = SplitMix(state: seed)
      let clock = ManualClock()
      let queue = Queue(clock: clock)
      let seconds = (0..<200).map { _ in Int.random(in: 1...50, using: &random) }
      let tasks = start(seconds, in: queue)
      let cancelled = Set((0..<200).filter { _ in Bool.random(using: &random) })
      for index in cancelled { tasks[index].cancel() }
      for index in cancelled { _ = await tasks[index].result }
      XCTAssertEqual(queue.counts.waits, 200 - cancelled.count)
      for second in 1...50 {
        clock.advance(to: second)
        for (index, task) in tasks.enumerated() where seconds[index] == second && !cancelled.contains(index) {
          let ended = try await task.value
          XCTAssertEqual(ended, second)
        }
        let left = zip(seconds.indices, seconds).count { $1 > second && !cancelled.contains($0) }
        XCTAssertEqual(queue.counts.waits, left)
      }
    }
  }

  private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var value = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
      value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
      return value ^ (value >> 31)
    }
  }

  /// Many threads add and cancel waits on the machine's clock.
  func testWaitsFromManyThreads() async throws {
    // real time: fifty microseconds at most.
    let queue = TimerQueue(clock: ContinuousClock())
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<1_000 {
        group.addTask {
          let task = Task { try await queue.sleep(until: .now.advanced(by: .microseconds(number % 50))) }
          if number.isMultiple(of: 3) { task.cancel() }
          _ = await task.result
        }
      }
    }
    XCTAssertEqual(queue.counts.waits, 0)
  }
}
