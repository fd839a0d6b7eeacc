import Troupe
import TroupeTesting
import XCTest

// The recipe `RecipeCache.md`.

@DependencyClient
struct ProfileService: DependencyKey {
  var profile: @Sendable (_ user: String) async throws -> String

  static let liveValue = ProfileService(profile: { user in "The profile of \(user)" })
  static let testValue = ProfileService()
}

/// A profile that is being loaded, and the requests that wait for it.
@Reducer
struct ProfileLoad {
  struct State: Equatable, Identifiable, Sendable {
    let id: String
    var replies: [Reply<String>]
  }

  enum Action {
    case ended(Result<String, any Error>)
  }

  @Dependency(ProfileService.self) var service

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .onStart { state in
        .run(name: "load") { [user = state.id] send in
          await send(.ended(.success(try await service.profile(user))))
        } catch: { error, send in
          await send(.ended(.failure(error)))
        }
      }
  }
}

@Reducer
struct ProfileCache {
  struct Entry: Equatable, Sendable {
    var profile: String
    var expiry: AnyClock.Instant
  }

  struct State: Equatable, Sendable {
    var entries: [String: Entry] = [:]
    var loads: IdentifiedArrayOf<ProfileLoad.State> = []
  }

  enum Action {
    case requested(String, reply: Reply<String>)
    case invalidated(String)
    case loads(IdentifiedActionOf<ProfileLoad>)
  }

  var lifetime: Duration = .seconds(60)
  var capacity = 10_000
  /// The clock that measures the lifetime.
  let clock: AnyClock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .requested(let user, let reply):
        if let entry = state.entries[user], clock.now < entry.expiry {
          reply.answer(entry.profile)
        } else if state.loads[id: user] != nil {
          state.loads[id: user]?.replies.append(reply)
        } else {
          state.loads.append(ProfileLoad.State(id: user, replies: [reply]))
        }

      case .loads(.element(let user, .ended(let result))):
        let replies = state.loads.remove(id: user)?.replies ?? []
        switch result {
        case .success(let profile):
          makeRoom(in: &state.entries)
          state.entries[user] = Entry(profile: profile, expiry: clock.now.advanced(by: lifetime))
          for reply in replies { reply.answer(profile) }
        case .failure(let error):
          // An error isn't kept: the next request tries again.
          for reply in replies { reply.fail(error) }
        }

      case .invalidated(let user):
        state.entries[user] = nil
      }
      return .none
    }
    .forEach(\.loads, action: \.loads) { ProfileLoad() }
  }

  private func makeRoom(in entries: inout [String: Entry]) {
    guard entries.count >= capacity else { return }
    let now = clock.now
    entries = entries.filter { now < $0.value.expiry }
    while entries.count >= capacity, let oldest = entries.min(by: { $0.value.expiry < $1.value.expiry }) {
      entries[oldest.key] = nil
    }
  }
}

final class ProfileCacheTests: XCTestCase {
  private actor Service {
    private(set) var calls: [String] = []
    func load(_ user: String) -> String {
      calls.append(user)
      return "\(user) \(calls.count)"
    }
  }

  func testAProfileIsLoadedOnceUntilItExpires() async throws {
    let scheduler = Scheduler()
    let clock = TestClock(scheduler: scheduler)
    let service = Service()
    let cache = Store(initialState: ProfileCache.State(), configuration: scheduler.configuration()) {
      ProfileCache(clock: AnyClock(clock))
    } withDependencies: {
      $0[ProfileService.self].profile = { user in
        try await clock.sleep(for: .seconds(1))
        return await service.load(user)
      }
    }
    try await scheduler.run {
      async let first = cache.ask { .requested("ada", reply: $0) }
      async let second = cache.ask { .requested("ada", reply: $0) }
      await clock.advance(by: .seconds(1))
      let answers = try await [first, second]
      XCTAssertEqual(answers, ["ada 1", "ada 1"])

      await clock.advance(by: .seconds(59))
      let cached = try await cache.ask { .requested("ada", reply: $0) }
      XCTAssertEqual(cached, "ada 1")

      await clock.advance(by: .seconds(1))
      async let reloaded = cache.ask { .requested("ada", reply: $0) }
      await clock.advance(by: .seconds(1))
      let newer = try await reloaded
      XCTAssertEqual(newer, "ada 2")
    }
  }

  func testACallerThatGivesUpTakesNothingFromTheOthers() async throws {
    let scheduler = Scheduler()
    let clock = TestClock(scheduler: scheduler)
    let cache = Store(initialState: ProfileCache.State(), configuration: scheduler.configuration()) {
      ProfileCache(clock: AnyClock(clock))
    } withDependencies: {
      $0.continuousClock = clock
      $0[ProfileService.self].profile = { user in
        try await clock.sleep(for: .seconds(10))
        return user
      }
    }
    try await scheduler.run {
      async let hasty = cache.ask(within: .seconds(5)) { .requested("ada", reply: $0) }
      await scheduler.settle()
      async let patient = cache.ask { .requested("ada", reply: $0) }
      await clock.advance(by: .seconds(10))
      let profile = try await patient
      XCTAssertEqual(profile, "ada")
      do {
        _ = try await hasty
        XCTFail("The deadline has passed.")
      } catch {}
    }
  }

  func testAnErrorIsNotCached() async throws {
    struct Offline: Error {}
    let scheduler = Scheduler()
    let clock = TestClock(scheduler: scheduler)
    let cache = Store(initialState: ProfileCache.State(), configuration: scheduler.configuration()) {
      ProfileCache(clock: AnyClock(clock))
    } withDependencies: {
      $0[ProfileService.self].profile = { _ in throw Offline() }
    }
    try await scheduler.run {
      do {
        _ = try await cache.ask { .requested("ada", reply: $0) }
        XCTFail("The profile can't be loaded.")
      } catch {
        XCTAssertTrue(error is Offline, "\(error)")
      }
      let state = await cache.state
      XCTAssertEqual(state, ProfileCache.State())
    }
  }

  func testTheOldestProfileMakesRoom() async throws {
    let scheduler = Scheduler()
    let clock = TestClock(scheduler: scheduler)
    let cache = Store(initialState: ProfileCache.State(), configuration: scheduler.configuration()) {
      ProfileCache(capacity: 2, clock: AnyClock(clock))
    } withDependencies: {
      $0[ProfileService.self].profile = { user in user }
    }
    try await scheduler.run {
      for user in ["ada", "bob", "cyd"] {
        _ = try await cache.ask { .requested(user, reply: $0) }
        await clock.advance(by: .seconds(1))
      }
      let users = await cache.entries.keys.sorted()
      XCTAssertEqual(users, ["bob", "cyd"])
    }
  }
}
