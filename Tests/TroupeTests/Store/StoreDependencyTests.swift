import Troupe
import TroupeFoundation
import TroupeTesting
import XCTest

/// A store has its own dependencies, whichever code sends to it.
final class StoreDependencyTests: TroupeTestCase {
  private typealias Values = @Sendable (inout DependencyValues) -> Void

  private func store(_ number: Int) -> StoreOf<Reading> {
    Store(initialState: Reading.State()) {
      Reading()
    } withDependencies: {
      $0.number = number
    }
  }

  private let effect = Reading.Action.perform { Reading.note("effect") }

  // MARK: Making a store

  // S060
  func testTheInitialStateIsMadeUnderTheOverride() async {
    let store = Store(initialState: Reading.State(seen: ["state \(Reading.here)"])) {
      Reading()
    } withDependencies: {
      $0.number = 5
    }
    let seen = await store.seen
    XCTAssertEqual(seen, ["state 5"])
  }

  // S061
  func testTheReducerIsMadeUnderTheOverride() async {
    let store = Store(initialState: Reading.State()) {
      Reading(name: "made under \(Reading.here), reading")
    } withDependencies: {
      $0.number = 5
    }
    await store.send(.read)
    let seen = await store.seen
    XCTAssertEqual(seen, ["made under 5, reading 5"])
  }

  // S060, S061
  func testTheClosureIsCalledOnce() {
    let calls = Collector<Int>()
    _ = Store(initialState: Reading.State()) {
      Reading()
    } withDependencies: {
      calls.append($0.number)
      $0.number = 5
    }
    XCTAssertEqual(calls.all, [0])
  }

  private struct Numbering: Reducer {
    @Dependency(\.uuid) var uuid

    func reduce(into state: inout [UUID], action: Bool) -> Effect<Bool> {
      state.append(uuid())
      return .none
    }
  }

  // S062
  func testAStoreKeepsWhatWasInForceWhereItWasMade() async {
    let store = withDependencies {
      $0.uuid = .incrementing
    } operation: {
      Store(initialState: [UUID]()) { Numbering() }
    }
    for _ in 0..<3 { await store.send(true) }
    let drawn = await store.withState { $0 }
    XCTAssertEqual(drawn, [UUID(0), UUID(1), UUID(2)])
  }

  private struct Dating: Reducer {
    @Dependency(\.date.now) var now

    func reduce(into state: inout Date?, action: Date?) -> Effect<Date?> {
      if let action {
        state = action
        return .none
      }
      return .run { send in await send(now) }
    }
  }

  // S066
  func testDependenciesEscapeIntoEffects() async {
    let moment = Date(timeIntervalSince1970: 1_234_567_890)
    let store = Store(initialState: Date?.none) { Dating().dependency(\.date, .constant(moment)) }
    await store.send(nil).finish()
    let date = await store.withState { $0 }
    XCTAssertEqual(date, moment)
  }

  func testAStoreForAClosureHasDependenciesThatTheClosureHasNot() async {
    let seen = await withStore(initialState: Reading.State(seen: ["state \(Reading.here)"])) {
      Reading()
    } withDependencies: {
      $0.number = 5
    } operation: { store in
      await store.send(.read)
      await store.send(.perform { Reading.note("effect") }).finish()
      return await store.seen + ["operation \(Reading.here)"]
    }
    XCTAssertEqual(seen, ["state 5", "reducer 5", "effect 5", "operation 0"])
  }

  // MARK: Overrides follow the position

  func testAnOverrideAroundSendReachesNeitherTheReducerNorItsEffects() async {
    for (store, number) in [(store(5), 5), (Store(initialState: Reading.State()) { Reading() }, 0)] {
      await withDependencies {
        $0.number = 9
      } operation: {
        await store.send(.read)
        await store.send(effect).finish()
        await store.send(.perform { .send(.noted("follow-up \(Reading.here)")) })
      }
      let seen = await store.seen
      XCTAssertEqual(seen, ["reducer \(number)", "effect \(number)", "follow-up \(number)"])
    }
  }

  func testAnOverrideAroundEnqueueReachesNeitherTheReducerNorItsEffects() async throws {
    let store = store(5)
    try withDependencies {
      $0.number = 9
    } operation: {
      try store.enqueue(.read)
      try store.enqueue(effect)
    }
    try await store.wait { $0.seen.count == 2 }
    let seen = await store.seen
    XCTAssertEqual(seen, ["reducer 5", "effect 5"])
  }

  func testAnOverrideAroundSendToAScopedStoreDoesNotReachTheReducer() async {
    let store = store(5)
    let scoped = await store.scope(state: \.seen, action: { (action: Reading.Action) in action })
    await withDependencies {
      $0.number = 9
    } operation: {
      _ = await scoped.send(.read)
    }
    let seen = await store.seen
    XCTAssertEqual(seen, ["reducer 5"])
  }

  func testAFailurePolicyActsUnderTheDependenciesOfTheStore() async {
    struct Failure: Error {}
    var configuration = StoreConfiguration<Reading.Action>()
    configuration.failurePolicy = .send { _ in .noted("failed under \(Reading.here)") }
    let store = Store(initialState: Reading.State(), configuration: configuration) {
      Reading().dependency(\.number, 1)
    } withDependencies: {
      $0.number = 5
    }
    await store.send(.perform { .run { _ in throw Failure() } }).finish()
    let seen = await store.seen
    XCTAssertEqual(seen, ["failed under 5"])
  }

  func testAStoreThatAnEffectSendsToHasItsOwnDependencies() async {
    let (first, second) = (store(1), store(2))
    await first.send(
      .perform {
        .run { send in
          await second.send(.read)
          await second.send(.perform { Reading.note("effect") }).finish()
          await send(.noted("first \(Reading.here)"))
        }
      }
    ).finish()
    let seen = await [first.seen, second.seen]
    XCTAssertEqual(seen, [["first 1"], ["reducer 2", "effect 2"]])
  }

  // MARK: The other task-locals follow the cause

  private let traced = Reading.Action.perform {
    let reducer = RequestTrace.id
    return .run { send in
      await send(.noted("reducer \(reducer), effect \(RequestTrace.id)"))
      await send(.perform { .send(.noted("action \(reducer) of the effect \(RequestTrace.id)")) })
    }
  }

  func testTheSendersTaskLocalsAreSeenInTheReducerAndTheEffects() async {
    let store = store(5)
    await RequestTrace.$id.withValue("a") { _ = await store.send(traced).finish() }
    await store.send(traced).finish()
    let seen = await store.seen
    XCTAssertEqual(
      seen,
      [
        "reducer a, effect a", "action a of the effect a",
        "reducer none, effect none", "action none of the effect none",
      ]
    )
  }

  func testASenderDoesNotSeeTheTaskLocalsOfAnother() async throws {
    try await underSeeds(200) { [traced] scheduler, _ in
      let store = Store(initialState: Reading.State(), configuration: scheduler.configuration()) { Reading() }
      await withTaskGroup(of: Void.self) { group in
        for id in ["a", "b", "c"] {
          group.addTask {
            await RequestTrace.$id.withValue(id) { _ = await store.send(traced).finish() }
          }
        }
      }
      let seen = await store.seen
      XCTAssertEqual(
        Set(seen),
        Set(["a", "b", "c"].flatMap { ["reducer \($0), effect \($0)", "action \($0) of the effect \($0)"] })
      )
    }
  }

  // MARK: Stores and tests are apart

  /// The values that a store sees when it is created and used under an override, and the values that its user
  /// sees.
  private static func use(
    _ number: Int,
    times: Int = 3,
    configuration: StoreConfiguration<Reading.Action>
  ) async -> Set<String> {
    await withDependencies {
      $0.number = number
    } operation: {
      let store = Store(initialState: Reading.State(), configuration: configuration) { Reading() }
      for _ in 0..<times {
        await store.send(.read)
        await store.send(.perform { .merge(Reading.note("effect"), Reading.note("other")) }).finish()
      }
      return await Set(store.seen + ["user \(Reading.here)"])
    }
  }

  private static func expected(_ number: Int) -> Set<String> {
    ["reducer \(number)", "effect \(number)", "other \(number)", "user \(number)"]
  }

  func testConcurrentTestsNeverSeeEachOthersValues() async throws {
    try await underSeeds(200) { scheduler, _ in
      async let first = Self.use(1, configuration: scheduler.configuration())
      async let second = Self.use(2, configuration: scheduler.configuration())
      let seen = await [first, second]
      XCTAssertEqual(seen, [Self.expected(1), Self.expected(2)])
    }
  }

  func testConcurrentStoresOfOneUserNeverSeeEachOthersValues() async throws {
    try await underSeeds(200) { [effect] scheduler, _ in
      let stores = (1...2).map { number in
        Store(initialState: Reading.State(), configuration: scheduler.configuration()) {
          Reading()
        } withDependencies: {
          $0.number = number
        }
      }
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<3 {
          for store in stores {
            group.addTask { await store.send(effect).finish() }
            group.addTask { await store.send(.read) }
          }
        }
      }
      for (number, store) in zip(1..., stores) {
        let seen = await store.seen
        XCTAssertEqual(Set(seen), ["reducer \(number)", "effect \(number)"])
      }
    }
  }

  func testStoresOnManyThreadsNeverSeeEachOthersValues() async {
    await withTaskGroup(of: (Int, Set<String>).self) { group in
      for number in 0..<16 {
        group.addTask { (number, await Self.use(number, times: 50, configuration: StoreConfiguration())) }
      }
      for await (number, seen) in group { XCTAssertEqual(seen, Self.expected(number)) }
    }
  }

  // MARK: One set for a turn

  /// Records which set is in effect: 0 for the first one, and so on.
  private final class Sets: Sendable {
    private let known = Collector<ObjectIdentifier>()

    func note() -> String {
      let id = ObjectIdentifier(TaskDependencies.current.overrides)
      if let index = known.all.firstIndex(of: id) { return "\(index)" }
      known.append(id)
      return "\(known.count - 1)"
    }
  }

  func testWhereNothingIsSetTheTurnHasWhatItsCallerHas() async {
    let store = Store(initialState: Reading.State()) { Reading() }
    await store.send(
      .perform {
        let isNone = TaskDependencies.current.overrides === DependencyOverrides.none
        return .send(.noted("nothing set: \(isNone)"))
      }
    )
    let seen = await store.seen
    XCTAssertEqual(seen, ["nothing set: true"])
  }

  func testAllTurnsHaveTheSameSet() async {
    let sets = Sets()
    let store = store(5)
    let turn = Reading.Action.perform {
      let reducer = sets.note()
      return .run { send in
        let effect = sets.note()
        await send(.perform { .send(.noted("\(reducer) \(effect) \(sets.note())")) })
        await send(.perform { .run { send in await send(.noted("then \(sets.note())")) } })
      }
    }
    await store.send(turn).finish()
    await withDependencies {
      $0.number = 9
    } operation: {
      _ = await store.send(turn).finish()
    }
    let seen = await store.seen
    XCTAssertEqual(seen, ["0 0 0", "then 0"])
  }
}
