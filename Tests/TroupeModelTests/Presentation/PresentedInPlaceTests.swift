import Troupe
import TroupeTesting
import XCTest

/// A presented child is changed in place, and copies of the state don't change with it.
final class PresentedInPlaceTests: TroupeTestCase {
  private struct List: Reducer {
    struct State: Equatable, Sendable {
      var numbers = Array(0..<1_000)
      @Presents var inner: Inner.State? = nil
    }

    enum Action: Sendable {
      case add
      case inner(PresentationAction<Inner.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .add = action { state.numbers[0] += 1 }
        return .none
      }
      .ifLet(\.$inner, action: /Action.inner) { Inner() }
    }
  }

  private struct Inner: Reducer {
    struct State: Equatable, Sendable { var numbers = Array(0..<1_000) }
    enum Action: Sendable { case add }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.numbers[0] += 1
      return .none
    }
  }

  private struct Parent: Reducer {
    struct State: Equatable, Sendable { @Presents var list: List.State? = nil }
    enum Action: Sendable { case list(PresentationAction<List.Action>) }

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.$list, action: /Action.list) { List() }
    }
  }

  private static let innermost = Parent.Action.list(.presented(.inner(.presented(.add))))

  private static func makeStore() -> StoreOf<Parent> {
    Store(initialState: Parent.State(list: List.State(inner: Inner.State()))) { Parent() }
  }

  private func addresses(_ store: StoreOf<Parent>) async -> [UInt] {
    await store.withState { state in
      [state.list?.numbers, state.list?.inner?.numbers].map { numbers in
        numbers?.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } ?? 0
      }
    }
  }

  func testNothingIsCopied() async {
    let store = Self.makeStore()
    let before = await addresses(store)
    for _ in 0..<3 {
      await store.send(.list(.presented(.add)))
      await store.send(Self.innermost)
    }
    let after = await addresses(store)
    XCTAssertEqual(before, after)
    let inner = await store.state.list?.inner
    XCTAssertEqual(inner?.numbers.first, 3)
  }

  func testACopyStaysAsItWas() async {
    let store = Self.makeStore()
    var copies: [Parent.State] = []
    for _ in 0..<3 {
      copies.append(await store.state)
      await store.send(Self.innermost)
      await store.send(Self.innermost)
    }
    copies.append(await store.state)
    XCTAssertEqual(copies.map { $0.list?.inner?.numbers.first }, [0, 2, 4, 6])
  }

  /// Many tasks at once read the boxes that the state and its copies share.
  func testCopiesAreReadWhileTheStateChanges() async {
    let store = Self.makeStore()
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<200 {
            let copy = await store.state
            let first = copy.list?.inner?.numbers.first
            await store.send(Self.innermost)
            XCTAssertEqual(copy.list?.inner?.numbers.first, first)
          }
        }
      }
    }
    let inner = await store.state.list?.inner
    XCTAssertEqual(inner?.numbers.first, 1_600)
  }

  /// A parent that computes its presented state from another property.
  private struct Computing: Reducer {
    struct State: Equatable, Sendable {
      var kept: Inner.State?
      var inner: Presents<Inner.State> {
        get { Presents(wrappedValue: kept) }
        set { kept = newValue.wrappedValue }
      }
    }

    enum Action: Sendable { case inner(PresentationAction<Inner.Action>) }

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.inner, action: /Action.inner) { Inner() }
    }
  }

  func testWhatAGetterMakesIsPutBack() async {
    let store = Store(initialState: Computing.State(kept: Inner.State())) { Computing() }
    for _ in 0..<3 { await store.send(.inner(.presented(.add))) }
    let first = await store.kept?.numbers[0]
    XCTAssertEqual(first, 3)
  }

  /// A parent whose property is in a nested struct, and which shows one of two properties.
  private struct Choosing: Reducer {
    struct Sheets: Equatable, Sendable {
      var isShown = true
      @Presents var second: Inner.State? = nil
    }

    struct State: Equatable, Sendable {
      var name = "name"
      @Presents var first: Inner.State? = nil
      var sheets = Sheets()

      var chosen: Presents<Inner.State> {
        get { sheets.isShown ? sheets.$second : $first }
        set { if sheets.isShown { sheets.$second = newValue } else { $first = newValue } }
      }
    }

    enum Action: Sendable {
      case choose
      case second(PresentationAction<Inner.Action>)
      case chosen(PresentationAction<Inner.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .choose = action { state.sheets.isShown.toggle() }
        return .none
      }
      .ifLet(\.sheets.$second, action: /Action.second) { Inner() }
      .ifLet(\.chosen, action: /Action.chosen) { Inner() }
    }
  }

  private func addresses(_ store: StoreOf<Choosing>) async -> [UInt] {
    await store.withState { state in
      [state.first?.numbers, state.sheets.second?.numbers].map { numbers in
        numbers?.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } ?? 0
      }
    }
  }

  func testNothingIsCopiedInAStructOfTheState() async {
    let state = Choosing.State(first: Inner.State(), sheets: Choosing.Sheets(second: Inner.State()))
    let store = Store(initialState: state) { Choosing() }
    // The state from which it was made is gone after the first change.
    await store.send(.second(.presented(.add)))
    let before = await addresses(store)
    for _ in 0..<3 { await store.send(.second(.presented(.add))) }
    let after = await addresses(store)
    XCTAssertEqual(before, after)
    let second = await store.sheets.second?.numbers[0]
    XCTAssertEqual(second, 4)
  }

  /// The property isn't always where it was found.
  // S942
  func testAPropertyThatStandsForOthersChangesTheOneThatItStandsFor() async {
    let state = Choosing.State(first: Inner.State(), sheets: Choosing.Sheets(second: Inner.State()))
    let store = Store(initialState: state) { Choosing() }
    for _ in 0..<2 { await store.send(.chosen(.presented(.add))) }
    await store.send(.choose)
    for _ in 0..<3 { await store.send(.chosen(.presented(.add))) }
    let first = await store.first?.numbers[0]
    let second = await store.sheets.second?.numbers[0]
    XCTAssertEqual([first, second], [3, 2])
  }

  /// State that is a class has no in-place storage, and is changed all the same.
  private struct Referring: Reducer {
    final class State: @unchecked Sendable {
      // Guarded by the store.
      @Presents var inner: Inner.State? = Inner.State()
    }

    enum Action: Sendable { case inner(PresentationAction<Inner.Action>) }

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.$inner, action: /Action.inner) { Inner() }
    }
  }

  func testAStateThatIsAClassIsChanged() async {
    let store = Store(initialState: Referring.State()) { Referring() }
    for _ in 0..<3 { await store.send(.inner(.presented(.add))) }
    let first = await store.withState { $0.inner?.numbers[0] }
    XCTAssertEqual(first, 3)
  }
}
