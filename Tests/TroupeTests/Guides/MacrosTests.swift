import Troupe
import TroupeTesting
import XCTest

// The samples of `Macros.md`. In debug builds only: the optimizer of Swift 6.3.1 crashes when it compiles
// them into these tests. In a separate program they build and run in release.
#if DEBUG

  @CasePathable
  enum Screen {
    case home
    case detail(id: Int, title: String)
  }

  enum HandWrittenScreen: CasePathable {
    case home
    case detail(id: Int, title: String)

    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let home = AnyCasePath(embed: HandWrittenScreen.home) { if case .home = $0 { () } else { nil } }
      let detail = AnyCasePath<HandWrittenScreen, (id: Int, title: String)>(
        embed: { .detail(id: $0.id, title: $0.title) },
        extract: { if case .detail(let id, let title) = $0 { (id, title) } else { nil } }
      )
    }
  }

  struct Friend: Equatable {
    var name = ""
  }

  @ObservableState
  struct Profile: Equatable {
    var name = ""
    var friends: [Friend] = []
    @ObservationStateIgnored var lastSync = 0
  }

  struct HandWrittenProfile: Equatable, ObservableState {
    var name = ""
    var friends: [Friend] = []
    var lastSync = 0

    let _$id = StateIdentity()
    static func _$ignores(_ member: AnyKeyPath) -> Bool { member == \Self.lastSync }
  }

  @Reducer
  struct Timer {
    struct State: Equatable { var seconds = 0 }
    enum Action { case ticked, set(Int) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .ticked: state.seconds += 1
        case .set(let seconds): state.seconds = seconds
        }
        return .none
      }
    }
  }

  @Reducer
  struct Settings {}

  struct Folder: Reducer {
    struct State: Equatable, Identifiable {
      let id: Int
      var name = ""
      var folders: IdentifiedArrayOf<Folder.State> = []
    }
    @CasePathable
    enum Action: Sendable {
      case renamed(String)
      indirect case folders(IdentifiedActionOf<Folder>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .renamed(let name) = action { state.name = name }
        return .none
      }
      .forEach(\.folders, action: \.folders) { Folder() }
    }
  }

  @Reducer
  struct Note {
    struct State: Equatable { var text = "" }
    enum Action { case typed(String) }

    let limit: Int

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if case .typed(let text) = action { state.text = String(text.prefix(limit)) }
      return .none
    }
  }

  @Reducer
  enum Sheet {
    case timer(Timer)
    case note(Note = Note(limit: 100))
    @ReducerCaseIgnored case help(topic: String)
  }

  @Reducer
  struct Day {
    struct State: Equatable { @Presents var sheet: Sheet.State? }
    enum Action {
      case sheet(PresentationAction<Sheet.Action>)
      case timerTapped
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .timerTapped = action { state.sheet = .timer(Timer.State()) }
        return .none
      }
      .ifLet(\.$sheet, action: \.sheet)
    }
  }

  extension Sheet.State: Equatable {}

  func title(of store: Store<Sheet.State, Sheet.Action>) async -> String {
    switch await store.case {
    case .timer(let timer): "\(await timer.seconds) s"
    case .note(let note): await note.text
    case .help: "Help"
    case nil: "Gone"
    }
  }

  struct HandWrittenSheet: Reducer {
    @CasePathable
    enum State {
      case timer(Timer.State)
      case note(Note.State)
      case help(topic: String)
    }
    @CasePathable
    enum Action {
      case timer(Timer.Action)
      case note(Note.Action)
    }

    var body: some ReducerOf<Self> {
      EmptyReducer()
        .ifCaseLet(\.timer, action: \.timer) { Timer() }
        .ifCaseLet(\.note, action: \.note) { Note(limit: 100) }
    }
  }

  @DependencyClient
  struct Mail: Sendable {
    var send: @Sendable (_ text: String, _ address: String) async throws -> Void
    var drafts: @Sendable () -> [String] = { [] }
  }

  struct HandWrittenMail: Sendable {
    var send: @Sendable (_ text: String, _ address: String) async throws -> Void
    var drafts: @Sendable () -> [String]

    init(
      send: (@Sendable (_ text: String, _ address: String) async throws -> Void)? = nil,
      drafts: (@Sendable () -> [String])? = nil
    ) {
      self.send = send ?? unimplemented("Mail.send")
      self.drafts = drafts ?? unimplemented("Mail.drafts", placeholder: [])
    }
  }

  extension HandWrittenMail {
    func send(text: String, address: String) async throws { try await send(text, address) }
  }

  extension Mail {
    static let live = Mail(send: { _, _ in }, drafts: { ["Hello"] })
  }

  extension DependencyValues {
    @DependencyEntry(liveValue: Mail.live) var mail: Mail = Mail()
  }

  enum HandWrittenMailKey: DependencyKey {
    static var testValue: Mail { Mail() }
    static var liveValue: Mail { Mail.live }
  }

  extension DependencyValues {
    var handWrittenMail: Mail {
      get { self[HandWrittenMailKey.self] }
      set { self[HandWrittenMailKey.self] = newValue }
    }
  }

  @CasePathable
  enum Tab: CasePathIterable {
    case news
    case search(query: String)
  }

  final class MacrosTests: GuideTestCase {
    // CasePathIterable
    func testPathsAreListed() {
      for path in Tab.allCasePaths { print(path == \.news) }
      let current = Tab.allCasePaths[.search(query: "swift")]
      XCTAssertEqual(Array(Tab.allCasePaths), [\.news, \.search])
      XCTAssertEqual(current, \.search)
    }

    func testMethodsAreTheSameByHand() async throws {
      try await Mail(send: { XCTAssertEqual([$0, $1], ["Hello", "a@b.c"]) }).send(
        text: "Hello",
        address: "a@b.c"
      )
      let byHand = HandWrittenMail(send: { XCTAssertEqual([$0, $1], ["Hello", "a@b.c"]) })
      try await byHand.send(text: "Hello", address: "a@b.c")
    }

    func testAnEntryIsTheSameByHand() async throws {
      withDependencies {
        $0.context = .live
      } operation: {
        @Dependency(\.mail) var mail
        @Dependency(\.handWrittenMail) var byHand
        XCTAssertEqual([mail.drafts(), byHand.drafts()], [["Hello"], ["Hello"]])
      }
      withDependencies {
        $0.mail.drafts = { ["a"] }
        $0.handWrittenMail.drafts = { ["b"] }
      } operation: {
        @Dependency(\.mail) var mail
        @Dependency(\.handWrittenMail) var byHand
        XCTAssertEqual([mail.drafts(), byHand.drafts()], [["a"], ["b"]])
      }
    }

    func testPathsAreTheSameByHand() {
      XCTAssertEqual(Screen.detail(id: 1, title: "a").detail?.title, "a")
      XCTAssertEqual(HandWrittenScreen.detail(id: 1, title: "a").detail?.title, "a")
      XCTAssertTrue(Screen.home.is(\.home) && HandWrittenScreen.home.is(\.home))
    }

    func testAnIdentityIsTheSameByHand() {
      XCTAssertEqual(Profile(name: "a"), Profile(name: "a"))
      XCTAssertTrue(Profile._$ignores(\Profile.lastSync))
      XCTAssertEqual(HandWrittenProfile(name: "a"), HandWrittenProfile(name: "a"))
      XCTAssertTrue(HandWrittenProfile._$ignores(\HandWrittenProfile.lastSync))
    }

    func testAPresentedChoiceOfFeaturesRuns() async throws {
      let day = Store(initialState: Day.State()) { Day() }
      await day.send(.timerTapped)
      await day.send(.sheet(.presented(.timer(.ticked))))
      let found = await day.scope(state: \.sheet, action: \.sheet)
      let sheet = try XCTUnwrap(found)
      var shown = await title(of: sheet)
      XCTAssertEqual(shown, "1 s")
      await day.send(.sheet(.dismiss))
      shown = await title(of: sheet)
      XCTAssertEqual(shown, "Gone")
    }

    func testAChoiceOfFeaturesIsTheSameByHand() async {
      let long = String(repeating: "a", count: 200)
      let note = Store(initialState: .note(Note.State())) { Sheet.body }
      await note.send(.note(.typed(long)))
      let text = await title(of: note)
      XCTAssertEqual(text.count, 100)

      let byHand = Store(initialState: .note(Note.State())) { HandWrittenSheet() }
      await byHand.send(.note(.typed(long)))
      let state = await byHand.state
      XCTAssertEqual(state.note?.text.count, 100)
    }

    func testEndpointsAreUnimplementedUnlessTheyAreGiven() async throws {
      XCTAssertEqual(Mail(drafts: { ["Hello"] }).drafts(), ["Hello"])
      withExpectedIssue { XCTAssertEqual(Mail().drafts(), []) }
      withExpectedIssue { XCTAssertEqual(HandWrittenMail().drafts(), []) }
      try await Mail(send: { _, _ in }).send("Hello", "a@b.c")
    }
  }

#endif
