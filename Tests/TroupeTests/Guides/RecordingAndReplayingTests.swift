import Foundation
import Troupe
import TroupeDependencies
import TroupeFoundation
import TroupeRecording
import TroupeTesting
import XCTest

private struct Flags: Codable, Sendable {
  var isNew = false
}

private struct Stations: Sendable {
  var names: @Sendable () -> [String]
}

extension Flags: RecordableDependency {}

extension Stations: RecordableDependency {
  func recorded(by recorder: DependencyRecorder) -> Stations {
    var stations = self
    stations.names = recorder.endpoint("names", names)
    return stations
  }
}

private enum FlagsKey: DependencyKey {
  static var liveValue: Flags { Flags() }
  static var testValue: Flags { Flags(isNew: true) }
}

private enum StationsKey: DependencyKey {
  static var liveValue: Stations { Stations(names: { [] }) }
  static var testValue: Stations { Stations(names: { ["Ulm"] }) }
}

extension DependencyValues {
  fileprivate var flags: Flags {
    get { self[FlagsKey.self] }
    set { self[FlagsKey.self] = newValue }
  }
  fileprivate var stations: Stations {
    get { self[StationsKey.self] }
    set { self[StationsKey.self] = newValue }
  }
}

/// The samples of the guide "Recording and replaying" and of the doc comments of the types that it describes.
final class RecordingAndReplayingTests: GuideTestCase {
  @Reducer
  struct Checkout {
    struct State: Codable, Equatable, Sendable {
      var items: [String] = []
      var orderedAt: Date?
      var code: String?
    }

    enum Action: Codable, Sendable {
      case added(String)
      case codeEntered(code: String)
      case orderTapped
    }

    @Dependency(\.date.now) var now

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .added(let item): state.items.append(item)
        case .codeEntered(let code): state.code = code
        case .orderTapped: state.orderedAt = now
        }
        return .none
      }
    }
  }

  private let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jsonl").path

  override func tearDown() { try? FileManager.default.removeItem(atPath: path) }

  func testADependencyThatCanBeRecordedIsOneLikeAnyOther() {
    @Dependency(\.flags) var flags
    @Dependency(\.stations) var stations
    XCTAssertTrue(flags.isNew)
    XCTAssertEqual(stations.names(), ["Ulm"])
  }

  // S667, S670
  func testAStoreIsRecordedAndRunsAgain() async throws {
    let path = path
    try await withDependencies {
      $0.date.now = Date(timeIntervalSinceReferenceDate: 800_000_000)
    } operation: {
      try await Self.recordAndReplay(path)
    }
  }

  private static func recordAndReplay(_ path: String) async throws {
    let recording = try Recording<Checkout.State, Checkout.Action>(to: path)
    var configuration = StoreConfiguration<Checkout.Action>()
    configuration.instruments = [recording]
    let store = Store(initialState: Checkout.State(), configuration: configuration) { Checkout() }
    for action in [Checkout.Action.added("tea"), .added("milk"), .codeEntered(code: "SPRING"), .orderTapped] {
      await store.send(action)
    }
    try recording.close()
    let stored = await store.state

    let replay = try Replay(path) { Checkout() }
    let state = try replay.state(after: 2)
    if let divergence = try replay.divergence() { print(divergence) }
    XCTAssertEqual(state, Checkout.State(items: ["tea", "milk"]))
    XCTAssertNil(try replay.divergence())
    XCTAssertEqual(try replay.state(after: 4), stored)
    try checkLastTurn(path)
    try checkContents(path)
  }

  private static func checkContents(_ path: String) throws {
    let contents = try RecordingContents(path)
    let turns = try contents.turns(after: 0, limit: 100)
    let state = try contents.state(after: 2)
    XCTAssertEqual(turns.map(\.number), [1, 2, 3, 4])
    XCTAssertEqual(try state?.decode(as: Checkout.State.self).items, ["tea", "milk"])
  }

  private static func checkLastTurn(_ path: String) throws {
    let replay = try Replay(path) { Checkout() }
    let state = try replay.state(after: 2)
    let last = try replay.recordedTurns().last?.label
    XCTAssertEqual(state.items, ["tea", "milk"])
    XCTAssertEqual(last, "RecordingAndReplayingTests.Checkout.Action.orderTapped")
  }

  // S669
  func testSecretsAreKeptOut() async throws {
    let path = path
    var options = RecordingOptions()
    options.redaction = Redaction { part, value in
      value.redact("code")
    }
    let recording = try Recording<Checkout.State, Checkout.Action>(to: path, options: options)
    var configuration = StoreConfiguration<Checkout.Action>()
    configuration.instruments = [recording]
    let store = Store(initialState: Checkout.State(), configuration: configuration) { Checkout() }
    await store.send(.codeEntered(code: "SPRING"))
    await store.send(.added("tea"))
    try recording.close()
    XCTAssertFalse(try String(contentsOfFile: path, encoding: .utf8).contains("SPRING"))
    XCTAssertNil(try Replay(path) { Checkout() }.divergence())
  }

  // S679
  func testARecordingIsATest() async throws {
    try await replay("Recordings/checkout.jsonl") { Checkout() }
  }
}
