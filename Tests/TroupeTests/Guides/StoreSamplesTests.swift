import Troupe
import TroupeTesting
import XCTest

/// The samples of a store's methods.
final class StoreSamplesTests: GuideTestCase {
  struct Inbox: Reducer {
    struct State: Equatable, Sendable {
      var title = "Inbox"
      var messages: [String] = []
    }
    enum Action: Sendable { case refreshTapped, received(String), renamed(String) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .refreshTapped:
        return .run { send in await send(.received("Hello")) }
      case .received(let message):
        state.messages.append(message)
      case .renamed(let title):
        state.title = title
      }
      return .none
    }
  }

  private func withInbox(_ body: @escaping @Sendable (StoreOf<Inbox>, Scheduler) async throws -> Void)
    async throws
  {
    try await underSeeds(1) { scheduler, _ in
      try await body(
        Store(initialState: Inbox.State(), configuration: scheduler.configuration()) {
          Inbox()
        } withDependencies: {
          // not a wait: nothing takes as long as its deadline.
          $0.continuousClock = ContinuousClock()
        },
        scheduler
      )
    }
  }

  // Store.send, Store.enqueue, Store.withState
  func testSending() async throws {
    try await withInbox { store, scheduler in
      await store.send(.refreshTapped).finish()
      try store.enqueue(.refreshTapped)
      await scheduler.settle()
      let total = await store.withState { state in state.messages.count }
      XCTAssertEqual(total, 2)
    }
  }

  // Store.whenIdle, S730
  func testWhenIdle() async throws {
    try await withInbox { store, _ in
      try store.enqueue(.refreshTapped)
      try await store.whenIdle()
      let messages = await store.messages
      XCTAssertEqual(messages, ["Hello"])
    }
  }

  // Store.states
  func testStates() async throws {
    try await withInbox { store, scheduler in
      let printing = Task(executorPreference: scheduler) {
        for await state in store.states() {
          print("\(state.messages.count) messages")
        }
      }
      let titles = Task(executorPreference: scheduler) {
        for await title in store.states(\.title) {
          print(title)
        }
      }
      await scheduler.settle()
      await store.send(.renamed("Archive"))
      await store.shutdown(within: .zero)
      // Both end with the store.
      await printing.value
      await titles.value
    }
  }

  // Store.events
  func testEvents() async throws {
    try await withInbox { store, scheduler in
      let printing = Task(executorPreference: scheduler) {
        for await event in store.events() {
          print(event)
        }
      }
      await scheduler.settle()
      await store.send(.renamed("Archive"))
      await store.shutdown(within: .zero)
      await printing.value
    }
  }

  // Store.wait
  func testWaiting() async throws {
    try await withInbox { store, scheduler in
      let sending = Task(executorPreference: scheduler) {
        for message in ["Hello", "Good-bye"] { await store.send(.received(message)) }
      }
      let first = try await store.wait { $0.messages.first }
      XCTAssertEqual(first, "Hello")
      try await store.wait { $0.messages.count >= 2 }
      let messages = await store.messages
      XCTAssertEqual(messages, ["Hello", "Good-bye"])
      await sending.value
      try await store.wait(within: .seconds(5)) { $0.messages.count >= 2 }
      try await store.send(.refreshTapped).finish(within: .seconds(5))
    }
  }

  // Store.shutdown
  func testShuttingDown() async throws {
    try await withInbox { store, _ in
      let report = await store.shutdown(within: .seconds(10))
      if !report.isComplete { print(report) }
      XCTAssertTrue(report.isComplete)
    }
  }

  // MARK: Scoping

  struct Profile { enum Action: Sendable { case renamed(String) } }
  struct Player { enum Action: Sendable { case stopped } }
  struct Row: Equatable, Sendable, Identifiable { let id: Int }
  enum RowAction: Sendable { case tapped }

  struct Home: Reducer {
    struct State: Equatable, Sendable {
      var profile = "Blob"
      var player: String?
      @Presents var editor: String?
      var rows: IdentifiedArrayOf<Row> = []
      var sessions: [String: Int] = [:]
      var path = StackState<String>()
    }
    enum Action: Sendable, CasePathable {
      case profile(Profile.Action)
      case player(Player.Action)
      case editor(PresentationAction<RowAction>)
      case rows(IdentifiedAction<Int, RowAction>)
      case sessions(IdentifiedAction<String, RowAction>)
      case path(StackAction<String, RowAction>)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .profile(.renamed(let name)): state.profile = name
      case .player: state.player = nil
      case .editor: state.editor = nil
      case .rows: state.rows = []
      case .sessions: state.sessions = [:]
      case .path: state.path = StackState()
      }
      return .none
    }
  }

  private func homeStore() -> StoreOf<Home> {
    Store(
      initialState: Home.State(
        player: "Song",
        editor: "Draft",
        rows: [Row(id: 3)],
        sessions: ["blob": 1],
        path: ["Home"]
      ),
      reducer: { Home() },
      withDependencies: { $0.stackElementID = .counting }
    )
  }

  // Store.scope
  func testScopingByFunctions() async {
    let store = homeStore()
    let profile = await store.scope(state: \.profile) { (action: Profile.Action) in .profile(action) }
    let player = await store.scope(state: \.player) { (action: Player.Action) in .player(action) }
    await profile.send(.renamed("Blob Jr"))
    await player?.send(.stopped)
    let state = await store.state
    XCTAssertEqual(state.profile, "Blob Jr")
    XCTAssertNil(state.player)
    let isAlive = await player?.isAlive
    XCTAssertEqual(isAlive, false)
  }

  func testScopingByCases() async {
    let store = homeStore()
    let profile = await store.scope(state: \.profile, action: \.profile)
    let player = await store.scope(state: \.player, action: \.player)
    await profile.send(.renamed("Blob Jr"))
    await player?.send(.stopped)
    let state = await store.state
    XCTAssertEqual(state.profile, "Blob Jr")
    XCTAssertNil(state.player)
  }

  func testScopingToWhatIsPresented() async {
    let store = homeStore()
    do {
      let editor = await store.scope(state: \.editor, action: \.editor)
      let text = await editor?.state
      XCTAssertEqual(text, "Draft")
    }
    do {
      let editor = await store.scope(state: \.$editor, action: \.editor)
      await editor?.send(.tapped)
      let isAlive = await editor?.isAlive
      XCTAssertEqual(isAlive, false)
    }
  }

  // Store.children
  func testFollowingChildren() async {
    let store = homeStore()
    let players = Task {
      for await player in store.children(state: \.player, action: \.player) {
        print(player == nil ? "Nothing plays." : "Something plays.")
      }
    }
    let values = Task {
      for await editor in store.children(state: \.editor, action: \.editor) {
        print(editor == nil ? "closed" : "open")
      }
    }
    let presentations = Task {
      for await editor in store.children(state: \.$editor, action: \.editor) {
        print(editor == nil ? "closed" : "opened")
      }
    }
    await store.send(.player(.stopped))
    await store.shutdown(within: .zero)
    for task in [players, values, presentations] { await task.value }
  }

  // StoreChildren.ifLet, Store.ifLet
  @MainActor
  private final class Screen {
    typealias PlayerStore = Store<String, Player.Action>

    private(set) var shown: [PlayerStore?] = []

    func follow(_ store: StoreOf<Home>) -> Task<Void, Never> {
      let following = store.children(state: \.player, action: \.player).ifLet { player in
        self.show(player)
      } else: {
        self.showNothing()
      }
      return following
    }

    func follow(_ playerStore: Store<String?, Player.Action>) -> Task<Void, Never> {
      let following = playerStore.ifLet { player in
        self.show(player)
      } else: {
        self.showNothing()
      }
      return following
    }

    private func show(_ player: PlayerStore) { shown.append(player) }
    private func showNothing() { shown.append(nil) }
  }

  @MainActor
  func testCallingBackForChildren() async {
    let store = homeStore()
    let screens = [Screen(), Screen()]
    let tasks = [
      screens[0].follow(store), screens[1].follow(await store.scope(state: \.player, action: \.player)),
    ]
    await store.send(.player(.stopped))
    await store.shutdown(within: .zero)
    for task in tasks { await task.value }
    for screen in screens { XCTAssertLessThanOrEqual(screen.shown.count, 2) }
  }

  func testScopingToElements() async {
    let store = homeStore()
    let row = await store.scope(state: \.rows, id: 3, action: \.rows)
    let session = await store.scope(state: \.sessions, id: "blob", action: \.sessions)
    let screen = await store.scope(state: \.path, id: 0, action: \.path)
    await row?.send(.tapped)
    await session?.send(.tapped)
    await screen?.send(.tapped)
    let state = await store.state
    XCTAssertTrue(state.rows.isEmpty)
    XCTAssertTrue(state.sessions.isEmpty)
    XCTAssertTrue(state.path.isEmpty)
  }
}

// The paths of cases, which the samples leave to the reader.
extension StoreSamplesTests.Home.Action {
  static let allCasePaths = AllCasePaths()
  struct AllCasePaths: Sendable {
    typealias Action = StoreSamplesTests.Home.Action

    let profile = AnyCasePath(embed: Action.profile) { if case .profile(let it) = $0 { it } else { nil } }
    let player = AnyCasePath(embed: Action.player) { if case .player(let it) = $0 { it } else { nil } }
    let editor = AnyCasePath(embed: Action.editor) { if case .editor(let it) = $0 { it } else { nil } }
    let rows = AnyCasePath(embed: Action.rows) { if case .rows(let it) = $0 { it } else { nil } }
    let sessions = AnyCasePath(embed: Action.sessions) { if case .sessions(let it) = $0 { it } else { nil } }
    let path = AnyCasePath(embed: Action.path) { if case .path(let it) = $0 { it } else { nil } }
  }
}
