import TroupeClassic
import TroupeTesting
import XCTest

/// The samples in the doc comments of `TroupeClassic`.
final class EnvironmentSamplesTests: XCTestCase {
  enum CounterAction { case incremented, rolled, set(Int) }
  struct CounterEnvironment { var roll: @Sendable () -> Effect<Int, Never> }

  func testAReducer() async {
    let counter = Reducer<Int, CounterAction, CounterEnvironment> { count, action, environment in
      switch action {
      case .incremented:
        count += 1
        return .none
      case .rolled:
        return environment.roll().map(CounterAction.set)
      case .set(let number):
        count = number
        return .none
      }
    }

    let environment = CounterEnvironment(roll: { .run { send in await send(4) } })
    let store = Store(initialState: 0, reducer: counter, environment: environment)
    await store.send(.rolled).finish()
    await store.send(.incremented)
    let count = await store.state
    XCTAssertEqual(count, 5)
  }

  struct Part: Equatable { var changes = 0 }
  enum PartAction { case changed }
  struct SettingsEnvironment { var step = 1 }
  struct ProfileEnvironment {}
  static let settingsReducer = Reducer<Part, PartAction, SettingsEnvironment> { state, _, environment in
    state.changes += environment.step
    return .none
  }
  static let profileReducer = Reducer<Part, PartAction, ProfileEnvironment> { state, _, _ in
    state.changes += 1
    return .none
  }

  func testAPullback() async {
    struct AppState { var settings = Part(), profile = Part() }
    enum AppAction { case settings(PartAction), profile(PartAction) }
    struct AppEnvironment { var settings = SettingsEnvironment(step: 2) }
    let (settingsReducer, profileReducer) = (Self.settingsReducer, Self.profileReducer)

    let appReducer = Reducer<AppState, AppAction, AppEnvironment>.combine(
      settingsReducer.pullback(
        state: \.settings,
        action: /AppAction.settings,
        environment: { $0.settings }
      ),
      profileReducer.pullback(
        state: \.profile,
        action: /AppAction.profile,
        environment: { _ in ProfileEnvironment() }
      )
    )

    let store = Store(initialState: AppState(), reducer: appReducer, environment: AppEnvironment())
    await store.send(.settings(.changed))
    await store.send(.profile(.changed))
    let changes = await [store.settings.changes, store.profile.changes]
    XCTAssertEqual(changes, [2, 1])
  }

  func testAnOptional() async {
    struct AppState { var modal: Part? = Part() }
    enum ModalAction { case closed }
    enum AppAction { case modal(ModalAction) }
    struct AppEnvironment { var modal = 1 }
    let closed = Locked(0)
    let modalReducer = Reducer<Part, ModalAction, Int> { _, _, step in
      closed.withLock { $0 += step }
      return .none
    }

    let appReducer = Reducer<AppState, AppAction, AppEnvironment>.combine(
      modalReducer.optional().pullback(
        state: \.modal,
        action: /AppAction.modal,
        environment: { $0.modal }
      ),
      Reducer { state, action, environment in
        if case .modal(.closed) = action { state.modal = nil }
        return .none
      }
    )

    let store = Store(initialState: AppState(), reducer: appReducer, environment: AppEnvironment())
    await store.send(.modal(.closed))
    let modal = await store.modal
    XCTAssertNil(modal)
    XCTAssertEqual(closed.withLock { $0 }, 1)
  }

  func testElements() async {
    struct Todo: Identifiable { let id: Int }
    enum TodoAction { case removed }
    struct TodoEnvironment {}
    struct TodosState { var todos: IdentifiedArrayOf<Todo> = [Todo(id: 1), Todo(id: 2)] }
    enum TodosAction { case todo(id: Int, action: TodoAction) }
    struct TodosEnvironment {}
    let todoReducer = Reducer<Todo, TodoAction, TodoEnvironment>.empty

    let todosReducer = Reducer<TodosState, TodosAction, TodosEnvironment>.combine(
      todoReducer.forEach(
        state: \.todos,
        action: /TodosAction.todo(id:action:),
        environment: { _ in TodoEnvironment() }
      ),
      Reducer { state, action, environment in
        if case .todo(let id, .removed) = action { state.todos.remove(id: id) }
        return .none
      }
    )

    let store = Store(initialState: TodosState(), reducer: todosReducer, environment: TodosEnvironment())
    await store.send(.todo(id: 1, action: .removed))
    let ids = await store.withState { $0.todos.map(\.id) }
    XCTAssertEqual(ids, [2])
  }

  @Reducer
  struct App {
    struct State { var settings = Part() }
    enum Action { case settings(PartAction) }

    var body: some ReducerOf<Self> {
      Scope(state: \.settings, action: \.settings) {
        Reduce(settingsReducer, environment: SettingsEnvironment())
      }
    }
  }

  func testAReducerWithAnEnvironmentInTodaysForm() async {
    let store = Store(initialState: App.State()) { App() }
    await store.send(.settings(.changed))
    let changes = await store.settings.changes
    XCTAssertEqual(changes, 1)
  }

  struct Search: Troupe.Reducer {
    @Dependency(\.engine) var engine
    func reduce(into state: inout String, action: String) -> Troupe.Effect<String> {
      state = "\(engine) finds \(action)"
      return .none
    }
  }
  typealias SearchState = String
  typealias SearchAction = String
  struct SearchEnvironment { var engine = "The index" }

  func testAHostedFeature() async {
    let reducer =
      Reducer<SearchState, SearchAction, SearchEnvironment>.hosting { environment in
        Search().dependency(\.engine, environment.engine)
      }

    let store = Store(initialState: "", reducer: reducer, environment: SearchEnvironment())
    await store.send("Blob")
    let found = await store.state
    XCTAssertEqual(found, "The index finds Blob")
  }
}

extension DependencyValues {
  fileprivate var engine: String {
    get { self[EngineKey.self] }
    set { self[EngineKey.self] = newValue }
  }
}

private enum EngineKey: TestDependencyKey {
  static var testValue: String { "" }
}
