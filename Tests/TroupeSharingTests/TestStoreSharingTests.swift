import TestSupport
import Troupe
import TroupeDiagnostics
import TroupeSharing
import TroupeTesting
import XCTest

/// What a test asserts of shared values.
final class TestStoreSharingTests: XCTestCase {
  struct Booking: Reducer {
    struct State: Equatable, Sendable {
      @Shared(.inMemory("seats")) var seats = 2
      var own: [Int] = []
    }

    enum Action: Equatable, Sendable {
      case book
      case bookLater
      case booked(Int)
      case nothing
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .book:
          state.own.append(
            state.$seats.withLock { seats in
              seats -= 1
              return seats
            }
          )
          return .none
        case .bookLater:
          return .run { [seats = state.$seats] send in
            let seat = seats.withLock { seats in
              seats -= 1
              return seats
            }
            await send(.booked(seat))
          }
        case .booked(let seat):
          state.own.append(seat)
          return .none
        case .nothing:
          return .none
        }
      }
    }
  }

  private func store() -> TestStoreOf<Booking> {
    TestStore(initialState: Booking.State()) { Booking() }
  }

  private func issues(_ body: nonisolated(nonsending) () async -> Void) async -> [String] {
    let issues = IssueCollector()
    await withIssueReporters([issues]) { await body() }
    return issues.messages
  }

  // S438, S875
  func testAChangeIsAssertedWithItsAction() async {
    let store = store()
    await store.send(.book) {
      $0.$seats.withLock { $0 = 1 }
      $0.own = [1]
    }
    await store.send(.book) {
      $0.$seats.withLock { $0 -= 1 }
      $0.own = [1, 0]
    }
  }

  // S438, S875
  func testAChangeThatIsNotAssertedFails() async {
    let store = store()
    let missing = await issues { await store.send(.book) { $0.own = [1] } }
    XCTAssertEqual(missing.count, 1)
    XCTAssertTrue(
      missing[0].contains(#"The shared value .inMemory("seats") was not expected to change, but it did"#)
    )
    XCTAssertTrue(missing[0].contains("- 2\n+ 1"), missing[0])
    let wrong = await issues {
      await store.send(.book) {
        $0.$seats.withLock { $0 = 7 }
        $0.own = [1, 0]
      }
    }
    XCTAssertEqual(wrong.count, 1)
    XCTAssertTrue(wrong[0].contains("didn't change as expected"))
    XCTAssertTrue(wrong[0].contains("- 7\n+ 0"), wrong[0])
    let none = await issues { await store.send(.nothing) { $0.$seats.withLock { $0 = 3 } } }
    XCTAssertEqual(none.count, 1)
    XCTAssertTrue(none[0].contains("isn't as expected"))
  }

  // S876
  func testAChangeByAnEffectIsReceived() async {
    let store = store()
    await store.send(.bookLater)
    await store.receiveSharedChange { $0.$seats.withLock { $0 = 1 } }
    await store.receive(.booked(1)) { $0.own = [1] }
  }

  // S876
  func testAChangeByAnEffectCanBeAssertedWithTheState() async {
    let store = store()
    await store.send(.bookLater)
    store.assert { $0.$seats.withLock { $0 = 1 } }
    await store.receive(.booked(1)) { $0.own = [1] }
    let wrong = await issues { store.assert { $0.$seats.withLock { $0 = 2 } } }
    XCTAssertEqual(wrong.count, 1)
  }

  // S876
  func testAChangeByAnEffectThatIsNotReceivedFails() async {
    let messages = await issues {
      let store = store()
      await store.send(.bookLater)
      await store.finish()
    }
    XCTAssertEqual(messages.count, 1)
    XCTAssertTrue(messages[0].contains(#"- a change of the shared value .inMemory("seats")"#), messages[0])
    XCTAssertTrue(messages[0].contains("receiveSharedChange"))
    let other = await issues {
      let store = store()
      await store.send(.bookLater)
      await store.receive(.booked(0)) { $0.own = [0] }
    }
    XCTAssertTrue(
      other[0].contains("Expected to receive booked(0)") || other[0].contains("Expected to receive")
    )
  }

  // S876
  func testAChangeByAnotherStoreIsReceivedAndATestsOwnIsNot() async {
    @Shared(.inMemory("seats")) var seats = 2
    let store = store()
    let other = TestStore(initialState: Booking.State()) { Booking() }
    await other.send(.book) {
      $0.$seats.withLock { $0 = 1 }
      $0.own = [1]
    }
    await store.receiveSharedChange { $0.$seats.withLock { $0 = 1 } }
    XCTAssertEqual(seats, 1)
    $seats.withLock { $0 = 10 }
    await store.send(.book) {
      $0.$seats.withLock { $0 = 9 }
      $0.own = [9]
    }
    await other.receiveSharedChange { $0.$seats.withLock { $0 = 9 } }
  }

  // S877
  func testOnlyWhatIsMentionedIsComparedWithoutExhaustivity() async {
    let store = store()
    store.exhaustivity = .off
    await store.send(.book)
    await store.send(.book) { $0.$seats.withLock { $0 = 0 } }
    let wrong = await issues { await store.send(.book) { $0.$seats.withLock { $0 = 5 } } }
    XCTAssertEqual(wrong.count, 1)
    await store.send(.bookLater)
    await store.receive(.booked(-2))
  }

  // S866
  func testEachTestStartsWithTheDefault() async {
    @Shared(.inMemory("seats")) var seats = 2
    XCTAssertEqual(seats, 2)
  }

  // S866
  func testEachRunOfAnExplorationStartsWithTheDefault() async {
    await explore(schedules: 3) { _ in
      @Shared(.inMemory("runs")) var runs = 0
      $runs.withLock { $0 += 1 }
      XCTAssertEqual(runs, 1)
    }
  }

  // S877
  func testSkippedAssertionsOfSharedValuesAreShown() async {
    let store = store()
    let printed = Collector<String>()
    store.printer = { printed.append($0) }
    store.exhaustivity = .off(showSkippedAssertions: true)
    await store.send(.book) { $0.own = [1] }
    XCTAssertEqual(printed.count, 1, "\(printed.all)")
    XCTAssert(printed.all[0].contains(".inMemory(\"seats\")"), printed.all[0])
    await store.send(.book) { $0.$seats.withLock { $0 = 0 } }
    XCTAssertEqual(printed.count, 2, "\(printed.all)")
    XCTAssert(printed.all[1].contains("own"), printed.all[1])
  }

  // S881
  func testPrintedChangesContainSharedValues() async {
    #if DEBUG
      let printed = Collector<String>()
      let store = Store(initialState: Booking.State()) {
        Booking().printChanges(.difference { printed.append($0) })
      }
      await store.send(.book)
      await store.send(.nothing)
      XCTAssertEqual(printed.count, 2)
      XCTAssert(printed.all[0].contains("The shared value .inMemory(\"seats\"):\n- 2\n+ 1"), printed.all[0])
      XCTAssert(printed.all[0].contains("own"), printed.all[0])
      XCTAssert(printed.all[1].contains("The state did not change."), printed.all[1])
    #endif
  }
}
