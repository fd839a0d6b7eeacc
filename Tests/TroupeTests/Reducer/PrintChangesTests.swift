import Troupe
import TroupeTesting
import XCTest

final class PrintChangesTests: TroupeTestCase {
  private struct Switch: Reducer {
    struct State: Equatable, Sendable {
      var isOn = false
      var title = "light"
      var seen = 0
    }

    enum Action: Equatable, Sendable { case turn(Bool), seen }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .turn(let isOn):
        state.isOn = isOn
        return .run { send in await send(.seen) }
      case .seen:
        state.seen += 1
        return .none
      }
    }
  }

  private func store(_ reducer: some Reducer<Switch.State, Switch.Action>) -> TestStoreOf<Switch> {
    TestStore(initialState: Switch.State()) { reducer }
  }

  // S096
  func testThePrinterGetsEachActionAndTheStatesAroundIt() async {
    let printed = Collector<(Switch.Action, Bool, Bool)>()
    let store = store(
      Switch().printChanges(ChangePrinter { printed.append(($0, $1.isOn, $2.isOn)) })
    )
    await store.send(.turn(true)) { $0.isOn = true }
    await store.receive(.seen) { $0.seen = 1 }
    let all = printed.all
    #if DEBUG
      XCTAssertEqual(all.map(\.0), [.turn(true), .seen])
      XCTAssertEqual(all.map(\.1), [false, true])
      XCTAssertEqual(all.map(\.2), [true, true])
    #else
      XCTAssertTrue(all.isEmpty, "nothing is printed in release builds")  // S099
    #endif
  }

  func testTheDifferenceAsText() async {
    let printed = Collector<String>()
    let store = store(Switch()._printChanges(.difference { printed.append($0) }))
    await store.send(.turn(true)) { $0.isOn = true }
    await store.receive(.seen) { $0.seen = 1 }
    await store.skipInFlightEffects(strict: false)
    await store.send(.turn(true))
    await store.skipReceivedActions()
    #if DEBUG
      XCTAssertEqual(
        Array(printed.all.prefix(3)),
        [
          """
          Received: PrintChangesTests.Switch.Action.turn(true)
            PrintChangesTests.Switch.State(
          -   isOn: false,
          +   isOn: true,
              … (2 unchanged)
            )
          """,
          """
          Received: PrintChangesTests.Switch.Action.seen
            PrintChangesTests.Switch.State(
              … (2 unchanged)
          -   seen: 0
          +   seen: 1
            )
          """,
          """
          Received: PrintChangesTests.Switch.Action.turn(true)
          The state did not change.
          """,
        ]
      )
    #endif
  }

  // S097
  func testThePrintersOfAnActionComeBeforeThoseOfTheNext() async throws {
    try await underSeeds { scheduler, _ in
      let printed = Collector<String>()
      let store = Store(initialState: Switch.State(), configuration: scheduler.configuration()) {
        Switch()
          .printChanges(ChangePrinter { action, _, _ in printed.append("1 \(action)") })
          .printChanges(ChangePrinter { action, _, _ in printed.append("2 \(action)") })
          .printChanges(ChangePrinter { action, _, _ in printed.append("3 \(action)") })
          .printChanges(ChangePrinter { action, _, _ in printed.append("4 \(action)") })
      }
      for isOn in [true, false, true, false] { await store.send(.turn(isOn)) }
      await scheduler.settle()
      #if DEBUG
        let all = printed.all
        XCTAssertEqual(all.count, 32)
        for group in stride(from: 0, to: all.count, by: 4) {
          let action = all[group].dropFirst(2)
          XCTAssertEqual(Array(all[group..<group + 4]), (1...4).map { "\($0) \(action)" })
        }
      #endif
    }
  }

  // S100
  func testPrintingChangesNothing() async {
    for printer in [nil, ChangePrinter<Switch.State, Switch.Action> { _, _, _ in }] {
      let store = store(Switch().printChanges(printer))
      await store.send(.turn(true)) { $0.isOn = true }
      await store.receive(.seen) { $0.seen = 1 }
      await store.finish()
    }
  }

  func testNothingIsCopiedWithoutAPrinter() async throws {
    let scheduler = Scheduler()
    let store = Store(initialState: Array(0..<1_000), configuration: scheduler.configuration()) {
      Reduce<[Int], Int> { numbers, index in
        let before = numbers.withUnsafeBufferPointer { $0.baseAddress }
        numbers[index] += 1
        let after = numbers.withUnsafeBufferPointer { $0.baseAddress }
        XCTAssertEqual(before, after)
        return .none
      }
      .printChanges(nil)
    }
    try await scheduler.run { for index in 0..<10 { await store.send(index) } }
  }

  func testPrintingOfAReducerThatIsCalledByHand() {
    let printed = Collector<String>()
    var state = Switch.State()
    _ = Switch().printChanges(ChangePrinter { action, _, _ in printed.append("\(action)") })
      .reduce(into: &state, action: .seen)
    XCTAssertEqual(state.seen, 1)
    #if DEBUG
      XCTAssertEqual(printed.all, ["seen"])
    #endif
  }
}
