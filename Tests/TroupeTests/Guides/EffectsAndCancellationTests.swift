import Troupe
import TroupeTesting
import XCTest

/// The samples of `EffectsAndCancellation.md`.
final class EffectsAndCancellationTests: GuideTestCase {
  struct Server: Sendable {
    var articles: @Sendable () async throws -> [String] = { [] }
    var weather: @Sendable () async throws -> String = { "" }
    var headlines = AsyncStream<String> { $0.finish() }
    var find: @Sendable (String) async throws -> [String] = { _ in [] }
    var upload: @Sendable (String) async throws -> Void = { _ in }
  }

  struct Searching: Hashable {}
  struct Following: Hashable {}
  struct Scrolling: Hashable {}
  struct Uploading: Hashable {}

  struct Feed: Reducer {
    struct State: Equatable {
      var articles: [String] = []
      var weather = ""
      var headlines: [String] = []
      var results: [String] = []
      var uploads: [String] = []
      var position = 0
      var failure: String?
    }

    enum Action {
      case appeared, refreshed, followed, reloaded, queryCleared
      case loaded([String]), weather(String), headline(String), failed(String)
      case queryChanged(String), filterChanged(String), found([String])
      case imported([String]), attached(String), skipTapped(String)
      case uploaded(String), skipped(String), uploadTimedOut(String)
      case scrolled(Int), positionNoted(Int)
    }

    var server = Server()
    let clock: TestClock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .appeared:
          return .run(name: "load") { send in
            let articles = try await server.articles()
            await send(.loaded(articles))
          }

        case .followed:
          return .stream(server.headlines, transform: { .headline($0) })
            .cancellable(id: Following())

        case .refreshed:
          return .concatenate(
            .cancel(id: Following()),
            .merge(
              .run { send in await send(.loaded(try await server.articles())) },
              .run { send in await send(.weather(try await server.weather())) }
            ),
            .send(.followed)
          )

        case .queryChanged(let query):
          return .run { send in
            await send(.found(try await server.find(query)))
          }
          .cancellable(id: Searching(), cancelInFlight: true)

        case .queryCleared:
          return .cancel(id: Searching())

        case .imported(let files):
          return .run { send in
            for file in files {
              do {
                try await withTaskCancellation(id: file) { try await server.upload(file) }
                await send(.uploaded(file))
              } catch is CancellationError {
                await send(.skipped(file))
              }
            }
          }

        case .skipTapped(let file):
          return .cancel(id: file)

        case .filterChanged(let filter):
          return .run { send in
            await send(.found(try await server.find(filter)))
          }
          .debounce(id: Searching(), for: .milliseconds(300), clock: clock)

        case .scrolled(let position):
          return .send(.positionNoted(position))
            .throttle(id: Scrolling(), for: .seconds(1), latest: true, clock: clock)

        case .attached(let file):
          return .run { send in
            try await server.upload(file)
            await send(.uploaded(file))
          }
          .retry(.exponential(initial: .seconds(1), maximum: .seconds(30), attempts: 5), clock: clock)
          .timeout(after: .seconds(60), clock: clock, sending: .uploadTimedOut(file))
          .limited(id: Uploading(), to: 3)

        case .reloaded:
          return .run { send in
            await send(.loaded(try await server.articles()))
          } catch: { error, send in
            await send(.failed("\(error)"))
          }

        case .loaded(let articles): state.articles = articles
        case .weather(let weather): state.weather = weather
        case .headline(let headline): state.headlines.append(headline)
        case .found(let results): state.results = results
        case .uploaded(let file): state.uploads.append(file)
        case .skipped(let file): state.uploads.append("\(file) skipped")
        case .uploadTimedOut(let file): state.uploads.append("\(file) timed out")
        case .positionNoted(let position): state.position = position
        case .failed(let message): state.failure = message
        }
        return .none
      }
    }
  }

  struct Failure: Error {}

  @Sendable private static func makeStore(
    _ scheduler: Scheduler,
    _ clock: TestClock,
    _ server: Server
  ) -> StoreOf<Feed> {
    Store(initialState: Feed.State(), configuration: scheduler.configuration()) {
      Feed(server: server, clock: clock)
    }
  }

  func testLoadingFollowingAndRefreshing() async throws {
    try await underSeeds { scheduler, clock in
      let (headlines, continuation) = AsyncStream<String>.makeStream()
      let server = Server(articles: { ["one"] }, weather: { "rain" }, headlines: headlines)
      let store = Self.makeStore(scheduler, clock, server)
      let task = await store.send(.appeared)
      await task.finish()
      let articles = await store.articles
      XCTAssertEqual(articles, ["one"])

      await store.send(.followed)
      continuation.yield("news")
      await scheduler.settle()
      let running = await store.runningEffects
      XCTAssertEqual(running.map(\.ids), [[CancelID(Following())]])
      for effect in await store.runningEffects { print(effect) }

      // The sequence is over once its consumer was cancelled: the effect that follows it again ends at once.
      await store.send(.refreshed).finish()
      let state = await store.state
      XCTAssertEqual(state, Feed.State(articles: ["one"], weather: "rain", headlines: ["news"]))
    }
  }

  func testCancellingByID() async throws {
    try await underSeeds { scheduler, clock in
      let server = Server(find: { query in
        try await clock.sleep(for: .seconds(1))
        return [query]
      })
      let store = Self.makeStore(scheduler, clock, server)
      await store.send(.queryChanged("a"))
      await store.send(.queryChanged("ac"))
      await clock.advance(by: .seconds(1))
      let found = await store.results
      XCTAssertEqual(found, ["ac"])
      let task = await store.send(.queryChanged("act"))
      await store.send(.queryCleared)
      await task.finish()
      let state = await store.state
      XCTAssertEqual(state, Feed.State(results: ["ac"]))
    }
  }

  func testCancellingAPartOfAnEffect() async throws {
    try await underSeeds { scheduler, clock in
      let server = Server(upload: { _ in try await clock.sleep(for: .seconds(1)) })
      let store = Self.makeStore(scheduler, clock, server)
      let task = await store.send(.imported(["a", "b", "c"]))
      await clock.advance(by: .milliseconds(1500))
      await store.send(.skipTapped("b"))
      await clock.advance(by: .seconds(1))
      await task.finish()
      let uploads = await store.uploads
      XCTAssertEqual(uploads, ["a", "b skipped", "c"])
    }
  }

  func testAThrottledEffect() async throws {
    try await underSeeds { scheduler, clock in
      let store = Self.makeStore(scheduler, clock, Server())
      for position in 1...3 { await store.send(.scrolled(position)) }
      let first = await store.position
      XCTAssertEqual(first, 1)
      await clock.advance(by: .seconds(1))
      let latest = await store.position
      XCTAssertEqual(latest, 3)
    }
  }

  func testUploadsAreRetriedAndBounded() async throws {
    try await underSeeds { scheduler, clock in
      let attempts = Collector<String>()
      let server = Server(upload: { file in
        attempts.append(file)
        if file == "flaky", attempts.all.filter({ $0 == file }).count < 3 { throw Failure() }
        if file == "slow" { try await clock.sleep(for: .seconds(3600)) }
      })
      let store = Self.makeStore(scheduler, clock, server)
      let tasks = [
        await store.send(.attached("slow")), await store.send(.attached("slow")),
        await store.send(.attached("flaky")), await store.send(.attached("late")),
      ]
      await clock.advance(by: .milliseconds(2999))
      XCTAssertEqual(attempts.count, 4, "two slow ones and two attempts; the fourth waits for a permit")
      await clock.advance(by: .milliseconds(1))
      let early = await store.uploads
      XCTAssertEqual(early, ["flaky", "late"])
      await clock.advance(by: .seconds(57))
      for task in tasks { await task.finish() }
      let uploads = await store.uploads
      XCTAssertEqual(uploads, ["flaky", "late", "slow timed out", "slow timed out"])
    }
  }

  func testErrorsGoToTheCatchOrToThePolicy() async throws {
    try await underSeeds { scheduler, clock in
      let server = Server(articles: { throw Failure() })
      let store = Self.makeStore(scheduler, clock, server)
      await store.send(.reloaded).finish()
      let caught = await store.failure
      XCTAssertEqual(caught, "Failure()")

      var configuration = StoreConfiguration<Feed.Action>()
      configuration.failurePolicy = .send { error in .failed("\(error)") }
      configuration.executor = scheduler
      configuration.effectExecutor = scheduler
      let lenient = Store(initialState: Feed.State(), configuration: configuration) {
        Feed(server: server, clock: clock)
      }
      await lenient.send(.appeared).finish()
      let mapped = await lenient.failure
      XCTAssertEqual(mapped, "Failure()")
    }
  }

  func testOnlyTheLastFilterIsLookedUp() async throws {
    let scheduler = Scheduler(seed: 1)
    let clock = TestClock(scheduler: scheduler)
    let store = Store(initialState: Feed.State(), configuration: scheduler.configuration()) {
      Feed(server: Server(find: { ["All about \($0)"] }), clock: clock)
    }
    try await scheduler.run {
      await store.send(.filterChanged("a"))
      await clock.advance(by: .milliseconds(200))
      await store.send(.filterChanged("act"))
      await clock.advance(by: .milliseconds(299))
      let early = await store.results
      XCTAssertEqual(early, [])

      await clock.advance(by: .milliseconds(1))
      let results = await store.results
      XCTAssertEqual(results, ["All about act"])

      let running = await store.runningEffects
      XCTAssertTrue(running.isEmpty)
    }
  }
}
