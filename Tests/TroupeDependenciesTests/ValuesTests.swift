import Synchronization
import Troupe
import TroupeDependencies
import TroupeDiagnostics
import XCTest

/// The dependencies that every program has.
final class ValuesTests: DependencyTestCase {
  private struct Failure: Error {}

  private struct Sequential: RandomNumberGenerator {
    var state: UInt64 = 0

    mutating func next() -> UInt64 {
      state += 1
      return state
    }
  }

  // S395
  func testAGeneratorWithASeedIsReproducible() throws {
    func draw() throws -> [UInt64] {
      try withDependencies {
        $0.withRandomNumberGenerator = WithRandomNumberGenerator(Sequential())
      } operation: {
        @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
        var numbers = try withRandomNumberGenerator { generator in
          if generator.next() == 0 { throw Failure() }
          return [generator.next(), generator.next()]
        }
        numbers.append(withRandomNumberGenerator { $0.next() })
        return numbers
      }
    }
    XCTAssertEqual(try draw(), [2, 3, 4])
    XCTAssertEqual(try draw(), [2, 3, 4])
  }

  // S395
  func testDrawingMayThrow() {
    let generator = WithRandomNumberGenerator(Sequential())
    XCTAssertThrowsError(
      try generator {
        _ = $0.next()
        throw Failure()
      }
    )
    XCTAssertEqual(generator { $0.next() }, 2)
  }

  // S395
  func testDrawingInATestWithoutAGeneratorIsAnIssue() {
    @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
    let issues = issues { _ = withRandomNumberGenerator { Bool.random(using: &$0) } }
    XCTAssertEqual(issues.count, 1)
    withDependencies {
      $0.context = .live
    } operation: {
      _ = withRandomNumberGenerator { Bool.random(using: &$0) }
    }
  }

  // S396
  func testTestsWaitForWorkThatNobodyWaitsFor() async {
    let log = Locked<[String]>([])
    let wasCancelled = Atomic(true)
    @Dependency(\.fireAndForget) var fireAndForget
    let task = Task { [fireAndForget] in
      withUnsafeCurrentTask { $0?.cancel() }
      await fireAndForget {
        // not a wait: the work takes some steps, so that a caller that doesn't wait for it returns before.
        for _ in 0..<10 { await Task.yield() }
        wasCancelled.store(Task.isCancelled, ordering: .relaxed)
        log.withLock { $0.append("work \(read(\.number))") }
      }
      log.withLock { $0.append("returned") }
    }
    await task.value
    XCTAssertEqual(log.withLock { $0 }, ["work -1", "returned"])
    XCTAssertFalse(wasCancelled.load(ordering: .relaxed))
  }

  // S396
  func testAnErrorOfWorkThatNobodyWaitsForIsAnIssue() async {
    @Dependency(\.fireAndForget) var fireAndForget
    let line: UInt = #line + 1
    let issues = await issues { await fireAndForget { throw Failure() } }
    XCTAssertEqual(issues.map(\.location.line), [line])
    // A release build shows no payloads, whether there are any or not.
    #if DEBUG
      let error = "ValuesTests.Failure()"
    #else
      let error = "ValuesTests.Failure(…)"
    #endif
    XCTAssertEqual(
      issues.map(\.message),
      [
        "Work started with `fireAndForget` threw an error, which no caller can catch: \(error). Catch the error in the closure."
      ]
    )
  }

  // S396
  func testProgramsDoNotWaitForWorkThatNobodyWaitsFor() async {
    let (gate, opener) = AsyncStream<Void>.makeStream()
    let (ends, end) = AsyncStream<Int>.makeStream()
    await withDependencies {
      $0.context = .live
      $0.number = 5
    } operation: {
      await read(\.fireAndForget).callAsFunction(priority: .high) {
        for await _ in gate {}
        end.yield(read(\.number))
        end.finish()
      }
    }
    // The call has returned although the work waits.
    opener.finish()
    var all: [Int] = []
    for await number in ends { all.append(number) }
    XCTAssertEqual(all, [5])
  }

  // S396
  func testFireAndForgetCanBeReplaced() async {
    let priorities = Locked<[TaskPriority?]>([])
    await withDependencies {
      $0.fireAndForget = FireAndForget { work, priority in
        priorities.withLock { $0.append(priority) }
        await work.start(priority: priority).value
      }
    } operation: {
      await read(\.fireAndForget).callAsFunction(priority: .low) {}
    }
    XCTAssertEqual(priorities.withLock { $0 }, [.low])
  }
}
