import Troupe
import TroupeTesting
import XCTest

/// Enums with `@Reducer` with unusual names and default values, or with parts that the user has written, in
/// stores.
final class OwnPartsTests: XCTestCase {
  // S755
  func testABodyOfTheUsersReplacesTheOther() async {
    let store = Store(initialState: OwnBody.State.detail(Detail.State())) { OwnBody.body }
    await store.send(.detail(.incremented))
    var state = await store.withState { copy $0 }
    XCTAssertEqual(state.detail?.count, 1)
    guard case .detail(let detail) = await store.case else { return XCTFail("There is no detail.") }
    await detail.send(.reset(to: 3))
    state = await store.withState { copy $0 }
    XCTAssertEqual(state.settings?.isOn, false)
    let isAlive = await detail.isAlive
    XCTAssertFalse(isAlive, "The feature has ended with its state.")
    guard case .settings = await store.case else { return XCTFail("There are no settings.") }
  }

  // S755
  func testActionsOfTheUsersHaveStoresForPlainState() async {
    let alert = AlertState<OwnAction.Alert> { TextState("Sure?") }
    let store = Store(initialState: OwnAction.State.alert(alert)) {
      Reduce<OwnAction.State, OwnAction.Action> { state, action in
        if case .alert(.confirmed) = action { state = .item(2) }
        if case .item(.doubled) = action, case .item(let item) = state { state = .item(2 * item) }
        return .none
      }
    }
    guard case .alert(let scoped) = await store.case else { return XCTFail("There is no alert.") }
    await scoped.send(.confirmed)
    guard case .item(let item) = await store.case else { return XCTFail("There is no item.") }
    await item.send(.doubled)
    let value = await item.withState { copy $0 }
    XCTAssertEqual(value, 4)
    XCTAssertNotNil(OwnAction.Action.alert(.confirmed).alert, "The actions have case paths.")
  }

  // S755
  func testAStateOfTheUsersIsTheStateOfTheStore() async {
    let store: StoreOf<OwnState> = Store(initialState: .detail(Detail.State())) { OwnState.body }
    await store.send(.detail(.incremented))
    let state = await store.withState { copy $0 }
    XCTAssertEqual(state, .detail(Detail.State(count: 1)))
    XCTAssertFalse(state.isExtra)
    guard case .detail(let detail) = await store.case else { return XCTFail("There is no detail.") }
    let count = await detail.count
    XCTAssertEqual(count, 1)
    let extra = Store(initialState: OwnState.State.extra) { OwnState.body }
    let isNone = if case nil = await extra.case { true } else { false }
    XCTAssertTrue(isNone, "It is a case of the state only.")
  }

  // S756
  func testCasesMayBeNamedLikeThoseOfOptional() async {
    let none = Store(initialState: Named.State.none) { Named.body }
    guard let found = await none.case else { return XCTFail("The state is there.") }
    let isNone = if case Named.CaseScope.none = found { true } else { false }
    XCTAssertTrue(isNone)
    let some = Store(initialState: Named.State.some(Detail.State())) { Named.body }
    await some.send(.some(.incremented))
    guard case Named.CaseScope.some(let detail)? = await some.case else { return XCTFail("It is there.") }
    let count = await detail.count
    XCTAssertEqual(count, 2, "The default value has the type of the payload.")
  }

  // S446
  func testADefaultValueIsAnyExpressionForThePayload() async {
    let store = Store(initialState: Named.State.labelled(feature: Detail.State())) { Named.body }
    await store.send(.labelled(feature: .incremented))
    guard case .labelled(let detail) = await store.case else { return XCTFail("There is no feature.") }
    let count = await detail.count
    XCTAssertEqual(count, 5)
  }

  // S757
  func testAnotherChoiceNeedsNoDefaultValue() async {
    let store = Store(initialState: Named.State.other(.detail(Detail.State()))) { Named.body }
    await store.send(.other(.detail(.incremented)))
    guard case .other(let other) = await store.case, case .detail(let detail) = await other.case else {
      return XCTFail("There is no detail.")
    }
    let count = await detail.count
    XCTAssertEqual(count, 1)
    await store.send(.other(.detail(.reset(to: 1))))
    guard case .other(let next) = await store.case, case .settings = await next.case else {
      return XCTFail("There are no settings.")
    }
  }

  // S757
  func testGenericFeaturesAreCases() async {
    let store = Store(initialState: Named.State.generic(Box<Int>.State(value: 1))) { Named.body }
    await store.send(.generic(.set(7)))
    guard case .generic(let box) = await store.case else { return XCTFail("There is no box.") }
    let value = await box.value
    XCTAssertEqual(value, 7)
  }

  /// If a choice's own body has changed it, it is another child, like any state in another case: stores that
  /// were scoped to it before are dead, and scoping again returns the store of the new one.
  // S176
  func testAChoiceInAChoiceThatChangesItsCaseIsAnotherChild() async throws {
    let store: StoreOf<OuterChoice> = Store(initialState: .inner(.detail(Detail.State()))) {
      OuterChoice.body
    }
    let kept = await store.scope(state: \.inner, action: \.inner)
    let before = try XCTUnwrap(kept)
    await before.send(.detail(.incremented))
    let count = await before.withState { (copy $0).detail?.count }
    XCTAssertEqual(count, 1)
    await before.send(.detail(.reset(to: 1)))
    let isChanged = await store.withState { (copy $0).inner?.settings != nil }
    XCTAssertTrue(isChanged)
    // It keeps the state that was read last.
    let keepsDetail = await before.withState { (copy $0).detail != nil }
    XCTAssertTrue(keepsDetail)
    let isAlive = await before.isAlive
    XCTAssertFalse(isAlive)
    let found = await store.scope(state: \.inner, action: \.inner)
    let after = try XCTUnwrap(found)
    XCTAssertFalse(after === before)
    let isNew = await after.withState { (copy $0).settings != nil }
    XCTAssertTrue(isNew)
  }

  // S754
  func testAReducerAroundAnotherOneHasItsTypes() async {
    let count = Count()
    let store = Store(initialState: Detail.State()) { Counting(base: Detail()) { count.add() } }
    await store.send(.incremented)
    let state = await store.count
    XCTAssertEqual([state, count.value], [1, 1])
  }
}

private final class Count: Sendable {
  private let count = Locked(0)
  var value: Int { count.withLock { $0 } }
  func add() { count.withLock { $0 += 1 } }
}
