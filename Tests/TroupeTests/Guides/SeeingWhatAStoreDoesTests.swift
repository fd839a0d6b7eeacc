import Foundation
import TraceChecking
import Troupe
import TroupeInstruments
import TroupeTesting
import XCTest

/// The samples of the guide "Seeing what a store does", and of the instruments of the package.
final class SeeingWhatAStoreDoesTests: TroupeTestCase {
  struct Player: Reducer {
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
}
