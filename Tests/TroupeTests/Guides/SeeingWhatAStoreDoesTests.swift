import Foundation
import TraceChecking
import Troupe
import TroupeInstruments
import TroupeTesting
import XCTest

private enum Request {
  @TaskLocal static var number: Int?
}

struct RequestInstrument: Instrument {
  func reduce<State>(_ action: inout ActionInfo, state: inout State, body: (inout State) -> Void) {
    if let number = Request.number { action.instrumentContext = number }
    body(&state)
  }

  func run(_ effect: EffectInfo, operation: @Sendable () async throws -> Void) async rethrows {
    try await Request.$number.withValue(effect.instrumentContext as? Int, operation: operation)
  }

  func captureContext() -> ActionContext? {
    let number = Request.number
    return ActionContext { work in Request.$number.withValue(number) { work() } }
  }
}

/// The samples of the guide "Seeing what a store does", and of the package's instruments.
final class SeeingWhatAStoreDoesTests: GuideTestCase {
  @Reducer
  struct Player {
    struct State: Sendable { var playing: String? }
    enum Action: Sendable { case played(String), ended }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .played(let name):
          state.playing = name
          return .run(name: "play") { send in await send(.ended) }
        case .ended:
          state.playing = nil
          return .none
        }
      }
    }
  }

  private struct MarkedPlayer: Reducer {
    var body: some Reducer<Player.State, Player.Action> {
      Player()
        .signpost("player")
    }
  }

  func testATraceFile() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "Player-\(UUID().uuidString).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }

    let trace = try TraceFile(path: path)
    var configuration = StoreConfiguration<Player.Action>()
    configuration.name = "player"
    configuration.instruments = [trace]
    let store = Store(initialState: Player.State(), configuration: configuration) { Player() }
    await store.send(.played("song.mp3")).finish()
    try trace.close()

    let written = try Trace(String(contentsOfFile: path, encoding: .utf8))
    XCTAssertEqual(written.problems, [])
    XCTAssertEqual(written.slices.count { $0.category == "action" }, 2)
  }

  func testCounters() async throws {
    let counters = Counters()
    var configuration = StoreConfiguration<Player.Action>()
    configuration.instruments = [counters]
    let store = Store(initialState: Player.State(), configuration: configuration) { Player() }
    await store.send(.played("song.mp3")).finish()
    let snapshot = counters.snapshot
    print("\(snapshot.actions) actions, 99 of 100 turns within \(snapshot.turnDurations.p99)")

    XCTAssertEqual(snapshot.actions, 2)
  }

  func testAnActionLog() async throws {
    var configuration = StoreConfiguration<Player.Action>()
    configuration.name = "player"
    configuration.instruments = [ActionLog()]
    let store = Store(initialState: Player.State(), configuration: configuration) { Player() }
    await store.send(.played("song.mp3")).finish()

    let playing = await store.playing
    XCTAssertNil(playing)
  }

  func testCrashMessages() async throws {
    var configuration = StoreConfiguration<Player.Action>()
    configuration.name = "player"
    configuration.instruments = [CrashMessages()]
    let store = Store(initialState: Player.State(), configuration: configuration) { Player() }
    await store.send(.played("song.mp3")).finish()

    let playing = await store.playing
    XCTAssertNil(playing)
  }

  func testSignposts() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "Player-\(UUID().uuidString).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }

    let trace = try TraceFile(path: path)
    let store = withDependencies {
      $0.signpostRecorder = .trace(trace)
    } operation: {
      Store(initialState: Player.State()) { Player().signpost("player") }
    }
    await store.send(.played("song.mp3")).finish()
    try trace.close()

    let written = try Trace(String(contentsOfFile: path, encoding: .utf8))
    XCTAssertEqual(written.problems, [])
    XCTAssertEqual(written.intervals.count, 3)
    await Store(initialState: Player.State()) { MarkedPlayer() }.send(.ended).finish()
  }

  func testAnInstrumentThatHandsSomethingOn() async throws {
    try await underSeeds { scheduler, clock in
      let numbers = Collector<Int?>()
      var configuration = scheduler.configuration(for: Int.self)
      configuration.instruments = [RequestInstrument()]
      let store = Store(initialState: 0, configuration: configuration) {
        Reduce<Int, Int> { _, action in
          guard action > 0 else { return .none }
          return .run { send in
            numbers.append(Request.number)
            await send(action - 1)
          }
        }
      }
      await Request.$number.withValue(7) { await store.send(2).finish() }
      XCTAssertEqual(numbers.all, [7, 7])
      try Request.$number.withValue(5) { try store.enqueue(1) }
      await scheduler.settle()
      XCTAssertEqual(numbers.all, [7, 7, 5])
    }
  }

  func testEvents() async throws {
    let scheduler = Scheduler()
    let store = Store(
      initialState: Player.State(),
      configuration: scheduler.configuration(for: Player.Action.self)
    ) { Player() }
    try await scheduler.run {
      let listening = Task(executorPreference: scheduler) {
        for await event in store.events() {
          print(event.instant, event, event.cause?.root.description ?? "")
        }
      }
      await scheduler.settle()
      await store.send(.played("song.mp3")).finish()
      await store.shutdown(within: .zero)
      await listening.value
    }
  }
}
