import Troupe
import TroupeTesting
import XCTest

/// Each test starts with new default values of dependencies, without any code for that. Without this, each of
/// two tests would fail after the other one.
final class FreshDefaultsTests: XCTestCase {
  private final class Counter: Sendable {
    private let count = Locked(0)
    func next() -> Int {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }

  private enum CounterKey: TestDependencyKey {
    static var testValue: Counter { Counter() }
  }

  private func check() async {
    @Dependency(CounterKey.self) var counter
    XCTAssertEqual(counter.next(), 1)
    let inTask = await Task.detached {
      @Dependency(CounterKey.self) var counter
      return counter.next()
    }.value
    XCTAssertEqual(inTask, 2)
    var stack = StackState<Int>()
    stack.append(1)
    XCTAssertEqual(stack.ids, [0])
  }

  func testDefaultsBeginAnew() async { await check() }

  func testDefaultsBeginAnewOnceMore() async { await check() }

  private enum NumberKey: TestDependencyKey {
    static var testValue: Int { 0 }
  }

  private func checkPreparing() {
    prepareDependencies { $0[NumberKey.self] = 5 }
    @Dependency(NumberKey.self) var number
    XCTAssertEqual(number, 5)
  }

  // Preparing twice would be an issue.
  func testWhatATestPreparesIsItsOwn() { checkPreparing() }

  func testWhatATestPreparesIsItsOwnOnceMore() { checkPreparing() }
}
