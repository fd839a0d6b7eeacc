import Foundation
import TraceChecking
import TroupeClassic
import TroupeTesting
import XCTest

// The reference of `struct Reducer<State, Action, Environment>`, in its order: every declaration, and every
// sample as printed there. Where a sample had to be changed to compile, a comment at the line has the printed
// text. Types that the samples use and don't show precede them.
//
// `AnySchedulerOf<DispatchQueue>` is a clock here: effects are tasks, and wait on clocks. The printed text
// has lost its indentation.
//
// Views are over a view store here, because an actor can't be scoped without waiting. They run on the toy
// toolkit of `Support/Toy.swift`. Nothing is left out.

/// `AnySchedulerOf<DispatchQueue>` of the samples.
typealias AnySchedulerOf<Queue> = TestClock

final class Seed003Tests: TroupeTestCase {
  // MARK: init(_:)

  func testInit() async throws {
    struct AnalyticsClient {
      let tracked: Collector<String>
      func track<Action>(_ event: String) -> Effect<Action, Never> {
        .run { [tracked] _ in tracked.append(event) }
      }
    }

    struct MyState { var count = 0, text = "" }
    enum MyAction { case buttonTapped, textChanged(String) }
    struct MyEnvironment { var analyticsClient: AnalyticsClient }
    let myReducer = Reducer<MyState, MyAction, MyEnvironment> { state, action, environment in
      switch action {
      case .buttonTapped:
        state.count += 1
        return environment.analyticsClient.track("Button Tapped")
      case .textChanged(let text):
        state.text = text
        return .none
      }
    }

    let tracked = Collector<String>()
    let environment = MyEnvironment(analyticsClient: AnalyticsClient(tracked: tracked))
    let store = Store(initialState: MyState(), reducer: myReducer, environment: environment)
    await store.send(.buttonTapped).finish()
    await store.send(.textChanged("Blob"))
    let state = await store.state
    XCTAssertEqual(state.count, 1)
    XCTAssertEqual(state.text, "Blob")
    XCTAssertEqual(tracked.all, ["Button Tapped"])
  }

  // MARK: debug(_:actionFormat:environment:), debugActions(_:actionFormat:environment:)

  struct Todo: Identifiable, Equatable {
    let id: Int
    var isComplete = false
  }
  enum TodoAction { case toggled, timerStarted }
  struct TodoEnvironment {
    var mainQueue: AnySchedulerOf<DispatchQueue>?
  }
  struct Todos: Equatable {
    var todos: IdentifiedArrayOf<Todo> = [Todo(id: 1), Todo(id: 2)]
    var count = 0
  }
  enum TodosAction {
    case todo(id: Todo.ID, action: TodoAction)
    case counted
  }
  struct TodosEnvironment {
    var printed = Collector<String>()
    var debug: DebugEnvironment { DebugEnvironment(printer: { [printed] in printed.append($0) }) }
  }

  private static let todoReducer = Reducer<Todo, TodoAction, TodoEnvironment> { state, action, environment in
    switch action {
    case .toggled:
      state.isComplete.toggle()
      return .none
    case .timerStarted:
      return .run(name: "timer") { [clock = environment.mainQueue] send in
        while true {
          try await clock?.sleep(for: .seconds(1))
          await send(.toggled)
        }
      }
    }
  }

  private static let todosReducer: Reducer<Todos, TodosAction, TodosEnvironment> = .combine(
    todoReducer.forEach(
      state: \.todos,
      action: /TodosAction.todo(id:action:),
      environment: { _ in TodoEnvironment() }
    ),
    Reducer { state, action, _ in
      if case .counted = action { state.count += 1 }
      return .none
    }
  )

  /// Returns the output of a reducer for an element's action and for an action of the list itself.
  private func printed(by reducer: Reducer<Todos, TodosAction, TodosEnvironment>) -> [String] {
    let environment = TodosEnvironment()
    var state = Todos()
    _ = reducer.run(&state, .todo(id: 1, action: .toggled), environment)
    _ = reducer.run(&state, .counted, environment)
    return environment.printed.all
  }

  func testDebug() {
    XCTAssertEqual(
      printed(by: Self.todosReducer.debug("app", actionFormat: .prettyPrint, environment: { $0.debug })),
      [
        """
        app: received action:
          Seed003Tests.TodosAction.todo(id: 1, action: .toggled)
          Seed003Tests.Todos(
            todos: [
              [0]: Seed003Tests.Todo(
                id: 1,
        -       isComplete: false
        +       isComplete: true
              ),
              … (1 unchanged)
            ],
            count: 0
          )
        """,
        """
        app: received action:
          Seed003Tests.TodosAction.counted
          Seed003Tests.Todos(
            … (1 unchanged)
        -   count: 0
        +   count: 1
          )
        """,
      ]
    )
  }

  func testDebugActions() {
    XCTAssertEqual(
      printed(by: Self.todosReducer.debugActions(actionFormat: .labelsOnly, environment: { $0.debug })),
      [
        "received action:\n  Seed003Tests.TodosAction.todo(id:, action: .toggled)",
        "received action:\n  Seed003Tests.TodosAction.counted",
      ]
    )
  }

  // MARK: debug(_:state:action:actionFormat:environment:)

  func testDebugOfLocalActions() {
    XCTAssertEqual(
      printed(
        by: Self.todosReducer.debug(
          "todo",
          state: { $0.count },
          action: /TodosAction.todo(id:action:),
          environment: { $0.debug }
        )
      ),
      ["todo: received action:\n  (1, .toggled)\n  (No state changes)"]
    )
  }

  // MARK: signpost(_:log:)

  func testSignpost() async throws {
    try await underSeeds { scheduler, _ in
      let signposts = Collector<String>()
      let log = OSLog(subsystem: "co.pointfree.composable-architecture", category: "Reducer Instrumentation")
      let reducer = Self.todosReducer.signpost("app", log: log)
      let store = withDependencies {
        $0.signpostRecorder = SignpostRecorder { signpost in
          XCTAssertEqual(signpost.log, log)
          signposts.append("\(signpost.name) \(signpost.phase): \(signpost.message)")
        }
      } operation: {
        Store(
          initialState: Todos(),
          reducer: reducer,
          environment: TodosEnvironment(),
          configuration: scheduler.configuration()
        )
      }
      await store.send(.counted).finish()
      XCTAssertEqual(
        signposts.all,
        [
          "action begin: [app] Seed003Tests.TodosAction.counted",
          "action end: [app] Seed003Tests.TodosAction.counted",
        ]
      )
    }
  }

  // S640
  func testSignpostsInATrace() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "Signposts-\(UUID().uuidString).json")
      .path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try TraceFile(path: path)
    try await underSeeds(1) { scheduler, _ in
      let store = withDependencies {
        $0.signpostRecorder = .trace(file)
      } operation: {
        Store(
          initialState: Todos(),
          reducer: Self.todosReducer.signpost("app"),
          environment: TodosEnvironment(),
          configuration: scheduler.configuration()
        )
      }
      await store.send(.counted).finish()
      await store.shutdown(within: .zero)
    }
    try file.close()
    let trace = try Trace(String(contentsOfFile: path, encoding: .utf8))
    XCTAssertEqual(trace.problems, [])
    XCTAssertEqual(trace.intervals.map(\.name), ["[app] Seed003Tests.TodosAction.counted"])
  }

  // MARK: What is deprecated
  // pullback(state:action:environment:breakpointOnNil:file:line:), optional(breakpointOnNil:file:line:),
  // forEach(state:action:environment:breakpointOnNil:file:line:) of identified arrays and of dictionaries,
  // forEach(state:action:environment:breakpointOnNil:file:line:) of arrays

  enum Screen { case todo(Todo), empty }
  struct Everything {
    var screen = Screen.empty
    var optional: Todo?
    var identified: IdentifiedArrayOf<Todo> = []
    var byName: [String: Todo] = [:]
    var rows: [Todo] = []
  }
  enum EverythingAction {
    case screen(TodoAction)
    case optional(TodoAction)
    case identified(Todo.ID, TodoAction)
    case named(String, TodoAction)
    case row(Int, TodoAction)
  }

  // Functions that use deprecated declarations are deprecated themselves, so that the compiler doesn't warn.
  @available(*, deprecated)
  private static func deprecatedReducer(
    breakpointOnNil: Bool
  ) -> Reducer<Everything, EverythingAction, TodoEnvironment> {
    .combine(
      todoReducer
        .pullback(
          state: /Screen.todo,
          action: \.self,
          environment: { $0 },
          breakpointOnNil: breakpointOnNil,
          file: #fileID,
          line: 1
        )
        .pullback(state: \.screen, action: /EverythingAction.screen, environment: { $0 }),
      todoReducer
        .optional(breakpointOnNil: breakpointOnNil, file: #fileID, line: 2)
        .pullback(state: \.optional, action: /EverythingAction.optional, environment: { $0 }),
      todoReducer.forEach(
        state: \.identified,
        action: /EverythingAction.identified,
        environment: { $0 },
        breakpointOnNil: breakpointOnNil,
        file: #fileID,
        line: 3
      ),
      todoReducer.forEach(
        state: \.byName,
        action: /EverythingAction.named,
        environment: { $0 },
        breakpointOnNil: breakpointOnNil,
        file: #fileID,
        line: 4
      ),
      todoReducer.forEach(
        state: \.rows,
        action: /EverythingAction.row,
        environment: { $0 },
        breakpointOnNil: breakpointOnNil,
        file: #fileID,
        line: 5
      )
    )
  }

  @available(*, deprecated)
  func testBreakpointOnNil() async throws {
    for breakpointOnNil in [true, false] {
      let stops = Collector<Void>()
      let reported = IssueCollector()
      let actions: [EverythingAction] = [
        .screen(.toggled), .optional(.toggled), .identified(7, .toggled), .named("a", .toggled),
        .row(0, .toggled),
      ]
      let present = await withIssueReporters([reported]) {
        let store = withDependencies {
          $0.debuggerStop = DebuggerStop { stops.append(()) }
        } operation: {
          Store(
            initialState: Everything(),
            reducer: Self.deprecatedReducer(breakpointOnNil: breakpointOnNil),
            environment: TodoEnvironment()
          )
        }
        for action in actions { await store.send(action) }
        let todo = Todo(id: 7)
        let reducer = Self.deprecatedReducer(breakpointOnNil: breakpointOnNil)
        var state = Everything(
          screen: .todo(todo),
          optional: todo,
          identified: [todo],
          byName: ["a": todo],
          rows: [todo]
        )
        for action in actions { _ = reducer.run(&state, action, TodoEnvironment()) }
        return state
      }
      XCTAssertEqual(reported.all.map(\.location.line), [1, 2, 3, 4, 5])
      XCTAssertEqual(stops.all.count, breakpointOnNil ? 5 : 0)
      guard case .todo(let todo) = present.screen else { return XCTFail("The case has stayed.") }
      let todos = [
        todo, present.optional, present.identified[id: 7], present.byName["a"], present.rows.first,
      ]
      XCTAssertEqual(todos.map { $0?.isComplete }, Array(repeating: true, count: 5))
    }
  }

  // MARK: binding(action:), declared there twice, for two versions of the compiler

  struct Settings: Equatable { var volume = 0, title = "", changes: [Int] = [] }
  enum SettingsAction { case binding(BindingAction<Settings>), reset }

  @available(*, deprecated)
  func testBindingWithAFunction() async {
    let reducer = Reducer<Settings, SettingsAction, Void> { state, action, _ in
      state.changes.append(state.volume)
      return .none
    }
    .binding(action: {
      guard case .binding(let action) = $0 else { return nil }
      return action
    })
    let store = Store(initialState: Settings(), reducer: reducer, environment: ())
    await store.send(.binding(.set(\.volume, 11)))
    await store.send(.reset)
    await store.send(.binding(.set(\.title, "Blob")))
    let settings = await store.state
    XCTAssertEqual(settings, Settings(volume: 11, title: "Blob", changes: [11, 11, 11]))
  }

  enum BindableSettingsAction: BindableAction { case binding(BindingAction<Settings>), reset }

  /// The replacement that its message names.
  func testBinding() async {
    let reducer = Reducer<Settings, BindableSettingsAction, Void> { state, action, _ in
      switch action {
      case .binding(\.volume): state.changes.append(state.volume)
      case .binding: break
      case .reset: state.volume = 0
      }
      return .none
    }
    .binding()
    let store = Store(initialState: Settings(), reducer: reducer, environment: ())
    await store.send(.set(\.volume, 11))
    await store.send(.set(\.title, "Blob"))
    await store.send(.reset)
    var settings = await store.state
    XCTAssertEqual(settings, Settings(volume: 0, title: "Blob", changes: [11]))
    // The same again, by hand.
    _ = reducer.run(&settings, .set(\.volume, 5), ())
    XCTAssertEqual(settings, Settings(volume: 5, title: "Blob", changes: [11, 5]))
  }

  @available(*, deprecated)
  func testForEachOverAnArray() async throws {
    try await underSeeds { scheduler, clock in
      // In the style of the samples of the other two.
      let reducer = Self.todoReducer.forEach(
        state: \Everything.rows,
        action: /EverythingAction.row,
        environment: { (environment: TodoEnvironment) in environment }
      )
      let store = Store(
        initialState: Everything(rows: [Todo(id: 1), Todo(id: 2)]),
        reducer: reducer,
        environment: TodoEnvironment(mainQueue: clock),
        configuration: scheduler.configuration()
      )
      await store.send(.row(1, .timerStarted))
      await clock.advance(by: .seconds(1))
      let rows = await store.rows
      XCTAssertEqual(rows.map(\.isComplete), [false, true])

      // `breakpointOnNil` is true there unless it is set to false.
      let stops = Collector<Void>()
      let empty = withDependencies {
        $0.debuggerStop = DebuggerStop { stops.append(()) }
      } operation: {
        Store(initialState: Everything(), reducer: reducer, environment: TodoEnvironment())
      }
      await withExpectedIssue { _ = await empty.send(.row(0, .toggled)) }
      XCTAssertEqual(stops.all.count, 1)
    }
  }

  // MARK: combine(_:), of several and of an array

  struct Child: Equatable { var wasDismissed = 0 }
  enum ChildAction { case dismiss }
  struct ChildEnvironment { var dismissals = Collector<Child>() }
  private static let childReducer = Reducer<Child, ChildAction, ChildEnvironment> {
    state,
    action,
    environment in
    state.wasDismissed += 1
    environment.dismissals.append(state)
    return .none
  }
  struct ParentState { var child: Child? = Child() }
  enum ParentAction { case child(ChildAction) }
  struct ParentEnvironment { var child = ChildEnvironment() }

  /// The child reacts to `.dismiss`, and is then gone.
  private func checkDismissal(
    _ parentReducer: Reducer<ParentState, ParentAction, ParentEnvironment>,
    line: UInt = #line
  ) async {
    let environment = ParentEnvironment()
    let store = Store(initialState: ParentState(), reducer: parentReducer, environment: environment)
    await store.send(.child(.dismiss))
    let child = await store.child
    XCTAssertNil(child, line: line)
    XCTAssertEqual(environment.child.dismissals.all, [Child(wasDismissed: 1)], line: line)
  }

  func testCombine() async {
    let childReducer = Self.childReducer
    let parentReducer = Reducer<ParentState, ParentAction, ParentEnvironment>.combine(
      // Combined before parent so that it can react to `.dismiss` while state is non-`nil`.
      childReducer.optional().pullback(
        state: \.child,
        action: /ParentAction.child,
        environment: { $0.child }
      ),
      // Combined after child so that it can `nil` out child state upon `.child(.dismiss)`.
      Reducer { state, action, environment in
        switch action {  // printed: `switch action`
        case .child(.dismiss):
          state.child = nil
          return .none
        // printed: `...`
        }
      }  // printed: `},`, and a comma after the last reducer
    )
    await checkDismissal(parentReducer)
  }

  func testCombineOfAnArray() async {
    let childReducer = Self.childReducer
    // As above, with the array that the second declaration takes.
    let parentReducer = Reducer<ParentState, ParentAction, ParentEnvironment>.combine([
      childReducer.optional().pullback(
        state: \.child,
        action: /ParentAction.child,
        environment: { $0.child }
      ),
      Reducer { state, action, environment in
        switch action {
        case .child(.dismiss):
          state.child = nil
          return .none
        }
      },
    ])
    await checkDismissal(parentReducer)
  }

  // MARK: combined(with:)

  func testCombinedWith() async {
    let childReducer = Self.childReducer
    let parentReducer: Reducer<ParentState, ParentAction, ParentEnvironment> =
      // Run before parent so that it can react to `.dismiss` while state is non-`nil`.
      childReducer
      .optional()
      .pullback(
        state: \.child,
        action: /ParentAction.child,
        environment: { $0.child }
      )
      // Combined after child so that it can `nil` out child state upon `.child(.dismiss)`.
      .combined(
        with: Reducer { state, action, environment in
          switch action {  // printed: `switch action`
          case .child(.dismiss):
            state.child = nil
            return .none
          // printed: `...`
          }
        }
        // printed: one more `}`
      )
    await checkDismissal(parentReducer)
  }

  // MARK: pullback(state:action:environment:)

  func testPullback() async {
    struct SettingsState { var volume = 0 }
    enum SettingsAction { case volumeChanged }
    struct SettingsEnvironment { var volume = 11 }
    // Global domain that holds a local domain:
    // Printed with a comma before each comment.
    struct AppState { var settings: SettingsState /* rest of state */ }
    enum AppAction { case settings(SettingsAction) /* other actions */ }
    struct AppEnvironment { var settings: SettingsEnvironment /* rest of dependencies */ }
    // A reducer that works on the local domain:
    let settingsReducer = Reducer<SettingsState, SettingsAction, SettingsEnvironment> {  // printed: `{ ... }`
      state,
      _,
      environment in
      state.volume = environment.volume
      return .none
    }
    // Pullback the settings reducer so that it works on all of the app domain:
    let appReducer: Reducer<AppState, AppAction, AppEnvironment> = .combine(
      settingsReducer.pullback(
        state: \.settings,
        action: /AppAction.settings,
        environment: { $0.settings }
      )  // printed: a comma
      /* other reducers */
    )

    let store = Store(
      initialState: AppState(settings: SettingsState()),
      reducer: appReducer,
      environment: AppEnvironment(settings: SettingsEnvironment())
    )
    await store.send(.settings(.volumeChanged))
    let volume = await store.settings.volume
    XCTAssertEqual(volume, 11)
  }

  // MARK: pullback(state:action:environment:file:line:)

  func testPullbackOfACase() async {
    struct LoggedInState { var name = "" }
    enum LoggedInAction { case nameChanged }
    struct LoggedInEnvironment { var name = "Blob" }
    // Global domain that holds a local domain:
    // Printed without `loggedOut`, and with a comma before each comment.
    enum AppState { case loggedIn(LoggedInState), loggedOut /* rest of state */ }
    enum AppAction { case loggedIn(LoggedInAction) /* other actions */ }
    struct AppEnvironment { var loggedIn: LoggedInEnvironment /* rest of dependencies */ }
    // A reducer that works on the local domain:
    let loggedInReducer = Reducer<LoggedInState, LoggedInAction, LoggedInEnvironment> {  // printed: `{ ... }`
      state,
      _,
      environment in
      state.name = environment.name
      return .none
    }
    // Pullback the logged-in reducer so that it works on all of the app domain:
    let appReducer: Reducer<AppState, AppAction, AppEnvironment> = .combine(
      loggedInReducer.pullback(
        state: /AppState.loggedIn,
        action: /AppAction.loggedIn,
        environment: { $0.loggedIn }
      )  // printed: a comma
      /* other reducers */
    )

    let store = Store(
      initialState: .loggedIn(LoggedInState()),
      reducer: appReducer,
      environment: AppEnvironment(loggedIn: LoggedInEnvironment())
    )
    await store.send(.loggedIn(.nameChanged))
    guard case .loggedIn(let loggedIn) = await store.state else { return XCTFail("It is logged in.") }
    XCTAssertEqual(loggedIn.name, "Blob")
  }

  // Of the pitfalls of `pullback` on a case: "A parent reducer sets child state to a different case when
  // processing a child action and runs before the child reducer".

  struct Disappearing: Equatable { var disappearances = 0 }
  enum DisappearingAction { case didDisappear }
  struct AnotherChildState: Equatable {}
  enum ScreenState: Equatable { case child(Disappearing), anotherChild(AnotherChildState) }
  enum ScreenAction { case child(DisappearingAction) }
  struct DisappearingEnvironment { var disappeared = Collector<Disappearing>() }

  private static let disappearingReducer = Reducer<
    Disappearing, DisappearingAction, DisappearingEnvironment
  > { state, action, environment in  // printed without the comma after `action`
    switch action {  // printed: no `switch`
    case .didDisappear:
      // This action is never received here because child state cannot be extracted
      state.disappearances += 1  // printed: `...`
      environment.disappeared.append(state)
      return .none
    }
  }

  /// The report of a store of the state when the child disappears, and the actions that the child received.
  private func disappearing<State: Sendable & Equatable, Action: Sendable>(
    _ state: State,
    _ action: Action,
    _ reducer: Reducer<State, Action, DisappearingEnvironment>
  ) async -> (state: State, issues: [ReportedIssue], seen: [Disappearing]) {
    let environment = DisappearingEnvironment()
    let reported = IssueCollector()
    let state = await withIssueReporters([reported]) {
      let store = Store(initialState: state, reducer: reducer, environment: environment)
      await store.send(action)
      return await store.state
    }
    return (state, reported.all, environment.disappeared.all)
  }

  func testPullbackOfACaseAfterItsParentIsAnIssue() async {
    typealias ParentState = ScreenState
    typealias ParentAction = ScreenAction
    typealias ParentEnvironment = DisappearingEnvironment
    let childReducer = Self.disappearingReducer

    let parentReducer = Reducer<ParentState, ParentAction, ParentEnvironment>.combine(
      // When combining reducers, the parent reducer runs first
      Reducer { state, action, environment in
        switch action {
        case .child(.didDisappear):
          // And `nil`s out child state when processing a child action
          // Printed: `state.child = …`, of a state that is no enum.
          state = .anotherChild(AnotherChildState())
          return .none
        // printed: `...`
        }
      },
      // Before the child reducer runs
      childReducer.pullback(
        state: /ParentState.child,
        action: /ParentAction.child,
        environment: { $0 }
      )  // printed: `...`
    )

    let mistake = await disappearing(.child(Disappearing()), .child(.didDisappear), parentReducer)
    XCTAssertEqual(mistake.state, .anotherChild(AnotherChildState()))
    XCTAssertEqual(mistake.seen, [])
    XCTAssertEqual(
      mistake.issues.map(\.message),
      [
        """
        `pullback` got an action for a case while the state was in another case. \
        The action is Seed003Tests.ScreenAction.child(.didDisappear), and the child's state is Seed003Tests.Disappearing. The child's \
        reducer didn't run.

        The likely causes:
        - A parent's reducer set the state to another case before the child's reducer ran. Child reducers have to run first: combine \
        the child's reducer before the parent's reducer.
        - The action was sent by work that outlived the child: by a task outside the store, or by an effect of another \
        feature. Return the work as an effect of the child's reducer: it then ends with the child.
        - The action was sent from outside, usually by a view, after the child had disappeared. Send it only while \
        the state is in that case: `SwitchStore` ensures that.
        """
      ]
    )
  }

  /// "To ensure that a child reducer can process any action that a parent may use to change its state,
  /// combine it before the parent".
  func testPullbackOfACaseBeforeItsParent() async {
    typealias ParentState = ScreenState
    typealias ParentAction = ScreenAction
    typealias ParentEnvironment = DisappearingEnvironment
    let childReducer = Self.disappearingReducer

    let parentReducer = Reducer<ParentState, ParentAction, ParentEnvironment>.combine(
      // The child runs first
      childReducer.pullback(
        state: /ParentState.child,
        action: /ParentAction.child,
        environment: { $0 }
      ),  // printed: `...`
      // The parent runs after
      Reducer { state, action, environment in
        state = .anotherChild(AnotherChildState())  // printed: `...`
        return .none
      }
    )

    let right = await disappearing(.child(Disappearing()), .child(.didDisappear), parentReducer)
    XCTAssertEqual(right.state, .anotherChild(AnotherChildState()))
    XCTAssertEqual(right.seen, [Disappearing(disappearances: 1)])
    XCTAssertTrue(right.issues.isEmpty)
  }

  // "A child effect feeds a child action back into the store when child state is unavailable", of `pullback`
  // on a case and of `optional()`. The sample is printed twice, except for a comment.

  struct APIClient {
    let requested: AsyncStream<String>
    func request() -> Effect<String, Never> {
      .run(name: "request") { [requested] send in
        for await response in requested { await send(response) }
      }
    }
  }
  struct MotionClient {
    let mainQueue: AnySchedulerOf<DispatchQueue>
    func start() -> Effect<Int, Never> {
      .run(name: "motion") { [mainQueue] send in
        while true {
          try await mainQueue.sleep(for: .seconds(1))
          await send(1)
        }
      }
    }
  }

  struct RequestState: Equatable { var responses: [String] = [] }
  enum RequestAction { case onAppear, response(String) }
  struct RequestEnvironment { var apiClient: APIClient }

  private static var requestReducer: Reducer<RequestState, RequestAction, RequestEnvironment> {
    typealias ChildState = RequestState
    typealias ChildAction = RequestAction
    typealias ChildEnvironment = RequestEnvironment
    let childReducer = Reducer<
      ChildState, ChildAction, ChildEnvironment
    > { state, action, environment in  // printed without the comma after `action`
      switch action {
      case .onAppear:
        // An effect may want to later feed a result back to the child domain in an action
        return environment.apiClient
          .request()
          .map(ChildAction.response)
      case let .response(response):
        // But the child cannot process this action if its state is unavailable
        state.responses.append(response)  // printed: `...`
        return .none
      }
    }
    return childReducer
  }

  enum RequestScreen: Equatable { case child(RequestState), other }
  enum RequestScreenAction { case child(RequestAction), closed }

  /// Here such an effect ends with the state, so it can't.
  func testTheEffectsOfACaseEndWithIt() async throws {
    let reducer = Reducer<RequestScreen, RequestScreenAction, RequestEnvironment>.combine(
      Self.requestReducer.pullback(
        state: /RequestScreen.child,
        action: /RequestScreenAction.child,
        environment: { $0 }
      ),
      Reducer { state, action, _ in
        if case .closed = action { state = .other }
        return .none
      }
    )
    try await checkEnd(.child(RequestState()), reducer, appearing: .child(.onAppear), closing: .closed) {
      guard case .child(let child) = $0 else { return nil }
      return child
    }
  }

  private func checkEnd<State: Sendable & Equatable, Action: Sendable>(
    _ state: State,
    _ reducer: Reducer<State, Action, RequestEnvironment>,
    appearing: Action,
    closing: Action,
    child: @escaping @Sendable (State) -> RequestState?
  ) async throws {
    try await underSeeds { scheduler, _ in
      let (requested, responses) = AsyncStream<String>.makeStream()
      let store = Store(
        initialState: state,
        reducer: reducer,
        environment: RequestEnvironment(apiClient: APIClient(requested: requested)),
        configuration: scheduler.configuration()
      )
      let request = await store.send(appearing)
      responses.yield("first")
      await scheduler.settle()
      let before = await store.state
      XCTAssertEqual(child(before), RequestState(responses: ["first"]))
      await store.send(closing)
      responses.yield("second")
      await request.finish()
      let after = await store.state
      XCTAssertNil(child(after))
      let dropped = await store.statistics.droppedActionCount
      XCTAssertEqual(dropped, 0, "nothing was even sent")
    }
  }

  // "However, many long-living effects should be explicitly canceled when tearing down a child domain". The
  // sample is printed twice.

  struct MotionState: Equatable { var motions = 0 }
  enum MotionAction { case onAppear, motion(Int), onDisappear }
  struct MotionEnvironment { var motionClient: MotionClient }

  private static var motionReducer: Reducer<MotionState, MotionAction, MotionEnvironment> {
    typealias ChildState = MotionState
    typealias ChildAction = MotionAction
    typealias ChildEnvironment = MotionEnvironment
    let childReducer = Reducer<
      ChildState, ChildAction, ChildEnvironment
    > { state, action, environment in  // printed without the comma after `action`
      struct MotionId: Hashable {}
      switch action {
      case .onAppear:
        // Mark long-living effects that shouldn't outlive their domain cancellable
        return environment.motionClient
          .start()
          .map(ChildAction.motion)
          .cancellable(id: MotionId())
      case .onDisappear:
        // And explicitly cancel them when the domain is torn down
        return .cancel(id: MotionId())
      case .motion(let motion):  // printed: `...`
        state.motions += motion
        return .none
      }
    }
    return childReducer
  }

  func testEffectsAreCancelledByIDAsWell() async throws {
    try await underSeeds { scheduler, clock in
      let store = Store(
        initialState: MotionState(),
        reducer: Self.motionReducer.optional(),
        environment: MotionEnvironment(motionClient: MotionClient(mainQueue: clock)),
        configuration: scheduler.configuration()
      )
      await store.send(.onAppear)
      await clock.advance(by: .seconds(2))
      await store.send(.onDisappear)
      await clock.advance(by: .seconds(2))
      let state = await store.state
      XCTAssertEqual(state, MotionState(motions: 2))
      let effects = await store.runningEffects
      XCTAssertTrue(effects.isEmpty)
    }
  }

  // "A view store sends a child action when child state is `nil`", of `pullback` on a case and of
  // `optional()`. The first sample is printed twice.

  struct ShownState: Equatable { var actions = 0 }
  enum ShownAction { case action }
  private static let shownReducer = Reducer<ShownState, ShownAction, Void> { state, _, _ in
    state.actions += 1
    return .none
  }

  enum ShownScreen: Equatable { case child(ShownState), anotherChild }
  enum ShownScreenAction { case child(ShownAction), closed, opened }
  typealias ShownScreenStore = ViewStore<ShownScreen, ShownScreenAction>

  @MainActor
  private static func makeScreen() -> ShownScreenStore {
    let reducer = Reducer<ShownScreen, ShownScreenAction, Void>.combine(
      shownReducer.pullback(
        state: /ShownScreen.child,
        action: /ShownScreenAction.child,
        environment: { $0 }
      ),
      Reducer { state, action, _ in
        switch action {
        case .child: break
        case .closed: state = .anotherChild
        case .opened: state = .child(ShownState())
        }
        return .none
      }
    )
    return ViewStore(
      Store(
        initialState: .child(ShownState()),
        reducer: reducer,
        environment: (),
        configuration: .mainActor
      )
    )
  }

  struct UncheckedScreenView: View {
    let parentStore: ShownScreenStore

    var body: some View {
      WithViewStore(self.parentStore) { parentViewStore in
        // If child state is `nil`, it cannot process this action.
        Button("Child Action") { parentViewStore.send(.child(.action)) }
        // printed: `...`
      }
    }
  }

  struct ScreenView: View {
    typealias ParentState = ShownScreen
    typealias ParentAction = ShownScreenAction
    let parentStore: ShownScreenStore

    var body: some View {
      SwitchStore(self.parentStore) {
        CaseLet(state: /ParentState.child, action: ParentAction.child) { childStore in
          // This destination only appears when child state matches
          WithViewStore(childStore) { childViewStore in
            // So this action can only be sent when child state is available
            Button("Child Action") { childViewStore.send(.action) }
          }
        }
        Default { Text("Another child") }  // printed: `...`
      }
    }
  }

  /// Taps a button that is shown while the child is there, and again when it isn't.
  @MainActor
  private func tapBeforeAndAfter<Screen: View>(
    _ screen: Screen,
    close: () -> Void
  ) -> (shown: String, messages: [String]) {
    let user = User(view: screen)
    let reported = IssueCollector()
    withIssueReporters([reported]) {
      user.tap("Child Action")
      close()
      user.tap("Child Action")
    }
    return (user.screen, reported.messages)
  }

  @MainActor
  func testAViewThatSendsToACaseThatIsAwayIsAnIssue() async {
    let store = Self.makeScreen()
    let tapped = tapBeforeAndAfter(UncheckedScreenView(parentStore: store)) {
      XCTAssertEqual(store.state, .child(ShownState(actions: 1)))
      store.send(.closed)
    }
    XCTAssertEqual(tapped.shown, "<Child Action>")
    XCTAssertEqual(tapped.messages.count, 1)
    let message = tapped.messages.first ?? ""
    XCTAssertTrue(
      message.hasPrefix("`pullback` got an action for a case while the state was in another case")
    )
    XCTAssertTrue(message.hasSuffix("`SwitchStore` ensures that."))
  }

  @MainActor
  func testAViewInASwitchStoreSendsOnlyWhileTheCaseIsThere() async {
    let store = Self.makeScreen()
    let tapped = tapBeforeAndAfter(ScreenView(parentStore: store)) {
      XCTAssertEqual(store.state, .child(ShownState(actions: 1)))
      store.send(.closed)
    }
    XCTAssertEqual(tapped.shown, "Another child")
    XCTAssertEqual(tapped.messages, [])
    store.send(.opened)
    XCTAssertEqual(User(view: ScreenView(parentStore: store)).screen, "<Child Action>")
  }

  struct ShownParent: Equatable { var child: ShownState? = ShownState() }
  typealias ShownParentStore = ViewStore<ShownParent, ShownScreenAction>

  @MainActor
  private static func makeParentStore() -> Store<ShownParent, ShownScreenAction> {
    let reducer = Reducer<ShownParent, ShownScreenAction, Void>.combine(
      shownReducer.optional().pullback(
        state: \.child,
        action: /ShownScreenAction.child,
        environment: { $0 }
      ),
      Reducer { state, action, _ in
        switch action {
        case .child: break
        case .closed: state.child = nil
        case .opened: state.child = ShownState()
        }
        return .none
      }
    )
    return Store(initialState: ShownParent(), reducer: reducer, environment: (), configuration: .mainActor)
  }

  @MainActor
  private static func makeParent() -> ShownParentStore { ViewStore(makeParentStore()) }

  struct UncheckedParentView: View {
    let parentStore: ShownParentStore

    var body: some View {
      WithViewStore(self.parentStore) { parentViewStore in
        // If child state is `nil`, it cannot process this action.
        Button("Child Action") { parentViewStore.send(.child(.action)) }
        // printed: `...`
      }
    }
  }

  struct ParentView: View {
    let parentStore: ShownParentStore

    var body: some View {
      IfLetStore(
        self.parentStore.scope(state: { $0.child }, action: { .child($0) })
      ) { childStore in  // printed: the call to `IfLetStore` isn't closed before the closure
        // This destination only appears when child state is non-`nil`
        WithViewStore(childStore) { childViewStore in
          // So this action can only be sent when child state is non-`nil`
          Button("Child Action") { childViewStore.send(.action) }
        }
        // printed: `...`
      }
    }
  }

  @MainActor
  func testAViewThatSendsToAnOptionalThatIsNilIsAnIssue() async {
    let store = Self.makeParent()
    let tapped = tapBeforeAndAfter(UncheckedParentView(parentStore: store)) {
      XCTAssertEqual(store.state, ShownParent(child: ShownState(actions: 1)))
      store.send(.closed)
    }
    XCTAssertEqual(tapped.shown, "<Child Action>")
    XCTAssertEqual(tapped.messages.count, 1)
    let message = tapped.messages.first ?? ""
    XCTAssertTrue(message.hasPrefix("`optional()` got an action for a child whose state was nil"))
    XCTAssertTrue(message.hasSuffix("`IfLetStore` ensures that."))
  }

  @MainActor
  func testAViewInAnIfLetStoreSendsOnlyWhileTheChildIsThere() async {
    let store = Self.makeParent()
    let tapped = tapBeforeAndAfter(ParentView(parentStore: store)) {
      XCTAssertEqual(store.state, ShownParent(child: ShownState(actions: 1)))
      store.send(.closed)
    }
    XCTAssertEqual(tapped.shown, "")
    XCTAssertEqual(tapped.messages, [])
    store.send(.opened)
    XCTAssertEqual(User(view: ParentView(parentStore: store)).screen, "<Child Action>")
  }

  // `Store/ifLet(then:else:)`, which the page names beside `IfLetStore` without a sample.
  @MainActor
  func testTheCallbacksOfIfLetGetTheChildOnlyWhileItIsThere() async {
    let store = Self.makeParentStore()
    var shown: [ShownState?] = []
    let (calls, tell) = AsyncStream.makeStream(of: Void.self)
    var iterator = calls.makeAsyncIterator()
    let following = await store.scope(state: { $0.child }, action: ShownScreenAction.child)
      .ifLet(
        then: { childStore in
          // So this action can only be sent when child state is non-`nil`
          await childStore.send(.action)
          shown.append(await childStore.state)
          tell.yield()
        },
        else: {
          shown.append(nil)
          tell.yield()
        }
      )
    await iterator.next()
    for action in [ShownScreenAction.closed, .opened] {
      await store.send(action)
      await iterator.next()
    }
    XCTAssertEqual(shown, [ShownState(actions: 1), nil, ShownState(actions: 1)])
    following.cancel()
    await following.value
  }

  // MARK: optional(file:line:)

  struct ModalState: Equatable { var isLoaded = false }
  enum ModalAction { case loaded }
  struct ModalEnvironment { var mainQueue: AnySchedulerOf<DispatchQueue> }

  func testOptional() async throws {
    // Global domain that holds an optional local domain:
    struct AppState { var modal: ModalState? }
    enum AppAction { case modal(ModalAction) }
    struct AppEnvironment { var mainQueue: AnySchedulerOf<DispatchQueue> }
    // A reducer that works on the non-optional local domain:
    // Printed without the `>`, and with `...` between the braces.
    let modalReducer = Reducer<ModalState, ModalAction, ModalEnvironment> {
      state,
      _,
      environment in
      state.isLoaded = environment.mainQueue.now.offset == .zero
      return .none
    }
    // Pullback the local modal reducer so that it works on all of the app domain:
    let appReducer = Reducer<AppState, AppAction, AppEnvironment>.combine(
      modalReducer.optional().pullback(
        state: \.modal,
        action: /AppAction.modal,
        environment: { ModalEnvironment(mainQueue: $0.mainQueue) }
      ),
      Reducer { state, action, environment in
        .none  // printed: `...`
      }
    )

    try await underSeeds(1) { scheduler, clock in
      let store = Store(
        initialState: AppState(modal: ModalState()),
        reducer: appReducer,
        environment: AppEnvironment(mainQueue: clock),
        configuration: scheduler.configuration()
      )
      await store.send(.modal(.loaded))
      let modal = await store.modal
      XCTAssertEqual(modal, ModalState(isLoaded: true))
    }
  }

  // "A parent reducer sets child state to `nil` when processing a child action and runs before the child
  // reducer".

  struct OptionalState: Equatable { var child: Disappearing? = Disappearing() }

  func testOptionalAfterItsParentIsAnIssue() async {
    typealias ParentState = OptionalState
    typealias ParentAction = ScreenAction
    typealias ParentEnvironment = DisappearingEnvironment
    let childReducer = Self.disappearingReducer

    let parentReducer = Reducer<ParentState, ParentAction, ParentEnvironment>.combine(
      // When combining reducers, the parent reducer runs first
      Reducer { state, action, environment in
        switch action {
        case .child(.didDisappear):
          // And `nil`s out child state when processing a child action
          state.child = nil
          return .none
        // printed: `...`
        }
      },
      // Before the child reducer runs
      childReducer.optional().pullback(
        state: \.child,
        action: /ParentAction.child,
        environment: { $0 }
      )  // printed: `...`
    )

    let mistake = await disappearing(OptionalState(), .child(.didDisappear), parentReducer)
    XCTAssertEqual(mistake.state, OptionalState(child: nil))
    XCTAssertEqual(mistake.seen, [])
    XCTAssertEqual(
      mistake.issues.map(\.message),
      [
        """
        `optional()` got an action for a child whose state was nil. The action is Seed003Tests.DisappearingAction.didDisappear, \
        and the child's state is Seed003Tests.Disappearing. The child's reducer didn't run.

        The likely causes:
        - A parent's reducer set the state to nil before the child's reducer ran. Child reducers have to run first: combine the child's \
        reducer before the parent's reducer.
        - The action was sent by work that outlived the child: by a task outside the store, or by an effect of another \
        feature. Return the work as an effect of the child's reducer: it then ends with the child.
        - The action was sent from outside, usually by a view, after the child had disappeared. Send it only while \
        the state exists: `IfLetStore` ensures that.
        """
      ]
    )
  }

  /// "To ensure that a child reducer can process any action that a parent may use to `nil` out its state,
  /// combine it before the parent".
  func testOptionalBeforeItsParent() async {
    typealias ParentState = OptionalState
    typealias ParentAction = ScreenAction
    typealias ParentEnvironment = DisappearingEnvironment
    let childReducer = Self.disappearingReducer

    let parentReducer = Reducer<ParentState, ParentAction, ParentEnvironment>.combine(
      // The child runs first
      childReducer.optional().pullback(
        state: \.child,
        action: /ParentAction.child,
        environment: { $0 }
      ),  // printed: `...`
      // The parent runs after
      Reducer { state, action, environment in
        state.child = nil  // printed: `...`
        return .none
      }
    )

    let right = await disappearing(OptionalState(), .child(.didDisappear), parentReducer)
    XCTAssertEqual(right.state, OptionalState(child: nil))
    XCTAssertEqual(right.seen, [Disappearing(disappearances: 1)])
    XCTAssertTrue(right.issues.isEmpty)
  }

  struct OptionalRequest: Equatable { var child: RequestState? = RequestState() }

  func testTheEffectsOfAnOptionalEndWithIt() async throws {
    let reducer = Reducer<OptionalRequest, RequestScreenAction, RequestEnvironment>.combine(
      Self.requestReducer.optional().pullback(
        state: \.child,
        action: /RequestScreenAction.child,
        environment: { $0 }
      ),
      Reducer { state, action, _ in
        if case .closed = action { state.child = nil }
        return .none
      }
    )
    try await checkEnd(OptionalRequest(), reducer, appearing: .child(.onAppear), closing: .closed) {
      $0.child
    }
  }

  // MARK: forEach(state:action:environment:file:line:), over an identified array

  func testForEach() async {
    // Global domain that holds a collection of local domains:
    struct AppState { var todos: IdentifiedArrayOf<Todo> }
    enum AppAction { case todo(id: Todo.ID, action: TodoAction) }
    // Printed: no optional.
    struct AppEnvironment { var mainQueue: AnySchedulerOf<DispatchQueue>? }
    // A reducer that works on a local domain:
    let todoReducer = Reducer<Todo, TodoAction, TodoEnvironment> { state, _, _ in  // printed: `{ ... }`
      state.isComplete.toggle()
      return .none
    }
    // Pullback the local todo reducer so that it works on all of the app domain:
    let appReducer = Reducer<AppState, AppAction, AppEnvironment>.combine(
      todoReducer.forEach(
        state: \.todos,
        action: /AppAction.todo(id:action:),
        environment: { _ in TodoEnvironment() }
      ),
      Reducer { state, action, environment in
        .none  // printed: `...`
      }
    )

    let store = Store(
      initialState: AppState(todos: [Todo(id: 1), Todo(id: 2)]),
      reducer: appReducer,
      environment: AppEnvironment()
    )
    await store.send(.todo(id: 2, action: .toggled))
    let todos = await store.todos
    XCTAssertEqual(todos, [Todo(id: 1), Todo(id: 2, isComplete: true)])
  }

  /// "Always combine forEach reducers before parent reducers that can modify the collection."
  func testForEachAfterItsParentIsAnIssue() async {
    let reported = IssueCollector()
    await withIssueReporters([reported]) {
      let store = Store(
        initialState: Todos(),
        reducer: .combine(
          Reducer { state, action, _ in
            if case .todo(let id, _) = action { state.todos.remove(id: id) }
            return .none
          },
          Self.todosReducer
        ),
        environment: TodosEnvironment()
      )
      await store.send(.todo(id: 1, action: .toggled))
    }
    XCTAssertEqual(reported.messages.count, 1)
    let message = reported.messages.first ?? ""
    XCTAssertTrue(
      message.hasPrefix(
        """
        `forEach` got an action for an element that doesn't exist. The action is Seed003Tests.TodosAction.todo(id: 1, action: \
        .toggled), and the child's state is Seed003Tests.Todo. The child's reducer didn't run.

        The likely causes:
        - A parent's reducer removed the element before the child's reducer ran.
        """
      ),
      message
    )
    XCTAssertTrue(
      message.hasSuffix("Send it only for an existing element: `ForEachStore` ensures that.")
    )
  }

  // MARK: forEach(state:action:environment:file:line:), over a dictionary

  func testForEachOverADictionary() async {
    struct AppState { var todos: [String: Todo] }
    enum AppAction { case todo(key: String, action: TodoAction) }
    // There is no sample. As above:
    let appReducer = Reducer<AppState, AppAction, Void>.combine(
      Self.todoReducer.forEach(
        state: \.todos,
        action: /AppAction.todo(key:action:),
        environment: { _ in TodoEnvironment() }
      ),
      Reducer { state, action, environment in
        .none
      }
    )

    let store = Store(
      initialState: AppState(todos: ["a": Todo(id: 1), "b": Todo(id: 2)]),
      reducer: appReducer,
      environment: ()
    )
    await store.send(.todo(key: "b", action: .toggled))
    let todos = await store.todos
    XCTAssertEqual(todos, ["a": Todo(id: 1), "b": Todo(id: 2, isComplete: true)])
  }

  // MARK: empty, which the page has no entry for

  func testEmpty() async {
    let store = Store(
      initialState: Todo(id: 1),
      reducer: Reducer<Todo, TodoAction, Void>.empty,
      environment: ()
    )
    let task = await store.send(.toggled)
    XCTAssertTrue(task.wasReduced)
    let todo = await store.state
    XCTAssertEqual(todo, Todo(id: 1))
  }

  // MARK: run(_:_:_:), callAsFunction(_:_:_:)

  func testRunAndCallAsFunction() {
    let count = Reducer<Int, Int, Int> { state, action, environment in
      state += action * environment
      return .none
    }
    var state = 0
    _ = count.run(&state, 1, 10)
    _ = count(&state, 2, 100)
    XCTAssertEqual(state, 210)
  }
}
