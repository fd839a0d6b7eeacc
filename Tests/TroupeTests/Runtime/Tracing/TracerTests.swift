import Synchronization
import TroupeTesting
import XCTest

@testable import Troupe

/// What a store keeps about its actions for instruments, and for how long.
final class TracerTests: TroupeTestCase {
  func testAStoreKeepsNothingOfAnActionThatIsOver() async throws {
    try await underSeeds { scheduler, _ in
      let lender = Lender()
      let store = numberStore(scheduler, scheduler.configuration { $0.instruments = [lender, Lender()] }) {
        action in
        action == 2 ? .run { _ in } : .none
      }
      for action in 1...3 {
        await store.send(action).finish()
        await scheduler.settle()
        XCTAssertEqual(lender.count, 0)
        XCTAssertEqual(lender.lent, action)
      }
    }
  }

  func testStoresAreToldApartByAllThatIsKnownOfThem() {
    func info(_ run: UInt64 = 1, _ name: String? = "a", line: UInt = 7) -> StoreInfo {
      let location = CallSite(fileID: "a", filePath: "b", line: line, column: 1)
      return StoreInfo(run: run, name: name, type: "Store", location: location)
    }
    XCTAssertEqual(info(), info())
    XCTAssertEqual(Set([info(), info(), info(2), info(1, "b"), info(1, nil), info(line: 8)]).count, 5)
  }
}

/// Sets an object as the context of each action, and counts the live ones.
private final class Lender: Instrument {
  private final class Loan: Sendable {
    private let lender: Lender

    init(_ lender: Lender) {
      self.lender = lender
      lender.counts.withLock { $0 = ($0.lent + 1, $0.count + 1) }
    }

    deinit { lender.counts.withLock { $0.count -= 1 } }
  }

  private let counts = Mutex((lent: 0, count: 0))

  var lent: Int { counts.withLock { $0.lent } }
  var count: Int { counts.withLock { $0.count } }

  func reduce<State>(_ action: inout ActionInfo, state: inout State, body: (inout State) -> Void) {
    action.instrumentContext = Loan(self)
    body(&state)
  }
}
