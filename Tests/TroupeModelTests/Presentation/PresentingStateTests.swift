import Synchronization
import TestSupport
import TroupeDiagnostics
import TroupeTesting
import XCTest

@testable import Troupe

/// The properties of a state with ``Presents``, with and without ``PresentingState``, compared with a model.
final class PresentingStateTests: TroupeTestCase {
  fileprivate enum Sheet: CaseIterable, Sendable { case first, second, chosen, nested }

  /// The presented numbers. The model has no presentations.
  fileprivate struct Model: Equatable {
    var first: Int?
    var second: Int?
    var nested: Int?
    var isSecond = false

    subscript(_ sheet: Sheet) -> Int? {
      get {
        switch sheet {
        case .first: first
        case .second: second
        case .chosen: isSecond ? second : first
        case .nested: nested
        }
      }
      set {
        switch sheet {
        case .first: first = newValue
        case .second: second = newValue
        case .chosen: if isSecond { second = newValue } else { first = newValue }
        case .nested: nested = newValue
        }
      }
    }
  }

  fileprivate struct Nested: Sendable {
    var name = "name"
    @Presents var nested: Int? = nil
  }

  fileprivate enum Named {}
  fileprivate enum Unnamed {}

  /// A state that provides the names of its properties if `Names` is `Named`.
  fileprivate struct Sheets<Names>: Sendable {
    typealias Path = any WritableKeyPath<Self, Presents<Int>> & Sendable

    var name = "name"
    @Presents var first: Int? = nil
    @Presents var second: Int? = nil
    var isSecond = false
    var inner = Nested()

    var chosen: Presents<Int> {
      get { isSecond ? $second : $first }
      set { if isSecond { $second = newValue } else { $first = newValue } }
    }

    var model: Model {
      Model(first: first, second: second, nested: inner.nested, isSecond: isSecond)
    }

    var chosenValue: Int? { chosen.wrappedValue }

    static func value(_ sheet: Sheet) -> any KeyPath<Self, Int?> & Sendable {
      switch sheet {
      case .first: \.first
      case .second: \.second
      case .chosen: \.chosenValue
      case .nested: \.inner.nested
      }
    }

    static func path(_ sheet: Sheet) -> Path {
      switch sheet {
      case .first: \.$first
      case .second: \.$second
      case .chosen: \.chosen
      case .nested: \.inner.$nested
      }
    }
  }

  fileprivate enum Action: Sendable {
    case present(Sheet, Int?)
    /// Two properties share one presentation.
    case share(Sheet, with: Sheet)
    case choose
    case first(PresentationAction<Int>)
    case second(PresentationAction<Int>)
    case chosen(PresentationAction<Int>)
    case nested(PresentationAction<Int>)

    static func path(_ sheet: Sheet) -> any CaseKeyPath<Action, PresentationAction<Int>> & Sendable {
      switch sheet {
      case .first: /Action.first
      case .second: /Action.second
      case .chosen: /Action.chosen
      case .nested: /Action.nested
      }
    }

    static func add(_ number: Int, to sheet: Sheet) -> Action {
      switch sheet {
      case .first: .first(.presented(number))
      case .second: .second(.presented(number))
      case .chosen: .chosen(.presented(number))
      case .nested: .nested(.presented(number))
      }
    }
  }

  private struct Feature<Names>: Reducer {
    typealias State = Sheets<Names>

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .present(let sheet, let number): state[keyPath: State.path(sheet)].wrappedValue = number
        case .share(let sheet, let other):
          state[keyPath: State.path(sheet)] = state[keyPath: State.path(other)]
        case .choose: state.isSecond.toggle()
        case .first, .second, .chosen, .nested: break
        }
        return .none
      }
      .ifLet(\.$first, action: /Action.first) { Adding() }
      .ifLet(\.$second, action: /Action.second) { Adding() }
      .ifLet(\.chosen, action: /Action.chosen) { Adding() }
      .ifLet(\.inner.$nested, action: /Action.nested) { Adding() }
    }
  }

  private struct Adding: Reducer {
    func reduce(into state: inout Int, action: Int) -> Effect<Int> {
      state += action
      return .none
    }
  }

  private func check<Names>(_: Names.Type, seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    let store = Store(initialState: Sheets<Names>()) { Feature<Names>() }
    var model = Model()
    var copies: [(Sheets<Names>, Model)] = []
    for step in 0..<1_000 {
      let sheet = Sheet.allCases.randomElement(using: &random) ?? .first
      let other = Sheet.allCases.randomElement(using: &random) ?? .first
      switch Int.random(in: 0..<12, using: &random) {
      case 0:
        await store.send(.present(sheet, step))
        model[sheet] = step
      case 1:
        await store.send(.present(sheet, nil))
        model[sheet] = nil
      case 2:
        await store.send(.share(sheet, with: other))
        model[sheet] = model[other]
      case 3:
        await store.send(.choose)
        model.isSecond.toggle()
      case 4: copies.append((await store.state, model))
      case 5: copies.removeAll()
      default:
        guard model[sheet] != nil else { continue }
        await store.send(.add(step, to: sheet))
        model[sheet]? += step
      }
      let state = await store.state
      XCTAssertEqual(state.model, model, "seed \(seed), step \(step)")
      for (copy, model) in copies { XCTAssertEqual(copy.model, model, "seed \(seed), step \(step)") }
    }
  }

  // S942
  func testPropertiesChangeAsInTheModel() async {
    for seed in 0..<10 as Range<UInt64> {
      await check(Unnamed.self, seed: seed)
      await check(Named.self, seed: seed)
    }
  }

  /// A scoped store of a presented number, and what it was created for.
  private struct Scoped {
    let store: Store<Int, Int>
    let sheet: Sheet
    /// The number of the presentation; nil if the store was created for the value.
    let generation: UInt64?
    var isAlive = true
  }

  /// Returns the number of the presentation in a property.
  private func generation<Names>(_ sheet: Sheet, _ store: Store<Sheets<Names>, Action>) async -> UInt64? {
    await store.withState { $0[keyPath: Sheets<Names>.path(sheet)].generation }
  }

  private func scopeStores<Names>(_: Names.Type, seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    let store = Store(initialState: Sheets<Names>()) { Feature<Names>() }
    var stores: [Scoped] = []
    var copies: [Sheets<Names>] = []
    for step in 0..<400 {
      let sheet = Sheet.allCases.randomElement(using: &random) ?? .first
      let other = Sheet.allCases.randomElement(using: &random) ?? .first
      switch Int.random(in: 0..<14, using: &random) {
      case 0, 1: await store.send(.present(sheet, step))
      case 2: await store.send(.present(sheet, nil))
      case 3: await store.send(.share(sheet, with: other))
      case 4: await store.send(.choose)
      case 5: copies.append(await store.state)
      case 6: copies.removeAll()
      case 7, 8:
        let value = Sheets<Names>.value(sheet)
        guard let scoped = await store.scope(state: value, action: { .add($0, to: sheet) }) else { continue }
        stores.append(Scoped(store: scoped, sheet: sheet, generation: nil))
      case 9, 10:
        let action = Action.path(sheet)
        guard let scoped = await store.scope(state: Sheets<Names>.path(sheet), action: action)
        else { continue }
        stores.append(
          Scoped(store: scoped, sheet: sheet, generation: await generation(sheet, store))
        )
      default:
        guard let scoped = stores.randomElement(using: &random), await scoped.store.isAlive else { continue }
        let before = await store.withState { $0.model[scoped.sheet] } ?? 0
        await scoped.store.send(step)
        let after = await store.withState { $0.model[scoped.sheet] }
        XCTAssertEqual(after, before + step, "seed \(seed), step \(step)")
      }
      let model = await store.withState(\.model)
      for index in stores.indices {
        let (sheet, generation) = (stores[index].sheet, stores[index].generation)
        let current = await self.generation(sheet, store)
        if current == nil || generation != nil && current != generation { stores[index].isAlive = false }
        let isAlive = await stores[index].store.isAlive
        XCTAssertEqual(isAlive, stores[index].isAlive, "seed \(seed), step \(step), \(sheet)")
        guard isAlive else { continue }
        let state = await stores[index].store.state
        XCTAssertEqual(state, model[sheet], "seed \(seed), step \(step), \(sheet)")
      }
      stores.removeAll { !$0.isAlive }
      if stores.count > 12 { stores.removeFirst(6) }
    }
  }

  // S942
  func testScopedStoresEndAsInTheModel() async {
    for seed in 0..<10 as Range<UInt64> {
      await scopeStores(Unnamed.self, seed: seed)
      await scopeStores(Named.self, seed: seed)
    }
  }

  private struct Counting: Reducer {
    struct State: PresentingState {
      static let reads = Atomic<Int>(0)

      @Presents var sheet: Int? = 0
      @Presents var other: Int? = 0
      /// Whether the counted property is another property than the state says.
      var isWrong = false

      var counted: Presents<Int> {
        get {
          Self.reads.add(1, ordering: .relaxed)
          return isWrong ? $other : $sheet
        }
        set { if isWrong { $other = newValue } else { $sheet = newValue } }
      }

      var countedValue: Int? { counted.wrappedValue }

      static func _$presented(by path: AnyKeyPath) -> String? {
        path == \Self.counted || path == \Self.countedValue ? "sheet" : nil
      }
    }

    enum Action { case counted(PresentationAction<Int>) }

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.counted, action: /Action.counted) { Adding() }
    }
  }

  // S942
  func testTheKeyPathIsReadForTheFirstActionOnly() async {
    let before = Counting.State.reads.load(ordering: .relaxed)
    let store = Store(initialState: Counting.State()) { Counting() }
    for _ in 0..<10 { await store.send(.counted(.presented(1))) }
    // The second read shows that the name is right.
    XCTAssertEqual(Counting.State.reads.load(ordering: .relaxed) - before, 2)
    let sheet = await store.sheet
    XCTAssertEqual(sheet, 10)
  }

  // S942
  func testTheNameOfAnotherPropertyIsAnIssue() async {
    let issues = IssueCollector()
    await withIssueReporters([issues]) {
      let store = Store(initialState: Counting.State(isWrong: true)) { Counting() }
      for _ in 0..<10 { await store.send(.counted(.presented(1))) }
      let (sheet, other) = (await store.sheet, await store.other)
      XCTAssertEqual([sheet, other], [0, 10])
    }
    XCTAssertEqual(issues.count, 1)
    XCTAssertTrue(
      issues.messages.first?.contains("returns the name of `sheet`") == true,
      "\(issues.messages)"
    )
  }

  // S942
  func testScopedStoresReadTheKeyPathUntilTheFirstCheck() async {
    let store = Store(initialState: Counting.State()) { Counting() }
    let sheets = [
      await store.scope(state: \.counted, action: /Counting.Action.counted),
      await store.scope(state: \.countedValue, action: /Counting.Action.counted),
    ]
    for sheet in sheets { await sheet?.send(1) }
    let before = Counting.State.reads.load(ordering: .relaxed)
    for _ in 0..<10 { for sheet in sheets { await sheet?.send(1) } }
    XCTAssertEqual(Counting.State.reads.load(ordering: .relaxed), before)
    let number = await store.sheet
    XCTAssertEqual(number, 22)
  }

  // S942
  func testTheNameOfAnotherPropertyIsAnIssueForAScopedStore() async {
    // The other property presents nothing, an equal value, or the same presentation.
    var shared = Wrong.State()
    shared.$hidden = shared.$shown
    for state in [Wrong.State(), Wrong.State(hidden: 0), shared] { await checkWrongName(in: state) }
  }

  private func checkWrongName(in state: Wrong.State) async {
    let issues = IssueCollector()
    await withIssueReporters([issues]) {
      let store = Store(initialState: state) { Wrong() }
      guard let shown = await store.scope(state: \.shown, action: { (action: Wrong.Action) in action }) else {
        return XCTFail("The sheet is presented.")
      }
      await shown.send(.change)
      var isAlive = await shown.isAlive
      XCTAssertTrue(isAlive)
      await store.send(.dismiss)
      isAlive = await shown.isAlive
      XCTAssertFalse(isAlive)
    }
    XCTAssertEqual(issues.count, 1)
    XCTAssertTrue(
      issues.messages.first?.contains("returns the name of `hidden`") == true,
      "\(issues.messages)"
    )
  }

  private struct Numbered: Reducer {
    struct Child: Identifiable, Sendable { var id = 0 }

    struct State: PresentingState, Sendable {
      @Presents var child: Child? = Child()

      static func _$presented(by path: AnyKeyPath) -> String? {
        path == \Self.$child || path == \Self.child ? "child" : nil
      }
    }

    enum Action { case renumber(Int), presentAgain }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .renumber(let id): state.child?.id = id
      case .presentAgain:
        state.child = nil
        state.child = Child()
      }
      return .none
    }
  }

  // S942
  func testScopedStoresEndWithTheIdOfTheirChild() async {
    let store = Store(initialState: Numbered.State()) { Numbered() }
    func scoped() async -> [Store<Numbered.Child, Numbered.Action>?] {
      [
        await store.scope(state: \.child) { (action: Numbered.Action) in action },
        await store.scope(OptionalLens.presented(\.$child), OnlyChild()) { $0 },
      ]
    }
    func areAlive(_ stores: [Store<Numbered.Child, Numbered.Action>?]) async -> [Bool?] {
      [await stores[0]?.isAlive, await stores[1]?.isAlive]
    }
    var stores = await scoped()
    await store.send(.renumber(0))
    var alive = await areAlive(stores)
    XCTAssertEqual(alive, [true, true])
    await store.send(.presentAgain)
    alive = await areAlive(stores)
    XCTAssertEqual(alive, [true, false], "only the projection distinguishes the presentations")
    await store.send(.renumber(1))
    alive = await areAlive(stores)
    XCTAssertEqual(alive, [false, false])
    stores = await scoped()
    await store.send(.renumber(1))
    await store.send(.renumber(2))
    alive = await areAlive(stores)
    XCTAssertEqual(alive, [false, false])
  }

  private struct Wrong: Reducer {
    struct State: PresentingState, Sendable {
      @Presents var shown: Int? = 0
      @Presents var hidden: Int? = nil

      static func _$presented(by path: AnyKeyPath) -> String? { path == \Self.shown ? "hidden" : nil }
    }

    enum Action { case change, dismiss }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .change: state.shown? += 1
      case .dismiss: state.shown = nil
      }
      return .none
    }
  }

  func testCopiesAreReadWhileTheStateChanges() async {
    let store = Store(initialState: Sheets<Named>(first: 0, second: 0)) { Feature<Named>() }
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<200 {
            let copy = await store.state
            let first = copy.first
            await store.send(.add(1, to: .first))
            await store.send(.share(.second, with: .first))
            XCTAssertEqual(copy.first, first)
          }
        }
      }
    }
    let first = await store.first
    XCTAssertEqual(first, 1_600)
  }
}

extension PresentingStateTests.Sheets: PresentingState where Names == PresentingStateTests.Named {
  fileprivate static func _$presented(by path: AnyKeyPath) -> String? {
    if path == \Self.$first || path == \Self.first { return "first" }
    if path == \Self.$second || path == \Self.second { return "second" }
    return nil
  }
}
