#if DEBUG
  import TroupeComposable
  import TroupeTesting
  import XCTest

  final class ReducerPrinterTests: XCTestCase {
    // S937
    func testTheClosureGetsTheActionAndTheStates() async {
      let lines = LockIsolated<[String]>([])
      let printer = _ReducerPrinter<Int, Bool>(
        printChange: { action, old, new in lines.withValue { $0.append("\(action) \(old) \(new)") } }
      )
      let store = TestStore(initialState: 0) {
        Reduce<Int, Bool> { state, action in
          state += action ? 1 : -1
          return .none
        }
        ._printChanges(printer)
      }
      await store.send(true) { $0 = 1 }
      await store.send(false) { $0 = 0 }
      XCTAssertEqual(lines.value, ["true 0 1", "false 1 0"])
    }

    // S937
    func testThePrintersThatWriteToTheStandardOutputHaveTheirNames() {
      _ = EmptyReducer<Int, Bool>()._printChanges(.actionLabels)._printChanges(.customDump)._printChanges(nil)
    }
  }
#endif
