import Troupe
import TroupeTesting
import XCTest

/// What a test sets on its store for some statements, or for all.
final class SettingsTests: XCTestCase {
  // S824
  func testExhaustivityForStatementsThatDoNotWait() async {
    let store = Lab.store()
    await store.send(.up) { $0.count = 1 }
    let result = Self.synchronously {
      store.withExhaustivity(.off) {
        XCTAssertEqual(store.exhaustivity, .off)
        return 7
      }
    }
    XCTAssertEqual(result, 7)
    XCTAssertEqual(store.exhaustivity, .on)
  }

  // S824
  func testDependenciesForStatementsThatDoNotWait() {
    let store = Lab.store()
    let before = store.dependencies.context
    store.withDependencies {
      $0.context = .preview
    } operation: {
      XCTAssertEqual(store.dependencies.context, .preview)
    }
    XCTAssertEqual(store.dependencies.context, before)
  }

  // S824
  func testOneSerialExecutorIsAlwaysUsed() async {
    let store = Lab.store()
    XCTAssertTrue(store.useMainSerialExecutor)
    store.useMainSerialExecutor = true
    let found = await failures { store.useMainSerialExecutor = false }
    XCTAssertEqual(found.count, 1)
    XCTAssertTrue(found[0].message.hasPrefix("A test store always runs its feature on one serial executor"))
    XCTAssertTrue(store.useMainSerialExecutor)
  }

  private static func synchronously<Result>(_ operation: () -> Result) -> Result { operation() }

  /// An object that a state refers to.
  private final class Note: Equatable {
    var text = ""

    static func == (lhs: Note, rhs: Note) -> Bool { lhs.text == rhs.text }
  }

  private struct Draft: Equatable {
    var note = Note()
    var count = 0
  }

  private enum Action: Equatable, Sendable { case load, loaded(Int) }

  // S825
  func testAStateThatIsNotSendable() async {
    let store = TestStore(initialState: Draft()) {
      Reduce<Draft, Action> { state, action in
        switch action {
        case .load:
          return .run { send in await send(.loaded(await Task.detached { 7 }.value)) }
        case .loaded(let count):
          state.note = Note()
          state.note.text = "loaded"
          state.count = count
          return .none
        }
      }
    }
    store.realTimeLimit = .seconds(60)
    await store.send(.load)
    await store.receive(.loaded(7)) {
      $0.note = Note()
      $0.note.text = "loaded"
      $0.count = 7
    }
    XCTAssertEqual(store.state.note.text, "loaded")
    store.state.note.text = "changed by the test"
    await store.finish()
  }
}
