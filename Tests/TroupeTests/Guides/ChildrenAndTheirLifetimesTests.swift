import Troupe
import TroupeTesting
import XCTest

/// The samples of `ChildrenAndTheirLifetimes.md`.
final class ChildrenAndTheirLifetimesTests: GuideTestCase {
  @Reducer
  struct Player {
    struct State: Equatable, Identifiable {
      let id: Int
      var seconds = 0
    }

    enum Action {
      case play
      case second
    }

    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .play:
          return .run { send in
            while true {
              try await clock.sleep(for: .seconds(1))
              await send(.second)
            }
          }
        case .second:
          state.seconds += 1
          return .none
        }
      }
    }
  }

  @Reducer
  struct Filter {
    struct State: Equatable { var text = "" }
    enum Action { case textChanged(String) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .textChanged(let text):
          state.text = text
          return .none
        }
      }
    }
  }

  @Reducer
  struct Library {
    struct State: Equatable {
      var filter = Filter.State()
      var player: Player.State?
    }

    enum Action {
      case filter(Filter.Action)
      case player(Player.Action)
      case chosen(Int)
      case stopped
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.filter, action: \.filter) { Filter() }
      Reduce { state, action in
        switch action {
        case .chosen(let id):
          state.player = Player.State(id: id)
          return .none
        case .stopped:
          state.player = nil
          return .none
        case .filter, .player:
          return .none
        }
      }
      .ifLet(\.player, action: \.player) { Player() }
    }
  }

  struct Session: Reducer {
    enum State: Equatable {
      case loggedOut
      case library(Library.State)
    }

    enum Action {
      case library(Library.Action)
      case logOut
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .logOut:
          state = .loggedOut
          return .none
        case .library:
          return .none
        }
      }
      .ifCaseLet(/State.library, action: /Action.library) { Library() }
    }
  }

  func testAPlayerStopsWithItsState() async throws {
    let scheduler = Scheduler()
    let clock = TestClock(scheduler: scheduler)
    try await scheduler.run {
      let store = Store(
        initialState: Session.State.library(Library.State()),
        configuration: scheduler.configuration()
      ) {
        Session()
      } withDependencies: {
        $0.continuousClock = clock
      }
      await store.send(.library(.chosen(1)))
      await store.send(.library(.player(.play)))
      let effects = await store.runningEffects
      XCTAssertEqual(effects.map(\.scopePath.description), ["/library/player"])

      await store.send(.library(.chosen(2)))
      await scheduler.settle()
      let isQuiet = await store.runningEffects.isEmpty
      XCTAssertTrue(isQuiet)

      if let library = await store.scope(state: /Session.State.library, action: /Session.Action.library),
        let player = await library.scope(state: \.player, action: \.player)
      {
        await player.send(.play)
        await library.send(.filter(.textChanged("jazz")))
        await clock.advance(by: .seconds(2))
        let seconds = await player.seconds
        XCTAssertEqual(seconds, 2)
      } else {
        XCTFail("There is a player.")
      }

      await store.send(.logOut)
      await scheduler.settle()
      let hasEnded = await store.runningEffects.isEmpty
      XCTAssertTrue(hasEnded)
    }
  }

  func testPlayersAreFollowed() async throws {
    try await underSeeds { scheduler, clock in
      let library = Store(initialState: Library.State(), configuration: scheduler.configuration()) {
        Library()
      } withDependencies: {
        $0.continuousClock = clock
      }
      let following = Task(executorPreference: scheduler) {
        for await player in library.children(state: \.player, action: \.player) {
          await player?.send(.play)
        }
      }
      await scheduler.settle()
      for id in 1...3 {
        await library.send(.chosen(id))
        await scheduler.settle()
        await clock.advance(by: .seconds(id))
        let player = await library.player
        XCTAssertEqual(player, Player.State(id: id, seconds: id))
      }
      following.cancel()
      await following.value
      await library.shutdown(within: .zero)
    }
  }

  func testPlayersAreFollowedByClosures() async throws {
    let library = Store(initialState: Library.State()) {
      Library()
    } withDependencies: {
      // not a wait: nothing here waits for the player's seconds.
      $0.continuousClock = ContinuousClock()
    }
    let following = library.children(state: \.player, action: \.player).ifLet { player in
      await player.send(.play)
    } else: {
      print("Nothing plays.")
    }
    await library.send(.chosen(1))
    let events = library.events()
    if await library.runningEffects.isEmpty {
      for await event in events {
        if case .effectStarted = event.kind { break }
      }
    }
    following.cancel()
    await following.value
    await library.shutdown(within: .zero)
  }
}
