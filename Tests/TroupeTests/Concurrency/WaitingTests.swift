import Troupe
import TroupeTesting
import XCTest

/// `Task.never`, `cancellableValue`, the streams that never deliver anything, and `Result` of asynchronous
/// work.
final class WaitingTests: TroupeTestCase {
  private struct Failure: Error, Equatable {}

  func testNeverWaitsUntilItIsCancelled() async throws {
    try await underSeeds { scheduler, _ in
      let events = Collector<String>()
      let task = Task(executorPreference: scheduler) {
        do {
          try await Task.never()
        } catch {
          events.append("\(type(of: error))")
        }
      }
      await scheduler.settle()
      XCTAssertEqual(events.all, [])
      task.cancel()
      await task.value
      XCTAssertEqual(events.all, ["CancellationError"])
    }
  }

  func testNeverThrowsAtOnceInACancelledTask() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      do {
        try await Task.never()
      } catch {
        return error is CancellationError
      }
    }
    let isCancelled = await task.value
    XCTAssertTrue(isCancelled)
  }

  func testStreamsThatNeverGiveAnything() async throws {
    try await underSeeds { scheduler, _ in
      let events = Collector<String>()
      let task = Task(executorPreference: scheduler) {
        for await _ in AsyncStream<Int>.never { events.append("a") }
        events.append("ended")
        for try await _ in AsyncThrowingStream<Int, any Error>.never { events.append("b") }
        events.append("ended")
      }
      await scheduler.settle()
      XCTAssertEqual(events.all, [])
      task.cancel()
      try await task.value
      XCTAssertEqual(events.all, ["ended", "ended"])
    }
  }

  func testStreamsThatHaveEnded() async throws {
    for await _ in AsyncStream<Int>.finished { XCTFail("It gives something.") }
    for try await _ in AsyncThrowingStream<Int, any Error>.finished() { XCTFail("It gives something.") }
    do {
      for try await _ in AsyncThrowingStream<Int, any Error>.finished(throwing: Failure()) {
        XCTFail("It gives something.")
      }
      XCTFail("It doesn't throw.")
    } catch {
      XCTAssertTrue(error is Failure)
    }
  }

  func testAValueIsCancelledWithWhoWaitsForIt() async throws {
    try await underSeeds { scheduler, _ in
      let throwing = Task(executorPreference: scheduler) { try await waitForCancellation() }
      let plain = Task(executorPreference: scheduler) { await (try? waitForCancellation()) == nil }
      let waiting = Task(executorPreference: scheduler) {
        let wasCancelled = await plain.cancellableValue
        do {
          try await throwing.cancellableValue
          return false
        } catch {
          return wasCancelled && error is CancellationError
        }
      }
      await scheduler.settle()
      waiting.cancel()
      let isCancelled = await waiting.value
      XCTAssertTrue(isCancelled)
      let value = await Task { 5 }.cancellableValue
      XCTAssertEqual(value, 5)
    }
  }

  private static func load(_ number: Int) async throws(Failure) -> Int {
    await Task.yield()
    if number < 0 { throw Failure() }
    return number
  }

  func testAResultOfAsynchronousWork() async {
    let good = await Result { () async throws(Failure) in try await Self.load(1) }
    XCTAssertEqual(good, .success(1))
    let bad = await Result { () async throws(Failure) in try await Self.load(-1) }
    XCTAssertEqual(bad, .failure(Failure()))
    let untyped = await Result { try await Self.load(-1) }
    XCTAssertThrowsError(try untyped.get())
    // The standard library's initializer.
    let synchronous = Result { try good.get() }
    XCTAssertEqual(try? synchronous.get(), 1)
  }
}
