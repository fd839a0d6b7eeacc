import TroupeClassic
import TroupeTesting
import XCTest

/// The samples in the doc comments of `TroupeClassic` that show scopes by functions, and views over view
/// stores.
@MainActor
final class StoreViewSamplesTests: XCTestCase {
  // What a toolkit has.
  struct Text: Equatable {
    let text: String
    init(_ text: String) { self.text = text }
  }
  struct Button {
    let action: @MainActor () -> Void
    init(_ title: String, _ action: @escaping @MainActor () -> Void) { self.action = action }
  }

  struct Part: Equatable, Identifiable {
    var id = 1
    var count = 0
  }
  enum PartAction { case incremented }
  static let partReducer = Reducer<Part, PartAction, Void> { state, _, _ in
    state.count += 1
    return .none
  }

  struct AppState: Equatable {
    var profile = Part()
    var detail: Part? = Part()
    var todos: IdentifiedArrayOf<Part> = [Part(id: 1), Part(id: 2)]
  }
  enum AppAction {
    case profile(PartAction)
    case detail(PartAction)
    case todo(id: Int, action: PartAction)
  }
  static let appReducer = Reducer<AppState, AppAction, Void>.combine(
    partReducer.pullback(state: \.profile, action: /AppAction.profile, environment: { $0 }),
    partReducer.optional().pullback(state: \.detail, action: /AppAction.detail, environment: { $0 }),
    partReducer.forEach(state: \.todos, action: /AppAction.todo(id:action:), environment: { $0 })
  )

  struct PartView {
    let store: ViewStore<Part, PartAction>
  }
  typealias DetailView = PartView
  typealias TodoView = PartView
  typealias LoggedInView = PartView

  private func makeStore() -> ViewStore<AppState, AppAction> {
    ViewStore(
      Store(initialState: AppState(), reducer: Self.appReducer, environment: (), configuration: .mainActor)
    )
  }

  func testScopes() async {
    do {
      let store = Store(initialState: AppState(), reducer: Self.appReducer, environment: ())
      let profile = await store.scope(state: { $0.profile }, action: AppAction.profile)
      await profile.send(.incremented)
      let count = await store.profile.count
      XCTAssertEqual(count, 1)
    }
    let viewStore = makeStore()
    let profile = viewStore.scope(state: { $0.profile }, action: AppAction.profile)
    profile.send(.incremented)
    XCTAssertEqual(viewStore.profile.count, 1)
  }

  func testWithViewStore() async {
    let counter = makeStore().scope(state: { $0.profile }, action: AppAction.profile)
    let view =
      WithViewStore(counter) { viewStore in
        Text("Count: \(viewStore.count)")
        Button("Add") { viewStore.send(.incremented) }
      }
    view.content.elements.1.action()
    XCTAssertEqual(view.content.elements.0, Text("Count: 1"))
  }

  func testIfLetStore() async throws {
    let store = makeStore()
    let view =
      IfLetStore(store.scope(state: { $0.detail }, action: AppAction.detail)) { detailStore in
        DetailView(store: detailStore)
      } else: {
        Text("Nothing is selected.")
      }
    guard case .first(let detail) = view.content else { return XCTFail("Nothing is there.") }
    detail.store.send(.incremented)
    XCTAssertEqual(store.detail?.count, 1)
  }

  func testForEachStore() async {
    let store = makeStore()
    let view =
      ForEachStore(store.scope(state: { $0.todos }, action: AppAction.todo)) { todoStore in
        TodoView(store: todoStore)
      }
    view.rows[1].content.store.send(.incremented)
    XCTAssertEqual(store.state.todos.map(\.count), [0, 1])
  }

  enum Session {
    enum AppState: Equatable { case loggedIn(Part), loggedOut }
    enum AppAction { case loggedIn(PartAction), closed }

    @MainActor
    static func makeStore() -> ViewStore<AppState, AppAction> {
      ViewStore(
        Store(
          initialState: .loggedIn(Part()),
          reducer: .combine(
            partReducer.pullback(
              state: /AppState.loggedIn,
              action: /AppAction.loggedIn,
              environment: { $0 }
            ),
            Reducer { state, action, _ in
              if case .closed = action { state = .loggedOut }
              return .none
            }
          ),
          environment: (),
          configuration: .mainActor
        )
      )
    }

    @MainActor
    static func branches(
      _ store: ViewStore<AppState, AppAction>
    ) -> SwitchStore<AppState, AppAction, Either<LoggedInView, Text>> {
      SwitchStore(store) {
        CaseLet(state: /AppState.loggedIn, action: AppAction.loggedIn) { loggedInStore in
          LoggedInView(store: loggedInStore)
        }
        Default {
          Text("Nobody is logged in.")
        }
      }
    }

    @MainActor
    static func statement(
      _ store: ViewStore<AppState, AppAction>
    ) -> SwitchStore<AppState, AppAction, Either<Either<LoggedInView, UnhandledCase>, Text>> {
      SwitchStore(store) { state in
        switch state {
        case .loggedIn:
          CaseLet(/AppState.loggedIn, action: AppAction.loggedIn) { loggedInStore in
            LoggedInView(store: loggedInStore)
          }
        case .loggedOut:
          Text("Nobody is logged in.")
        }
      }
    }
  }

  func testSwitchStore() async {
    let store = Session.makeStore()
    let (branches, statement) = (Session.branches(store), Session.statement(store))
    guard case .first(.first(let view)) = branches.content,
      case .first(.first(.first(let same))) = statement.content
    else { return XCTFail("Somebody is logged in.") }
    view.store.send(.incremented)
    XCTAssertEqual(same.store.count, 1)
    store.send(.closed)
    guard case .first(.second(let text)) = branches.content,
      case .first(.second(let sameText)) = statement.content
    else { return XCTFail("Nobody is logged in.") }
    XCTAssertEqual(text, sameText)
  }
}
