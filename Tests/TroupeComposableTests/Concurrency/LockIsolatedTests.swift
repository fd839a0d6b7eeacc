import TroupeComposable
import XCTest

final class LockIsolatedTests: XCTestCase {
  private struct Failure: Error {}

  // S826
  func testAValueIsReadChangedAndSet() throws {
    let numbers = LockIsolated([1])
    numbers.withValue { $0.append(2) }
    XCTAssertEqual(numbers.value, [1, 2])
    XCTAssertEqual(numbers.count, 2)
    XCTAssertThrowsError(
      try numbers.withValue { numbers in
        numbers.append(3)
        throw Failure()
      }
    )
    XCTAssertEqual(numbers.value, [1, 2, 3])
    numbers.setValue([])
    XCTAssertEqual(numbers.value, [])
  }

  // S826
  func testTheThreadThatHasTheLockMayTakeItAgain() {
    let number = LockIsolated(1)
    let result = number.withValue { outer in
      outer += 1
      return number.value
    }
    XCTAssertEqual(result, 1)
    XCTAssertEqual(number.value, 2)
  }

  // S826
  func testManyTasksLoseNoChange() async {
    let number = LockIsolated(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { number.withValue { $0 += 1 } } }
    }
    XCTAssertEqual(number.value, 100)
  }

  // S826
  func testAValueInAnActor() async throws {
    let number = ActorIsolated(1)
    let doubled = await number.withValue { number in
      number += 1
      return number * 2
    }
    XCTAssertEqual(doubled, 4)
    await number.setValue(7)
    let value = await number.value
    XCTAssertEqual(value, 7)
  }
}
