import Foundation
import Troupe
import TroupeTesting
import XCTest

/// What `@ObservableState` adds, and that it leaves everything else unchanged.
final class ObservableStateTests: XCTestCase {
  func testEveryKindOfPropertyStaysWhatItIs() {
    var state = Properties(constant: 1, typed: "a", fourth: 4)
    XCTAssertEqual([state.third, state.fourth], [3, 4])
    state.observed = 5
    state.watched = 6
    XCTAssertEqual(state.history, [0, 6])
    state.settable = 7
    XCTAssertEqual([state.computed, state.late, state.conditional], [8, 1, 1])
    XCTAssertEqual(Properties.shared, 1)
    state.presented = Properties.Kid()
    state.presented?.name = "b"
    XCTAssertEqual(state.presented?.name, "b")
    XCTAssertNotNil(MemoryLayout<Properties>.offset(of: \.plain), "it is still a stored property")
  }

  func testTheMemberwiseInitialiserStaysWhatItIs() {
    let make: (String) -> Properties.Kid = Properties.Kid.init(name:)
    XCTAssertEqual(make("a").name, "a")
  }

  func testAnIdentityIsNoPartOfTheValue() {
    XCTAssertEqual(Properties.default, Properties.default)
    XCTAssertEqual(Properties.Kid(), Properties.Kid())
    XCTAssertEqual(Set([Properties.Kid(), Properties.Kid()]).count, 1)
    XCTAssertEqual(Valued(value: 1), Valued(value: 1))
    XCTAssertNotEqual(Valued(value: 1), Valued(value: 2))
  }

  func testAnIdentityIsThatOfTheStateAndItsCopies() {
    let (one, other) = (Properties.Kid(), Properties.Kid())
    var copy = one
    copy.name = "a"
    XCTAssertEqual(one._$id.description, copy._$id.description)
    XCTAssertNotEqual(one._$id.description, other._$id.description)
    XCTAssertNotEqual(ByHand()._$id.description, WithItsOwnIdentity()._$id.description)
    XCTAssertEqual(Choice<Int>.kid(one)._$id.description, StateIdentity.none.description)
  }

  func testAnIdentityIsNotCoded() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    XCTAssertEqual(String(decoding: try encoder.encode(Saved()), as: UTF8.self), #"{"count":1,"name":"a"}"#)
    let saved = try JSONDecoder().decode(Saved.self, from: Data(#"{"count":2,"name":"b"}"#.utf8))
    XCTAssertEqual(saved, Saved(name: "b", count: 2))
    XCTAssertNotEqual(saved._$id.description, Saved()._$id.description)
    let renamed = try JSONDecoder().decode(SavedUnderOtherNames.self, from: Data(#"{"n":"b"}"#.utf8))
    XCTAssertEqual(renamed, SavedUnderOtherNames(name: "b"))
    XCTAssertEqual(String(decoding: try encoder.encode(renamed), as: UTF8.self), #"{"n":"b"}"#)
  }

  func testAnIdentityIsNotShown() {
    XCTAssertEqual(valueText(of: Properties.Kid(name: "a")), #"Properties.Kid(name: "a")"#)
  }

  func testAnIdentityIsNotPrinted() {
    XCTAssertEqual("\(Properties.Kid(name: "a"))", #"Kid(name: "a")"#)
    XCTAssertEqual("\(Valued(value: 1))", "Valued<Int>(value: 1, cache: nil)")
    XCTAssertEqual("\(WithItsOwnIdentity(name: "a"))", #"WithItsOwnIdentity(name: "a")"#)
    XCTAssertEqual("\(Replaceable.State())", "State(count: 0)")
    XCTAssertEqual(
      "\(Shown(presented: Properties.Kid(name: "a")))",
      #"Shown(default: 1, presented: Optional(TroupeMacrosTests.Properties.Kid(name: "a")), conditional: 1)"#
    )
    var dumped = ""
    dump(Properties.Kid(name: "a"), to: &dumped)
    XCTAssertFalse(dumped.contains("_$id"), dumped)
  }

  func testAMirrorOfOnesOwnStays() {
    XCTAssertEqual("\(Mirrored(secret: 1))", "Mirrored(shown: 2)")
    XCTAssertEqual(MirroredByAMember(secret: 1).customMirror, 3)
  }

  func testIgnoredPropertiesAreKnown() {
    XCTAssertTrue(Properties._$ignores(\Properties.ignored))
    XCTAssertTrue(Properties._$ignores(\Properties.ignoredHere))
    XCTAssertFalse(Properties._$ignores(\Properties.plain))
    XCTAssertFalse(Properties.Kid._$ignores(\Properties.Kid.name))
    XCTAssertFalse(Valued<Int>._$ignores(\Valued<Int>.value))
  }

  func testPropertiesWithPresentsAreKnown() {
    func check<Payload: Sendable>(_: Payload.Type) {
      typealias State = Presenting<Payload>
      XCTAssertEqual(State._$presented(by: \State.$kid), "kid")
      XCTAssertEqual(State._$presented(by: \State.$default), "default")
      XCTAssertEqual(State.nameOfHidden(), "hidden")
      XCTAssertEqual(State._$presented(by: \State.$conditional), "conditional")
      XCTAssertNil(State._$presented(by: \State.$ignored), "it has another attribute")
      XCTAssertNil(State._$presented(by: \State.`$raw name`), "its name isn't an identifier")
      XCTAssertNil(State._$presented(by: \State.$qualified), "its attribute has the name of a module")
      XCTAssertNil(State._$presented(by: \State.chosen))
      XCTAssertEqual(State._$presented(by: \State.kid), "kid")
      XCTAssertEqual(State._$presented(by: \State.default), "default")
      XCTAssertEqual(State._$presented(by: \State.conditional), "conditional")
      XCTAssertEqual(State._$presented(by: \State.$Type), "Type")
      XCTAssertEqual(State._$presented(by: \State.$Protocol), "Protocol")
      XCTAssertNil(State._$presented(by: \State.ignored))
      XCTAssertNil(State._$presented(by: \State.qualified))
      XCTAssertNil(State._$presented(by: \Properties.$presented))
    }
    check(Int.self)
    check(String.self)
    XCTAssertNil(Presenting<Int>._$presented(by: \Presenting<String>.$kid))
    XCTAssertNotNil(Replacing.State.self as Any.Type as? any PresentingState.Type)
    XCTAssertNil(Replaceable.State.self as Any.Type as? any PresentingState.Type)
  }

  func testTypesOfAllAccessLevelsConform() {
    XCTAssertNotNil(Observability.ofHidden())
    XCTAssertNotNil(Replaceable.State.self as Any.Type as? any ObservableState.Type)
    XCTAssertNotNil(Choices.State.self as Any.Type as? any ObservableState.Type)
  }

  /// Counts the remaining effects after an action has started one and a change is made.
  private func effectsLeft(
    _ state: Replacing.State,
    _ action: Replacing.Action,
    _ change: @escaping @Sendable (inout Replacing.State) -> Void
  ) async throws -> Int {
    let scheduler = Scheduler(seed: 0)
    let store = Store(initialState: state, configuration: scheduler.configuration()) { Replacing() }
    let counts = AsyncStream<Int>.makeStream()
    try await scheduler.run {
      await store.send(action)
      await store.send(.change(change))
      await scheduler.settle()
      counts.continuation.yield(await store.runningEffects.count)
      await store.shutdown(within: .zero)
    }
    counts.continuation.finish()
    for await count in counts.stream { return count }
    return -1
  }

  // D21: another child's state ends the effects, whichever code put it there.
  func testAStateThatIsMadeAnewIsAnotherChilds() async throws {
    let changes: [(name: String, change: @Sendable (inout Replacing.State) -> Void, left: Int)] = [
      ("a change", { $0.child?.count += 1 }, 1),
      (
        "a copy put back",
        { state in
          let copy = state.child; state.child = nil; state.child = copy
        }, 1
      ),
      ("another", { $0.child = Replaceable.State() }, 0),
      ("none", { $0.child = nil }, 0),
    ]
    for (name, change, left) in changes {
      let count = try await effectsLeft(Replacing.State(), .child(.wait), change)
      XCTAssertEqual(count, left, name)
    }
  }

  func testThePayloadOfAnEnumIsMadeAnew() async throws {
    let changes: [(name: String, change: @Sendable (inout Replacing.State) -> Void, left: Int)] = [
      ("a change", { $0.choice?.modify(\.one) { $0.count += 1 } }, 1),
      ("another", { $0.choice = .one(Replaceable.State()) }, 0),
      ("the same in another case", { state in state.choice = state.choice?.one.map { .other($0) } }, 0),
    ]
    for (name, change, left) in changes {
      let state = Replacing.State(child: nil, choice: .one(Replaceable.State()))
      let count = try await effectsLeft(state, .choice(.presented(.one(.wait))), change)
      XCTAssertEqual(count, left, name)
    }
  }
}
