import Troupe
import TroupeTesting
import XCTest

/// The samples of the operators that embed children.
final class ChildOperatorSamplesTests: GuideTestCase {
  struct Player: Reducer {
    struct State: Equatable, Sendable { var title = "" }
    enum Action: Sendable { case renamed(String) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if case .renamed(let title) = action { state.title = title }
      return .none
    }
  }

  struct Track: Reducer {
    struct State: Equatable, Sendable, Identifiable {
      let id: String
      var plays = 0
    }
    enum Action: Sendable { case played }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.plays += 1
      return .none
    }
  }

  // Reducer.ifLet, Reducer.forEach
  struct Music: Reducer {
    struct State: Equatable, Sendable {
      var player: Player.State?
      var tracks: IdentifiedArrayOf<Track.State> = []
      @Presents var alert: AlertState<Choice>?
    }
    enum Choice: Sendable { case delete }
    enum Action: Sendable, CasePathable {
      case playTapped(String), addTapped(String), deleteTapped
      case player(Player.Action)
      case tracks(IdentifiedActionOf<Track>)
      case alert(PresentationAction<Choice>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .playTapped(let title) = action { state.player = Player.State(title: title) }
        return .none
      }
      .ifLet(\.player, action: \.player) { Player() }
      Reduce { state, action in
        if case .deleteTapped = action { state.alert = AlertState { TextState("Delete the track?") } }
        return .none
      }
      .ifLet(\.$alert, action: \.alert)
      Reduce { state, action in
        if case .addTapped(let title) = action { state.tracks.append(Track.State(id: title)) }
        return .none
      }
      .forEach(\.tracks, action: \.tracks) { Track() }
    }
  }

  func testChildrenThatComeAndGo() async {
    let store = Store(initialState: Music.State()) { Music() }
    await store.send(.playTapped("Blob's Song"))
    await store.send(.player(.renamed("Blob's Tune")))
    await store.send(.addTapped("Intro"))
    await store.send(.tracks(.element(id: "Intro", action: .played)))
    await store.send(.deleteTapped)
    var state = await store.state
    XCTAssertEqual(state.player, Player.State(title: "Blob's Tune"))
    XCTAssertEqual(state.tracks, [Track.State(id: "Intro", plays: 1)])
    XCTAssertEqual(state.alert?.title, "Delete the track?")
    await store.send(.alert(.presented(.delete)))
    state = await store.state
    XCTAssertNil(state.alert)
  }

  // Reducer.ifCaseLet
  struct App: Reducer {
    enum State: Equatable, Sendable, CasePathable {
      case signedOut
      case library(Library.State)
    }
    enum Action: Sendable, CasePathable {
      case signedIn(String)
      case library(Library.Action)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .signedIn(let name) = action { state = .library(Library.State(owner: name)) }
        return .none
      }
      .ifCaseLet(\.library, action: \.library) { Library() }
    }
  }

  struct Library: Reducer {
    struct State: Equatable, Sendable {
      var owner: String
      var books: [String] = []
    }
    enum Action: Sendable { case added(String) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if case .added(let book) = action { state.books.append(book) }
      return .none
    }
  }

  // Store.scope of a case
  func testAChildInACase() async throws {
    let store = Store(initialState: App.State.signedOut) { App() }
    await store.send(.signedIn("Blob"))
    let library = await store.scope(state: \.library, action: \.library)
    await library?.send(.added("Actors"))
    // Store.children of a case
    let libraries = Task {
      for await library in store.children(state: \.library, action: \.library) {
        print(library == nil ? "signed out" : "signed in")
      }
    }
    let state = await store.state
    XCTAssertEqual(state, .library(Library.State(owner: "Blob", books: ["Actors"])))
    await store.shutdown(within: .zero)
    await libraries.value
  }
}

// The paths of cases, which the samples leave to the reader.

extension ChildOperatorSamplesTests.Music.Action {
  static let allCasePaths = AllCasePaths()
  struct AllCasePaths: Sendable {
    let player = AnyCasePath(embed: ChildOperatorSamplesTests.Music.Action.player) {
      if case .player(let it) = $0 { it } else { nil }
    }
    let tracks = AnyCasePath(embed: ChildOperatorSamplesTests.Music.Action.tracks) {
      if case .tracks(let it) = $0 { it } else { nil }
    }
    let alert = AnyCasePath(embed: ChildOperatorSamplesTests.Music.Action.alert) {
      if case .alert(let it) = $0 { it } else { nil }
    }
  }
}

extension ChildOperatorSamplesTests.App.State {
  static let allCasePaths = AllCasePaths()
  struct AllCasePaths: Sendable {
    let library = AnyCasePath(embed: ChildOperatorSamplesTests.App.State.library) {
      if case .library(let it) = $0 { it } else { nil }
    }
  }
}

extension ChildOperatorSamplesTests.App.Action {
  static let allCasePaths = AllCasePaths()
  struct AllCasePaths: Sendable {
    let library = AnyCasePath(embed: ChildOperatorSamplesTests.App.Action.library) {
      if case .library(let it) = $0 { it } else { nil }
    }
  }
}
