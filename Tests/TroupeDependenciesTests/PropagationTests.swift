import Dispatch
import TroupeDependencies
import XCTest

/// How far overrides reach, and how to pass them further.
final class PropagationTests: DependencyTestCase {
  // S385
  func testACallbackNeedsTheDependenciesTakenAlong() async {
    await withDependencies {
      $0.number = 5
    } operation: {
      let without = await onQueue { read(\.number) }
      let with = await withEscapedDependencies { dependencies in
        await onQueue { dependencies.yield { read(\.number) } }
      }
      XCTAssertEqual([without, with], [-1, 5])
    }
  }

  // S385
  func testADetachedTaskNeedsTheDependenciesTakenAlong() async {
    let (without, with) = withDependencies {
      $0.number = 5
    } operation: {
      withEscapedDependencies { dependencies in
        (
          Task.detached { read(\.number) },
          Task.detached {
            await dependencies.yield {
              await Task.yield()
              return read(\.number)
            }
          }
        )
      }
    }
    let numbers = await [without.value, with.value]
    XCTAssertEqual(numbers, [-1, 5])
  }

  // S385
  func testDependenciesAreTakenAlongAgain() async {
    let task = withDependencies {
      $0.number = 5
    } operation: {
      withEscapedDependencies { outer in
        Task.detached {
          await outer.yield {
            await withEscapedDependencies { inner in
              await Task.detached { inner.yield { read(\.number) } }.value
            }
          }
        }
      }
    }
    let number = await task.value
    XCTAssertEqual(number, 5)
  }

  // S386
  func testAnOverrideInsideWinsOverWhatWasTakenAlong() async {
    let task = withDependencies {
      $0.number = 5
    } operation: {
      withEscapedDependencies { dependencies in
        Task.detached {
          dependencies.yield {
            withDependencies {
              $0.number += 1
            } operation: {
              read(\.number)
            }
          }
        }
      }
    }
    let number = await task.value
    XCTAssertEqual(number, 6)
  }

  // S386
  func testWhatWasTakenAlongWinsOverTheOverrideAtThePlaceOfUse() {
    let continuation = withDependencies {
      $0.number = 5
    } operation: {
      withEscapedDependencies { $0 }
    }
    withDependencies {
      $0.number = 6
    } operation: {
      XCTAssertEqual(continuation.yield { read(\.number) }, 5)
      XCTAssertEqual(read(\.number), 6)
    }
  }

  // S387
  func testALazySequenceIsComputedWhereItIsConsumed() async {
    func numbers(_ number: @escaping @Sendable () -> Int) -> AsyncStream<Int> {
      let counter = Counter()
      return AsyncStream { counter.next() < 2 ? number() : nil }
    }
    let (without, with) = withDependencies {
      $0.number = 5
    } operation: {
      withEscapedDependencies { dependencies in
        (numbers { read(\.number) }, numbers { dependencies.yield { read(\.number) } })
      }
    }
    var all: [Int] = []
    for await number in without { all.append(number) }
    for await number in with { all.append(number) }
    XCTAssertEqual(all, [-1, -1, 5, 5])
  }

  // S387
  func testATaskBehindASequenceHasTheDependenciesOfItsMaking() async {
    let stream = withDependencies {
      $0.number = 5
    } operation: {
      AsyncStream { continuation in
        Task {
          continuation.yield(read(\.number))
          continuation.finish()
        }
      }
    }
    var all: [Int] = []
    for await number in stream { all.append(number) }
    XCTAssertEqual(all, [5])
  }

  func testTwoTasksNeverSeeEachOthersOverride() async {
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<20 {
        group.addTask {
          await withDependencies {
            $0.number = task
          } operation: {
            for _ in 0..<50 {
              // not a wait: the others are to run between.
              await Task.yield()
              guard read(\.number) == task else { return false }
            }
            return true
          }
        }
      }
      for await isAlone in group { XCTAssertTrue(isAlone) }
    }
  }
}

/// Runs a closure on a queue, which task-locals don't reach.
private func onQueue<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(returning: body()) }
  }
}
