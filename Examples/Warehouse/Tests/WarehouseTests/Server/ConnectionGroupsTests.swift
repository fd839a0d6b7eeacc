import Dispatch
import Synchronization
import XCTest

@testable import WarehouseServer

final class ConnectionGroupsTests: XCTestCase {
  private final class Executor: TaskExecutor {
    private let queue = DispatchQueue(label: "connections")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  private let groups = ConnectionGroups()
  private let executor = Executor()

  func testEachConnectionIsOverWhenTheServerHasNone() async {
    let count = Counter()
    await withDiscardingTaskGroup { server in
      for _ in 0..<300 {
        server.addTask { [groups, executor] in
          await groups.run(on: executor) { count.increment() }
        }
      }
    }
    XCTAssertEqual(count.value, 300)
  }

  func testAConnectionRunsAlsoIfThoseBeforeItAreCancelled() async {
    let (began, begin) = AsyncStream<Never>.makeStream()
    let (ended, end) = AsyncStream<Never>.makeStream()
    let server = Task { [groups, executor] in
      await groups.run(on: executor) {
        begin.finish()
        // In a separate task, because this one is cancelled.
        await Task { for await _ in ended {} }.value
      }
    }
    for await _ in began {}
    server.cancel()
    let count = Counter()
    await groups.run(on: executor) { count.increment() }
    end.finish()
    await server.value
    XCTAssertEqual(count.value, 1)
  }
}

private final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func increment() { count.withLock { $0 += 1 } }
}
