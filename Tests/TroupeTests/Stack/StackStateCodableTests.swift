import Foundation
import Troupe
import TroupeTesting
import XCTest

final class StackStateCodableTests: TroupeTestCase {
  private typealias Stack = StackState<String>

  private func decoded<Value: Decodable>(_ json: String, as type: Value.Type = Stack.self) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  private func counting<Result>(_ body: () throws -> Result) rethrows -> Result {
    try withDependencies({ $0.stackElementID = .counting }, operation: body)
  }

  /// What is wrong with a stack that can't be decoded.
  private func problem(_ json: String) -> String? {
    do {
      let stack = try decoded(json, as: Stack.self)
      return "It was decoded as \(stack.ids)."
    } catch DecodingError.dataCorrupted(let context) {
      return context.debugDescription
    } catch {
      return "\(error)"
    }
  }

  // S294
  func testAStackIsDecodedWithItsIDs() throws {
    try counting {
      var stack: Stack = ["a", "b", "c"]
      stack.remove(at: 0)
      stack.insert("d", at: 0)
      let encoded = try JSONEncoder().encode(stack)
      XCTAssertEqual(try JSONDecoder().decode(Stack.self, from: encoded), stack)
      XCTAssertEqual(stack.ids, [3, 1, 2])
    }
    let empty = try JSONEncoder().encode(Stack())
    XCTAssertEqual(try JSONDecoder().decode(Stack.self, from: empty), [])
  }

  // S294
  func testElementsWithoutIDsGetNewOnes() throws {
    try counting {
      let stack = try decoded(#"["a", "b"]"#, as: Stack.self)
      XCTAssertEqual(Array(stack), ["a", "b"])
      XCTAssertEqual(stack.ids, [0, 1])
      XCTAssertEqual(try decoded(#"["a"]"#, as: Stack.self).ids, [2])
    }
  }

  // S294
  func testIDsMadeAfterDecodingAreNew() throws {
    try counting {
      var stack = try decoded(#"{"ids": [7, 4], "elements": ["a", "b"]}"#, as: Stack.self)
      XCTAssertEqual(stack.ids, [7, 4])
      var other: Stack = ["c"]
      stack.append("d")
      XCTAssertEqual(other.ids, [8])
      XCTAssertEqual(stack.ids, [7, 4, 9])
      // The newest may have been removed since.
      stack.removeAll()
      other.append("e")
      XCTAssertEqual(other.ids, [8, 10])
    }
  }

  // S294
  func testEffectsOfADecodedElementEndWhenItIsReplacedInOneAction() async throws {
    let saved = Data(#"{"ids": [0, 1], "elements": [10, 11]}"#.utf8)
    try await underSeeds { scheduler, clock in
      try await withDependencies {
        $0.stackElementID = .counting
      } operation: {
        let path = try JSONDecoder().decode(StackState<Int>.self, from: saved)
        let store = Store(
          initialState: Screens.State(path: path),
          configuration: scheduler.configuration()
        ) {
          Screens(clock: clock)
        }
        await store.send(.path(.element(id: 1, action: .start)))
        await store.send(.replaceTop)
        let (ids, effects) = (await store.path.ids, await store.runningEffects)
        XCTAssertEqual(ids, [0, 2])
        XCTAssertTrue(effects.allSatisfy(\.isCancelled))
        await store.shutdown(within: .zero)
      }
    }
  }

  func testADamagedStackIsNotDecoded() {
    let problems = [
      #"{"ids": [3, 3], "elements": ["a", "b"]}"#: "An id occurs twice.",
      #"{"ids": [3], "elements": ["a", "b"]}"#: "There are 1 ids for 2 elements.",
      #"{"ids": [\#(Int.max)], "elements": ["a"]}"#:
        "\(Int.max) is too large for a stack element's id.",
    ]
    for (json, expected) in problems { XCTAssertEqual(problem(json), expected) }
    XCTAssertEqual(problem(#"{"elements": ["a"]}"#)?.contains("keyNotFound"), true)
    XCTAssertEqual(problem(#"{"ids": [1], "elements": [2]}"#)?.contains("typeMismatch"), true)
    XCTAssertEqual(problem("[1]")?.contains("typeMismatch"), true)
  }

  func testAnIDIsEncodedAsItsNumber() throws {
    let ids: [StackElementID] = [0, -1, 3]
    let encoded = try JSONEncoder().encode(ids)
    XCTAssertEqual(String(decoding: encoded, as: UTF8.self), "[0,-1,3]")
    XCTAssertEqual(try JSONDecoder().decode([StackElementID].self, from: encoded), ids)
  }

  func testActionsAreDecodedAsTheyWere() throws {
    let actions: [StackAction<String, Int>] = [
      .element(id: 3, action: 4), .popFrom(id: 5), .push(id: 6, state: "a"),
    ]
    let encoded = try JSONEncoder().encode(actions)
    XCTAssertEqual(try JSONDecoder().decode([StackAction<String, Int>].self, from: encoded), actions)
  }
}

/// A stack of numbers, each of which can start work.
private struct Screens: Reducer {
  struct State: Sendable { var path: StackState<Int> }

  enum Action: Sendable, CasePathable {
    case path(StackActionOf<Screen>)
    case replaceTop

    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let path = AnyCasePath(embed: Action.path) { if case .path(let it) = $0 { it } else { nil } }
    }
  }

  struct Screen: Reducer {
    typealias State = Int
    enum Action: Sendable { case start }

    let clock: TestClock

    var body: some ReducerOf<Self> {
      Reduce { _, _ in .run { _ in try await clock.sleep(for: .seconds(1)) } }
    }
  }

  let clock: TestClock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .replaceTop = action {
        state.path.removeLast()
        state.path.append(12)
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Screen(clock: clock) }
  }
}
