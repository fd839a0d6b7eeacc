import Troupe
import TroupeTesting
import XCTest

// The samples of `TestingFeatures.md` and of `TestStore`.

@Reducer
struct Bookshop {
  struct State: Equatable, Sendable {
    var query = ""
    var titles: [String] = []
    @Presents var book: Book.State?
  }

  enum Action: Equatable {
    case queryChanged(String)
    case found([String])
    case open(String)
    case book(PresentationAction<Book.Action>)
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(BookClient.self) var client

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .queryChanged(let query):
        state.query = query
        return .run(name: "find") { send in
          try await clock.sleep(for: .milliseconds(300))
          await send(.found(try await client.find(query)))
        }
        .cancellable(id: "find", cancelInFlight: true)

      case .found(let titles):
        state.titles = titles
        return .none

      case .open(let title):
        state.book = Book.State(title: title)
        return .none

      case .book:
        return .none
      }
    }
    .ifLet(\.$book, action: \.book) { Book() }
  }
}

@Reducer
struct Book {
  struct State: Equatable, Sendable {
    let title: String
    var seconds = 0
  }

  enum Action: Equatable { case read, tick, close }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .read:
        return .run(name: "ticks") { send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.tick)
          }
        }

      case .tick:
        state.seconds += 1
        return .none

      case .close:
        return .run { _ in await dismiss() }
      }
    }
  }
}

struct BookClient: DependencyKey {
  var find: @Sendable (String) async throws -> [String]

  static var liveValue: BookClient { BookClient { query in ["All about \(query)"] } }
  static var testValue: BookClient { BookClient(find: unimplemented("BookClient.find")) }
}

final class BookshopTests: XCTestCase {
  func testFindingAndReadingABook() async {
    let store = TestStore(initialState: Bookshop.State()) {
      Bookshop()
    } withDependencies: {
      $0[BookClient.self].find = { query in ["All about \(query)"] }
    }

    await store.send(.queryChanged("actors")) { $0.query = "actors" }
    await store.clock.advance(by: .milliseconds(300))
    await store.receive(\.found) { $0.titles = ["All about actors"] }

    await store.send(.open("All about actors")) {
      $0.book = Book.State(title: "All about actors")
    }
    await store.send(.book(.presented(.read)))
    await store.clock.advance(by: .seconds(2))
    await store.receive(.book(.presented(.tick))) { $0.book?.seconds = 1 }
    await store.receive(.book(.presented(.tick))) { $0.book?.seconds = 2 }
    await store.send(.book(.presented(.close)))
    await store.receive(.book(.dismiss)) { $0.book = nil }

    await store.finish()
  }
}

final class TestingFeaturesTests: GuideTestCase {
  private func bookshop(_ state: Bookshop.State = Bookshop.State()) -> TestStoreOf<Bookshop> {
    TestStore(initialState: state) {
      Bookshop()
    } withDependencies: {
      $0[BookClient.self].find = { query in ["All about \(query)"] }
    }
  }

  func testWaysToReceive() async {
    for number in 0..<4 {
      let store = bookshop(Bookshop.State(query: "actors"))
      await store.send(.queryChanged("actors"))
      await store.clock.advance(by: .milliseconds(300))
      switch number {
      case 0:
        await store.receive(.found(["All about actors"])) { $0.titles = ["All about actors"] }
      case 1:
        await store.receive(\.found, ["All about actors"]) { $0.titles = ["All about actors"] }
      case 2:
        await store.receive(\.found) { $0.titles = ["All about actors"] }
      default:
        await store.receive {
          $0.is(\.found)
        } assert: {
          $0.titles = ["All about actors"]
        }
      }
      await store.finish()
    }
  }

  func testTheOlderOfTwoQueriesFindsNothing() async {
    let store = bookshop()
    await store.send(.queryChanged("act")) { $0.query = "act" }
    await store.clock.advance(by: .milliseconds(200))
    await store.send(.queryChanged("actors")) { $0.query = "actors" }
    await store.clock.advance(by: .milliseconds(300))
    await store.receive(\.found) { $0.titles = ["All about actors"] }
    await store.finish()
  }

  func testOnlyTheTitles() async {
    let store = bookshop()
    store.exhaustivity = .off
    await store.send(.queryChanged("actors"))
    await store.clock.advance(by: .milliseconds(300))
    await store.receive(\.found) { $0.titles = ["All about actors"] }
  }

  func testADependencyThatChanges() async {
    let store = bookshop(Bookshop.State(query: "actors"))
    store.dependencies[BookClient.self].find = { _ in [] }
    await store.send(.queryChanged("actors"))
    await store.clock.advance(by: .milliseconds(300))
    await store.receive(.found([]))
    await store.finish()
  }

  private enum WeatherAction: Sendable { case refresh }

  func testAPlainStore() async {
    let refresh: @Sendable () throws -> Void = unimplemented("Weather.refresh")
    let store = Store(initialState: 0) {
      Reduce<Int, WeatherAction> { _, _ in .run { _ in try refresh() } }
    }
    await withExpectedIssue(matching: { $0.message.contains("Weather.refresh") }) {
      await store.send(.refresh).finish()
    }
    let written = await standardError {
      await withIssueReporters([StandardErrorReporter()]) {
        await store.send(.refresh).finish()
      }
    }
    XCTAssertTrue(written.contains("Weather.refresh was used"), written)
  }

  func testPrintingChanges() async {
    let store = Store(initialState: Bookshop.State()) {
      Bookshop().printChanges(.difference { _ in })
    }
    await store.send(.open("All about actors"))
    let title = await store.book?.title
    XCTAssertEqual(title, "All about actors")
  }

  /// The text of a failure that the guide shows.
  func testAnActionThatDoesNotCome() async {
    let collector = IssueCollector()
    await withIssueReporters([collector]) {
      let store = bookshop()
      await store.send(.queryChanged("actors")) { $0.query = "actors" }
      await store.receive(\.found) { $0.titles = ["All about actors"] }
      await store.skipInFlightEffects()
    }
    XCTAssertEqual(
      collector.messages,
      [
        """
        Expected to receive an action of the case \\.found, but received nothing. Still running:

        - "find" at TroupeTests/TestingFeaturesTests.swift:30, started by Bookshop.Action.queryChanged("actors"), \
        cancellable by find: it is sleeping until 0.3 seconds, and the test's clock is at 0.0 seconds

        Advance the clock before this statement, with `await store.clock.advance(by:)`.
        """
      ]
    )
  }
}
