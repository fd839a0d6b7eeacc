import NIOCore
import NIOPosix
import XCTest

@testable import WarehouseServer

final class EventLoopExecutorTests: XCTestCase {
  private static let group = MultiThreadedEventLoopGroup.singleton

  @concurrent
  private static func isOnEventLoop() async -> Bool { group.makeIterator().contains { $0.inEventLoop } }

  @concurrent
  private static func isOn(_ eventLoop: any EventLoop) async -> Bool { eventLoop.inEventLoop }

  func testWhatStoresDoRunsOnAnEventLoop() async {
    let isThere = await withTaskExecutorPreference(EventLoopGroupExecutor.shared) {
      await Self.isOnEventLoop()
    }
    XCTAssertTrue(isThere)
  }

  func testWhatIsBegunOnAnEventLoopStaysThere() async {
    for eventLoop in Self.group.makeIterator() {
      let stays = await withTaskExecutorPreference(EventLoopExecutors.of(eventLoop).requests) {
        let begun = Task.detached(executorPreference: EventLoopGroupExecutor.shared) {
          await Self.isOn(eventLoop)
        }
        return await begun.value
      }
      XCTAssertTrue(stays)
    }
  }

  func testTenThousandTasksAtOnceAllRun() async {
    let count = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<10_000 {
        group.addTask(executorPreference: EventLoopGroupExecutor.shared) { 1 }
      }
      return await group.reduce(0, +)
    }
    XCTAssertEqual(count, 10_000)
  }
}
