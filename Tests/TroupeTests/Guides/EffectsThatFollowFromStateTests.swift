import Troupe
import TroupeTesting
import XCTest

/// The samples of "Effects declared by state", and of the operators that it describes.
final class EffectsThatFollowFromStateTests: TroupeTestCase {
  func testTheKitchen() async {
    let store = TestStore(
      initialState: Kitchen.State(countdown: Kitchen.Countdown(dish: "tea", seconds: 90))
    ) {
      Kitchen()
    }
    await store.clock.advance(by: .seconds(90))
    await store.receive(.rang) {
      $0.countdown = nil
      $0.alarms = 1
    }
    await store.send(.startTapped(dish: "rice", seconds: 600)) {
      $0.countdown = Kitchen.Countdown(dish: "rice", seconds: 600)
    }
    await store.finish()
    XCTAssertEqual(store.runningEffects.map(\.name), ["countdown"])
    await store.send(.stopTapped) { $0.countdown = nil }
    XCTAssertEqual(store.runningEffects.map(\.name), [])
  }

  func testTheMenu() async throws {
    try await underSeeds(1) { scheduler, clock in
      let store = Store(initialState: Menu.State(), configuration: scheduler.configuration()) {
        Menu().dependency(\.continuousClock, clock)
      }
      await store.send(.orderTapped(["soup", "rice"]))
      await clock.advance(by: .seconds(60))
      await scheduler.settle()
      let alarms = await store.state.dishes.map(\.kitchen.alarms)
      XCTAssertEqual(alarms, [1, 1])
    }
  }

  // S740
  func testAnEffectThatFailsBeginsAnew() async throws {
    struct Offline: Error {}
    struct Radio: Reducer {
      let begun: Collector<Int>
      var body: some Reducer<Int, Int> {
        Reduce { _, _ in .none }
          .task(id: { $0 }) { channel in
            .run { _ in
              begun.append(channel)
              if begun.count < 3 { throw Offline() }
            }
          }
      }
    }
    try await underSeeds(1) { scheduler, clock in
      let begun = Collector<Int>()
      var configuration = scheduler.configuration(for: Int.self)
      configuration.failurePolicy = .restart(
        .exponential(initial: .seconds(1), maximum: .seconds(30), attempts: 10),
        atMost: 5,
        within: .seconds(60)
      )
      let store = Store(
        initialState: 7,
        configuration: configuration,
        reducer: { Radio(begun: begun) },
        withDependencies: { $0.continuousClock = clock }
      )
      await scheduler.settle()
      await clock.advance(by: .seconds(3))
      await scheduler.settle()
      XCTAssertEqual(begun.all, [7, 7, 7])
      await store.shutdown(within: .zero)
    }
  }

  func testADownload() async throws {
    struct Host: Reducer {
      struct State: Equatable, Sendable { var download: Download.State? }
      enum Action { case close, download(Download.Action) }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          if case .close = action { state.download = nil }
          return .none
        }
        .ifLet(\.download, action: /Action.download) { Download() }
      }
    }
    try await underSeeds(1) { scheduler, _ in
      let released = Collector<String>()
      let store = Store(
        initialState: Host.State(download: Download.State(file: "a")),
        configuration: scheduler.configuration()
      ) {
        Host()
      } withDependencies: {
        $0.files.release = { released.append($0) }
      }
      await scheduler.settle()
      let progress = await store.download?.progress
      XCTAssertEqual(progress, 1)
      await store.send(.close)
      await scheduler.settle()
      XCTAssertEqual(released.all, ["a"])
    }
  }

  func testTheSamplesOfTheOperators() async throws {
    try await underSeeds(1) { scheduler, clock in
      let closed = Collector<Int>()
      let store = Store(initialState: Operators.State(), configuration: scheduler.configuration()) {
        Operators(clock: clock)
      }
      await store.send(.startTapped)
      await scheduler.settle()
      await clock.advance(by: .seconds(60))
      await scheduler.settle()
      let state = await store.state
      XCTAssertEqual(state, Operators.State(countdown: nil, log: ["hello", "loaded 1"]))
      let handle = Handle(number: 1, closed: closed)
      let child = Holder.Child.State(handle: handle)
      let host = Store(
        initialState: Holder.State(child: child),
        configuration: scheduler.configuration(for: Holder.Action.self)
      ) {
        Holder()
      }
      await host.send(.close)
      await scheduler.settle()
      XCTAssertEqual(closed.all, [1])
    }
  }

  // Reducer.onEnd
  struct Handle: Sendable {
    let number: Int
    let closed: Collector<Int>
    func close() async { closed.append(number) }
  }

  struct Holder: Reducer {
    struct State: Sendable { var child: Child.State? }
    enum Action: Sendable { case close, child(Never) }

    struct Child: Reducer {
      struct State: Sendable { let handle: Handle }

      var body: some Reducer<State, Never> {
        EmptyReducer()
          .onEnd(of: \.handle) { handle in
            .run { _ in await handle.close() }
          }
      }
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        state.child = nil
        return .none
      }
      .ifLet(\.child, action: /Action.child) { Child() }
    }
  }

  // Reducer.task, Reducer.onStart
  struct Operators: Reducer {
    struct Countdown: Equatable, Sendable { var seconds: Int }
    struct State: Equatable, Sendable {
      var id = 1
      var countdown: Countdown?
      var log: [String] = []
    }
    enum Action { case startTapped, stopTapped, rang, received(String), loaded(String) }

    let clock: TestClock

    func messages() -> AsyncStream<String> {
      AsyncStream { continuation in
        continuation.yield("hello")
        continuation.finish()
      }
    }

    func load(_ id: Int) async throws -> String { "loaded \(id)" }

    var timer: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .startTapped: state.countdown = Countdown(seconds: 60)
        case .stopTapped, .rang: state.countdown = nil
        case .received(let text), .loaded(let text):
          state.log.append(text)
          state.log.sort()
        }
        return .none
      }
      .task(id: { $0.countdown }) { countdown in
        .run { send in
          try await clock.sleep(for: .seconds(countdown.seconds))
          await send(.rang)
        }
      }
    }

    var body: some ReducerOf<Self> {
      timer
        .onStart {
          .run { send in
            for await message in messages() { await send(.received(message)) }
          }
          .cancellable(id: "messages")
        }
        .onStart { state in
          .run { [id = state.id] send in await send(.loaded(try await load(id))) }
        }
    }
  }
}

extension EffectsThatFollowFromStateTests {
  @Reducer
  struct Kitchen {
    struct State: Equatable, Sendable {
      var countdown: Countdown?
      var alarms = 0
    }

    struct Countdown: Equatable, Sendable {
      var dish: String
      var seconds: Int
    }

    enum Action: Equatable {
      case startTapped(dish: String, seconds: Int)
      case stopTapped
      case rang
    }

    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .startTapped(let dish, let seconds):
          state.countdown = Countdown(dish: dish, seconds: seconds)
        case .stopTapped:
          state.countdown = nil
        case .rang:
          state.countdown = nil
          state.alarms += 1
        }
        return .none
      }
      .task(id: { $0.countdown }) { countdown in
        .run(name: "countdown") { send in
          try await clock.sleep(for: .seconds(countdown.seconds))
          await send(.rang)
        }
      }
    }
  }

  @Reducer
  struct Menu {
    struct Dish: Identifiable, Equatable, Sendable {
      var id: String
      var kitchen = Kitchen.State()
    }

    struct State: Equatable, Sendable {
      var dishes: IdentifiedArrayOf<Dish> = []
    }

    enum Action {
      case orderTapped([String])
      case dishes(IdentifiedAction<String, Kitchen.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .orderTapped(let names) = action {
          for name in names {
            let countdown = Kitchen.Countdown(dish: name, seconds: 60)
            state.dishes.append(Dish(id: name, kitchen: Kitchen.State(countdown: countdown)))
          }
        }
        return .none
      }
      .forEach(\.dishes, action: \.dishes) {
        Scope(state: \.kitchen, action: \.self) { Kitchen() }
      }
    }
  }

  @Reducer
  struct Download {
    struct State: Equatable, Sendable {
      var file: String
      var progress = 0.0
    }

    enum Action {
      case progressed(Double)
    }

    @Dependency(\.files) var files

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .progressed(let progress): state.progress = progress
        }
        return .none
      }
      .onStart { state in
        .run { [file = state.file] send in
          for await progress in files.load(file) { await send(.progressed(progress)) }
        }
      }
      .onEnd(of: { $0.file }) { file in
        .run { _ in files.release(file) }
      }
    }
  }

  struct Files: Sendable {
    var load: @Sendable (String) -> AsyncStream<Double> = { _ in
      AsyncStream { continuation in
        continuation.yield(1)
        continuation.finish()
      }
    }
    var release: @Sendable (String) -> Void = { _ in }
  }
}

private struct FilesKey: DependencyKey {
  static let liveValue = EffectsThatFollowFromStateTests.Files()
  static let testValue = EffectsThatFollowFromStateTests.Files()
}

extension DependencyValues {
  var files: EffectsThatFollowFromStateTests.Files {
    get { self[FilesKey.self] }
    set { self[FilesKey.self] = newValue }
  }
}
