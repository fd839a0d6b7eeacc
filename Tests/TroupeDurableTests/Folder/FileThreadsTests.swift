import Dispatch
import Foundation
import Troupe
import TroupeTesting
import XCTest

@testable import TroupeDurable

/// When threads are started, and what is done without them.
final class FileThreadsTests: TroupeTestCase {
  func testWorkIsDoneByItsCallerIfNoThreadCanBeStarted() async {
    let starts = Locked(0)
    var threads: FileThreads? = FileThreads { _ in
      starts.withLock { $0 += 1 }
      return EAGAIN
    }
    for name in ["a", "b"] {
      let done = await threads?.run("key") { name }
      XCTAssertEqual(done, name)
      XCTAssertEqual(threads?.count, 0)
    }
    XCTAssertEqual(starts.withLock { $0 }, 2)
    // A thread that wasn't started keeps nothing.
    weak let seen = threads
    threads = nil
    XCTAssertNil(seen)
  }

  func testWorkThatWaitsForItsKeyStartsNoThread() async throws {
    try await underSeeds(1) { scheduler, _ in
      let starts = Locked(0)
      let threads = FileThreads { context in
        starts.withLock { $0 += 1 }
        let address = UInt(bitPattern: context)
        Thread.detachNewThread {
          guard let context = UnsafeMutableRawPointer(bitPattern: address) else { return }
          FileThreads.run(context: context)
        }
        return 0
      }
      let (reached, proceed, done) = (Gate(), DispatchSemaphore(value: 0), Collector<String>())
      let first = Task(executorPreference: scheduler) {
        await threads.run("a") {
          reached.open()
          proceed.wait()
          done.append("a1")
        }
      }
      await reached.wait()
      XCTAssertEqual(starts.withLock { $0 }, 1)
      let second = Task(executorPreference: scheduler) { await threads.run("a") { done.append("a2") } }
      await scheduler.settle()
      XCTAssertEqual(starts.withLock { $0 }, 1)
      await threads.run("b") { done.append("b1") }
      XCTAssertEqual(starts.withLock { $0 }, 2)
      proceed.signal()
      await first.value
      await second.value
      XCTAssertEqual(done.all, ["b1", "a1", "a2"])
    }
  }

  #if os(Linux)
    /// A thread that nobody waits for keeps its stack, unless it is detached.
    func testAThreadThatEndsLeavesNoMemoryBehind() async throws {
      func pages() throws -> Int {
        let sizes = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return try XCTUnwrap(sizes.first.flatMap { Int($0) })
      }
      for _ in 0..<10 { await FileThreads(limit: 1).run {} }
      let before = try pages()
      for _ in 0..<1_000 { await FileThreads(limit: 1).run {} }
      // The stacks of as many would take two gigabytes and more.
      XCTAssertLessThan(try pages() - before, (1 << 30) / Int(sysconf(Int32(_SC_PAGESIZE))))
    }
  #endif
}
