import Troupe
import TroupeTesting
import XCTest

/// The samples of the doc comments of small tools: timers, results, printers, assertions.
final class ToolsTests: TroupeTestCase {
  @Reducer
  struct Ticker {
    struct State: Equatable { var count = 0 }
    enum Action: Equatable { case started, ticked }

    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        guard case .started = action else {
          state.count += 1
          return .none
        }
        return
          .run { send in
            for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
          }
      }
    }
  }

  // Clock.timer
  func testATimer() async {
    let store = TestStore(initialState: Ticker.State()) { Ticker() }
    let task = await store.send(.started)
    await store.clock.advance(by: .seconds(1))
    await store.receive(.ticked) { $0.count = 1 }
    await task.cancel()
  }

  // Task.never
  func testNever() async {
    let task = Task<Bool, Never> {
      do {
        try await Task.never()
      } catch {
        return error is CancellationError
      }
    }
    task.cancel()
    let isCancelled = await task.value
    XCTAssertTrue(isCancelled)
  }

  private enum Loading: Sendable { case loaded(Result<Int, any Error>) }

  // Result
  func testAResult() async {
    let load: @Sendable () async throws -> Int = { 5 }
    let effect = Effect<Loading>
      .run { send in
        await send(.loaded(await Result { try await load() }))
      }
    let actions = await effect.actions()
    XCTAssertEqual(
      actions.compactMap { if case .loaded(.success(let number)) = $0 { number } else { nil } },
      [5]
    )
  }

  private func loadEffect(of city: String) -> Effect<String> { .send("\(city): 21°") }

  // Effect.actions
  func testTheActionsOfAnEffect() async {
    let actions = await loadEffect(of: "Rome").actions()
    XCTAssertEqual(actions, ["Rome: 21°"])
  }

  private struct Draft: Equatable { var title = "", stars = 0 }

  // expectNoDifference
  func testNoDifference() async {
    let store = Store(initialState: Draft(title: "Troupe", stars: 2)) {
      Reduce<Draft, Int> { _, _ in .none }
    }
    let draft = await store.state
    expectNoDifference(draft, Draft(title: "Troupe", stars: 2))
  }

  private let draft = Draft()

  private func check(_ draft: Draft) {
    if draft.title.isEmpty { reportIssue("The draft has no title.") }
  }

  func checkDraft(fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line) {
    withIssueContext(fileID: fileID, filePath: filePath, line: line) { check(draft) }
  }

  // withIssueContext
  func testAnIssuePointsAtTheCall() {
    withExpectedIssue(matching: { $0.location.line == 5 }) { checkDraft(line: 5) }
  }

  @Reducer
  struct Tally {
    struct State: Equatable {
      var count = 0
      var nothing: Void { () }
    }
    enum Action {
      case buttons(Buttons), reset

      @CasePathable enum Buttons { case up }
    }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .buttons(.up): state.count += 1
      case .reset: state.count = 0
      }
      return .none
    }
  }

  // OrderTurnsAndPromises.md
  func testStoresThatCanOnlyReadOrSend() async {
    let store = Store(initialState: Tally.State()) { Tally() }
    let display = await store.scope(state: \.self, action: { (action: Never) -> Tally.Action in })
    let remote = await store.scope(state: \.nothing, action: { (action: Tally.Action) in action })
    let buttons = await store.scope(state: \.self, action: \.buttons)
    await remote.send(.buttons(.up))
    await buttons.send(.up)
    var count = await display.count
    XCTAssertEqual(count, 2)
    await remote.send(.reset)
    count = await display.count
    XCTAssertEqual(count, 0)
    let shown: Void = await remote.state
    XCTAssertTrue(shown == ())
  }

  @Reducer
  struct Search {
    struct State: Equatable { var query = "" }
    enum Action { case search(String), other }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .search(let query) = action { state.query = query }
        return .none
      }
      .printChanges(of: { $0.query }, action: { $0.search }, .difference(prefix: "Search"))
    }
  }

  // Reducer.printChanges
  func testPrintingAPart() async {
    let store = Store(initialState: Search.State()) { Search() }
    await store.send(.other)
    let query = await store.query
    XCTAssertEqual(query, "")
  }
}
