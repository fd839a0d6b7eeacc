import Troupe
import TroupeDependencies
import XCTest

@testable import TroupeTesting

/// The cost of a test store's step, and the code that it may run.
final class StepLogTests: XCTestCase {
  /// A dependency that runs a closure when it is copied.
  private struct Draws: ConsumableDependency, DependencyKey {
    static let liveValue = Draws {}
    static let testValue = Draws {}

    let copied: @Sendable () -> Void

    func copy() -> Draws {
      copied()
      return self
    }
  }

  /// Another one.
  private struct OtherDraws: DependencyKey {
    static let liveValue = Draws {}
    static let testValue = Draws {}
  }

  private struct Constant: DependencyKey {
    static let liveValue = 0
    static let testValue = 0
  }

  func testWhatUsesChangeIsCopiedOnceForEachStepOutsideOfTheLock() {
    let log = StepLog<Int, Int>(LentState(0))
    let copies = Locked(0)
    // The log keeps the copies.
    let draws = Draws { [weak log] in
      copies.withLock { $0 += 1 }
      // It may take locks whose holder may wait for the log.
      XCTAssertEqual(log?.hasReceived, false)
    }
    withDependencies {
      $0[Draws.self] = draws
      $0[OtherDraws.self] = draws
      $0[Constant.self] = 1
    } operation: {
      let values = DependencyValues(.current)
      log.begin(values)
      XCTAssertEqual(copies.withLock { $0 }, 2)
      log.begin(values)
      XCTAssertEqual(copies.withLock { $0 }, 4)
      XCTAssertFalse(values.areKept(in: values))
    }
  }

  func testValuesThatUsesDoNotChangeAreKept() {
    withDependencies {
      $0[Constant.self] = 1
    } operation: {
      let values = DependencyValues(.current)
      XCTAssertTrue(values.areKept(in: values))
      XCTAssertEqual(values.copyingConsumables()[Constant.self], 1)
      XCTAssertTrue(values.copyingConsumables().areKept(in: values))
    }
  }
}
