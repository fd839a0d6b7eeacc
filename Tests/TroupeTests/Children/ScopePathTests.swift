import Troupe
import TroupeTesting
import XCTest

/// How the path of a scope names a child, for all operators and all kinds of state.
final class ScopePathTests: TroupeTestCase {
  private typealias Row = IdentifiedAction<Int, Kid.Action>
  private typealias Value = IdentifiedAction<String, Kid.Action>

  /// Sends an action to each child, and returns the paths of the running effects.
  private func assert<R: Reducer>(
    _ feature: R,
    _ state: R.State,
    _ actions: [R.Action],
    run paths: [String],
    line: UInt = #line
  ) async throws where R.State: Sendable {
    try await underSeeds(1) { scheduler, _ in
      let store = Store(initialState: state, configuration: scheduler.configuration()) { feature }
      for action in actions { await store.send(action) }
      let found = await store.runningEffects.map(\.scopePath.description)
      XCTAssertEqual(found, paths, line: line)
    }
  }

  // MARK: Every operator in a feature with macros

  @Reducer
  fileprivate struct Screen {
    @ObservableState
    struct State {
      @Presents var first: Kid.State? = Kid.State()
      @Presents var second: Kid.State? = Kid.State()
      var plain: Kid.State? = Kid.State()
      var other: Kid.State? = Kid.State()
      var rows: IdentifiedArrayOf<Kid.State> = [Kid.State(id: 7)]
      var moreRows: IdentifiedArrayOf<Kid.State> = [Kid.State(id: 7)]
      var values = ["a": Kid.State()]
      var moreValues = ["a": Kid.State()]
      var path = StackState([Kid.State()])
      var otherPath = StackState([Kid.State()])
      var left = Panel.State()
      var right = Panel.State()
    }
    enum Action {
      case first(PresentationAction<Kid.Action>), second(PresentationAction<Kid.Action>)
      case plain(Kid.Action), other(Kid.Action)
      case rows(IdentifiedActionOf<Kid>), moreRows(IdentifiedActionOf<Kid>)
      case values(IdentifiedAction<String, Kid.Action>), moreValues(IdentifiedAction<String, Kid.Action>)
      case path(StackActionOf<Kid>), otherPath(StackActionOf<Kid>)
      case left(Panel.Action), right(Panel.Action)
    }
    var body: some ReducerOf<Self> {
      Scope(state: \.left, action: \.left) { Panel() }
      Scope(state: \.right, action: \.right) { Panel() }
      EmptyReducer()
        .ifLet(\.$first, action: \.first) { Kid() }
        .ifLet(\.$second, action: \.second) { Kid() }
        .ifLet(\.plain, action: \.plain) { Kid() }
        .ifLet(\.other, action: \.other) { Kid() }
        .forEach(\.rows, action: \.rows) { Kid() }
        .forEach(\.moreRows, action: \.moreRows) { Kid() }
        .forEach(\.values, action: \.values) { Kid() }
        .forEach(\.moreValues, action: \.moreValues) { Kid() }
        .forEach(\.path, action: \.path) { Kid() }
        .forEach(\.otherPath, action: \.otherPath) { Kid() }
    }
  }

  @Reducer
  fileprivate struct Panel {
    @ObservableState
    struct State {
      @Presents var sheet: Kid.State? = Kid.State()
      var rows: IdentifiedArrayOf<Kid.State> = [Kid.State(id: 7)]
    }
    enum Action {
      case sheet(PresentationAction<Kid.Action>), rows(IdentifiedActionOf<Kid>), own
    }
    var body: some ReducerOf<Self> {
      Reduce { _, action in
        if case .own = action { Kid.endless("own") } else { .none }
      }
      .ifLet(\.$sheet, action: \.sheet) { Kid() }
      .forEach(\.rows, action: \.rows) { Kid() }
    }
  }

  // S801: two children of one type in one feature have different paths, whatever embeds them.
  func testEveryOperatorNamesThePropertyInAFeatureWithMacros() async throws {
    try await assert(
      Screen(),
      Screen.State(),
      [
        .first(.presented(.run("x"))), .second(.presented(.run("x"))), .plain(.run("x")), .other(.run("x")),
        .rows(.element(id: 7, action: .run("x"))), .moreRows(.element(id: 7, action: .run("x"))),
        .values(.element(id: "a", action: .run("x"))), .moreValues(.element(id: "a", action: .run("x"))),
        .path(.element(id: 0, action: .run("x"))), .otherPath(.element(id: 1, action: .run("x"))),
      ],
      run: [
        "/first", "/second", "/plain", "/other", "/rows[7]", "/moreRows[7]", "/values[a]", "/moreValues[a]",
        "/path[#0]", "/otherPath[#1]",
      ]
    )
  }

  // S801: a part has no separate scope, and its name precedes the name of a child in it.
  func testAChildInAPartIsNamedWithThePart() async throws {
    try await assert(
      Screen(),
      Screen.State(),
      [
        .left(.own), .left(.sheet(.presented(.run("x")))), .right(.sheet(.presented(.run("x")))),
        .right(.rows(.element(id: 7, action: .run("x")))),
      ],
      run: ["/", "/left.sheet", "/right.sheet", "/right.rows[7]"]
    )
  }

  func testTwoPathsAreEqualIfTheyLeadToOneChild() async throws {
    let actions: [Screen.Action] = [
      .first(.presented(.run("x"))), .second(.presented(.run("x"))), .plain(.run("x")),
      .rows(.element(id: 7, action: .run("x"))), .rows(.element(id: 8, action: .run("x"))),
      .moreRows(.element(id: 7, action: .run("x"))), .values(.element(id: "a", action: .run("x"))),
      .path(.element(id: 0, action: .run("x"))), .left(.sheet(.presented(.run("x")))),
      .right(.sheet(.presented(.run("x")))), .left(.rows(.element(id: 7, action: .run("x")))),
    ]
    let state = Screen.State(rows: [Kid.State(id: 7), Kid.State(id: 8)])
    try await underSeeds(1) { scheduler, _ in
      // Two stores share no scopes and no operators.
      var paths: [[ScopePath]] = []
      for _ in 0..<2 {
        let store = Store(initialState: state, configuration: scheduler.configuration()) { Screen() }
        for action in actions { await store.send(action) }
        paths.append(await store.runningEffects.map(\.scopePath))
        await store.shutdown(within: .zero)
      }
      XCTAssertEqual(paths[0].count, actions.count)
      XCTAssertEqual(paths[0], paths[1])
      XCTAssertEqual(paths[0].map(\.hashValue), paths[1].map(\.hashValue))
      XCTAssertEqual(Set(paths[0] + paths[1]).count, actions.count)
      // A set compares only paths with equal hashes.
      for (one, path) in paths[0].enumerated() {
        for (other, otherPath) in paths[1].enumerated() {
          XCTAssertEqual(path == otherPath, one == other, "\(path) and \(otherPath)")
        }
      }
    }
  }

  @Reducer
  fileprivate enum Route {
    case detail(Panel)
    case editor(Panel)
  }

  @Reducer
  fileprivate struct Flow {
    @ObservableState
    struct State {
      @Presents var route: Route.State?
      @Presents var other: Route.State?
      var path: StackState<Route.State> = []
    }
    enum Action {
      case route(PresentationAction<Route.Action>), other(PresentationAction<Route.Action>), path(
        StackActionOf<Route>
      )
    }
    var body: some ReducerOf<Self> {
      EmptyReducer()
        .ifLet(\.$route, action: \.route)
        .ifLet(\.$other, action: \.other)
        .forEach(\.path, action: \.path)
    }
  }

  // S801: a case has its own name, even if the features of two cases are the same.
  func testACaseIsNamed() async throws {
    var state = Flow.State(route: .editor(Panel.State()), other: .detail(Panel.State()))
    state.path.append(.editor(Panel.State()))
    try await assert(
      Flow(),
      state,
      [
        .route(.presented(.editor(.own))), .other(.presented(.detail(.own))),
        .other(.presented(.detail(.sheet(.presented(.run("x")))))),
        .path(.element(id: 0, action: .editor(.own))),
      ],
      run: ["/route/editor", "/other/detail", "/other/detail/sheet", "/path[#0]/editor"]
    )
  }

  // MARK: Cases

  fileprivate struct Tabs: Reducer {
    @CasePathable
    enum State { case one(Kid.State), two(Kid.State) }
    @CasePathable
    enum Action { case one(Kid.Action), two(Kid.Action), switched }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .switched = action { state = .two(Kid.State()) }
        return .none
      }
      .ifCaseLet(\.one, action: \.one) { Kid() }
      .ifCaseLet(\.two, action: \.two) { Kid() }
    }
  }

  fileprivate struct SlashedTabs: Reducer {
    enum State { case one(Kid.State), two(Kid.State) }
    enum Action { case one(Kid.Action), two(Kid.Action) }
    var body: some ReducerOf<Self> {
      EmptyReducer()
        .ifCaseLet(/State.one, action: /Action.one) { Kid() }
        .ifCaseLet(/State.two, action: /Action.two) { Kid() }
    }
  }

  // S801
  func testIfCaseLetNamesTheCase() async throws {
    try await assert(Tabs(), .one(Kid.State()), [.one(.run("x"))], run: ["/one"])
    try await assert(Tabs(), .one(Kid.State()), [.switched, .two(.run("x"))], run: ["/two"])
    try await assert(SlashedTabs(), .two(Kid.State()), [.two(.run("x"))], run: ["/two"])
  }

  // MARK: Kinds of state

  /// A feature of any state, with two presented children.
  fileprivate struct PresentingPair<State: Sendable>: Reducer {
    let first: any WritableKeyPath<State, Presents<Kid.State>> & Sendable
    let second: any WritableKeyPath<State, Presents<Kid.State>> & Sendable

    var body: some Reducer<State, PresentingAction> {
      EmptyReducer()
        .ifLet(first, action: \.one) { Kid() }
        .ifLet(second, action: \.two) { Kid() }
    }
  }

  /// A feature of any state, with two optional children.
  fileprivate struct OptionalPair<State: Sendable>: Reducer {
    let first: any WritableKeyPath<State, Kid.State?> & Sendable
    let second: any WritableKeyPath<State, Kid.State?> & Sendable

    var body: some Reducer<State, OptionalAction> {
      EmptyReducer()
        .ifLet(first, action: \.one) { Kid() }
        .ifLet(second, action: \.two) { Kid() }
    }
  }

  @CasePathable
  fileprivate enum PresentingAction {
    case one(PresentationAction<Kid.Action>), two(PresentationAction<Kid.Action>)
  }

  @CasePathable
  fileprivate enum OptionalAction { case one(Kid.Action), two(Kid.Action) }

  private func assertPresents<State: Sendable>(
    _ state: State,
    _ first: any WritableKeyPath<State, Presents<Kid.State>> & Sendable,
    _ second: any WritableKeyPath<State, Presents<Kid.State>> & Sendable,
    _ paths: [String],
    line: UInt = #line
  ) async throws {
    let feature = PresentingPair(first: first, second: second)
    try await assert(
      feature,
      state,
      [.two(.presented(.run("x"))), .one(.presented(.run("x")))],
      run: paths.reversed(),
      line: line
    )
  }

  private func assertOptional<State: Sendable>(
    _ state: State,
    _ first: any WritableKeyPath<State, Kid.State?> & Sendable,
    _ second: any WritableKeyPath<State, Kid.State?> & Sendable,
    _ paths: [String],
    line: UInt = #line
  ) async throws {
    let feature = OptionalPair(first: first, second: second)
    try await assert(feature, state, [.two(.run("x")), .one(.run("x"))], run: paths.reversed(), line: line)
  }

  fileprivate struct Plain: Sendable {
    @Presents var left: Kid.State? = Kid.State()
    @Presents var right: Kid.State? = Kid.State()
    var first: Kid.State? = Kid.State()
    private var hidden: Kid.State? = Kid.State()
    @Presents private var hiddenSheet: Kid.State? = Kid.State()
    var observed: Kid.State? = Kid.State() { didSet {} }
    var computed: Kid.State? {
      get { first }
      set { first = newValue }
    }
    var computedSheet: Presents<Kid.State> {
      get { $right }
      set { $right = newValue }
    }
    var bare = Presents(wrappedValue: Kid.State())
    var `default`: Kid.State? = Kid.State()

    static var hiddenPath: any WritableKeyPath<Plain, Kid.State?> & Sendable { \.hidden }
    static var hiddenSheetPath: any WritableKeyPath<Plain, Presents<Kid.State>> & Sendable { \.$hiddenSheet }
  }

  // S801
  func testInAPlainStruct() async throws {
    try await assertPresents(Plain(), \.$left, \.$right, ["/left", "/right"])
    try await assertPresents(Plain(), Plain.hiddenSheetPath, \.bare, ["/hiddenSheet", "/bare"])
    try await assertPresents(Plain(), \.$left, \.computedSheet, ["/left", "/right"])
    try await assertOptional(Plain(), \.first, Plain.hiddenPath, ["/first", "/hidden"])
    try await assertOptional(Plain(), \.default, \.first, ["/default", "/first"])
    // The path of a property with observers, or of a computed property, has no name; the action's case has.
    try await assertOptional(Plain(), \.observed, \.computed, ["/one", "/two"])
  }

  fileprivate struct HandWritten: Sendable, CustomReflectable {
    @Presents var left: Kid.State? = Kid.State()
    @Presents var right: Kid.State? = Kid.State()
    var first: Kid.State? = Kid.State()
    var second: Kid.State? = Kid.State()
    var customMirror: Mirror { Mirror(self, children: ["size": 3]) }
  }

  // S801
  func testUnderAnotherMirror() async throws {
    try await assertPresents(HandWritten(), \.$left, \.$right, ["/left", "/right"])
    try await assertOptional(HandWritten(), \.first, \.second, ["/first", "/second"])
  }

  fileprivate struct Nested: Sendable {
    @ObservableState
    struct Part: Sendable {
      @Presents var sheet: Kid.State? = Kid.State()
      var plain: Kid.State? = Kid.State()
    }
    var a = Part()
    var b = Part()
    var moved: Part {
      get { b }
      set { b = newValue }
    }
  }

  // S801
  func testANestedPathIsNamedAsAWhole() async throws {
    try await assertPresents(Nested(), \.a.$sheet, \.b.$sheet, ["/a.sheet", "/b.sheet"])
    try await assertPresents(Nested(), \.a.$sheet, \.moved.$sheet, ["/a.sheet", "/b.sheet"])
    try await assertOptional(Nested(), \.a.plain, \.b.plain, ["/a.plain", "/b.plain"])
    try await assertOptional(Nested(), \.a.plain, \.moved.plain, ["/a.plain", "/two"])
  }

  fileprivate struct Generic<Value: Sendable>: Sendable {
    var value: Value
    @Presents var left: Kid.State? = Kid.State()
    @Presents var right: Kid.State? = Kid.State()
    var first: Kid.State? = Kid.State()
    var second: Kid.State? = Kid.State()
    var pairs: (a: Kid.State?, b: Kid.State?) = (Kid.State(), Kid.State())
  }

  // S801
  func testInAGenericState() async throws {
    try await assertPresents(Generic(value: [1]), \.$left, \.$right, ["/left", "/right"])
    try await assertOptional(Generic(value: "a.b"), \.first, \.second, ["/first", "/second"])
    try await assertOptional(
      Generic<(Int, [String: Int])>(value: (1, [:])),
      \.first,
      \.second,
      ["/first", "/second"]
    )
    try await assertOptional(Generic(value: 1), \.pairs.a, \.pairs.b, ["/pairs.a", "/pairs.b"])
    // The wrapped value of an optional state.
    try await assertOptional(Generic(value: Plain()), \.value.first, \.first, ["/value.first", "/first"])
  }

  /// - Note: `@unchecked Sendable`: a test uses it in one store.
  fileprivate class Model: @unchecked Sendable {
    @Presents var left: Kid.State? = Kid.State()
    @Presents var right: Kid.State? = Kid.State()
    // A subclass may override it, so its key path has no name.
    var first: Kid.State? = Kid.State()
  }

  fileprivate final class Derived: Model, @unchecked Sendable {
    @Presents var more: Kid.State? = Kid.State()
    var second: Kid.State? = Kid.State()
  }

  fileprivate struct Holder: Sendable {
    var model = Model()
  }

  // S801
  func testInAClass() async throws {
    try await assertPresents(Model(), \.$left, \.$right, ["/left", "/right"])
    try await assertPresents(Derived(), \.$left, \.$more, ["/left", "/more"])
    try await assertPresents(Holder(), \.model.$left, \.model.$right, ["/model.left", "/model.right"])
    try await assertOptional(Holder(), \.model.first, \.model.first, ["/one", "/two"])
  }

  /// A state that declares the places of its children by requirements of a protocol.
  fileprivate protocol Sheeted: Sendable {
    var sheet: Presents<Kid.State> { get set }
  }

  fileprivate struct Sheet: Sheeted {
    var sheet = Presents(wrappedValue: Kid.State())
  }

  private func assertSheet<State: Sheeted>(of state: State) async throws {
    let path: any WritableKeyPath<State, Presents<Kid.State>> & Sendable = \.sheet
    try await assertPresents(state, path, path, ["/sheet", "/sheet"])
  }

  // S801
  func testThroughARequirementOfAProtocol() async throws {
    try await assertSheet(of: Sheet())
  }

  // MARK: Declared effects

  @Reducer
  fileprivate struct Watching {
    @ObservableState
    struct State { var seconds = 1 }
    enum Action { case none }
    var body: some ReducerOf<Self> {
      EmptyReducer().task(id: { $0.seconds }) { _ in Kid.endless("watching") }
    }
  }

  @Reducer
  fileprivate struct Watchers {
    @ObservableState
    struct State {
      @Presents var first: Watching.State? = Watching.State()
      @Presents var second: Watching.State? = Watching.State()
      var part = Part.State()
    }
    enum Action {
      case first(PresentationAction<Watching.Action>), second(PresentationAction<Watching.Action>), part(
        Part.Action
      )
    }
    var body: some ReducerOf<Self> {
      Scope(state: \.part, action: \.part) { Part() }
      EmptyReducer()
        .ifLet(\.$first, action: \.first) { Watching() }
        .ifLet(\.$second, action: \.second) { Watching() }
    }
  }

  @Reducer
  fileprivate struct Part {
    @ObservableState
    struct State { @Presents var first: Watching.State? = Watching.State() }
    enum Action { case first(PresentationAction<Watching.Action>) }
    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.$first, action: \.first) { Watching() }
    }
  }

  // S801: even before the child has received an action, and for an instrument that reads the text at once.
  func testAChildThatDeclaresEffectsIsNamedFromTheBeginning() async throws {
    try await underSeeds(1) { scheduler, _ in
      let watcher = Watcher()
      var configuration = scheduler.configuration(for: Watchers.Action.self)
      configuration.instruments = [watcher]
      let store = Store(initialState: Watchers.State(), configuration: configuration) { Watchers() }
      let paths = await store.runningEffects.map(\.scopePath.description)
      XCTAssertEqual(Set(paths), ["/first", "/second", "/part.first"])
      let began = watcher.lines.all.filter { $0.hasPrefix("began") }
      XCTAssertEqual(Set(began), ["began /first", "began /second", "began /part.first"])
    }
  }
}
