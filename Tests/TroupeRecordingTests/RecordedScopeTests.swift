import Foundation
import Troupe
import TroupeTesting
import XCTest

@testable import TroupeRecording

/// The scopes of actions and dismissals in a file.
final class RecordedScopeTests: RecordingTestCase {
  @Reducer
  struct Host {
    @ObservableState
    struct State: Codable, Sendable {
      @Presents var first: Sheet.State? = Sheet.State()
      @Presents var second: Sheet.State? = Sheet.State()
      var plain: Sheet.State? = Sheet.State()
    }
    enum Action: Codable {
      case first(PresentationAction<Sheet.Action>)
      case second(PresentationAction<Sheet.Action>)
      case plain(Sheet.Action)
    }
    var body: some ReducerOf<Self> {
      EmptyReducer()
        .ifLet(\.$first, action: \.first) { Sheet() }
        .ifLet(\.$second, action: \.second) { Sheet() }
        .ifLet(\.plain, action: \.plain) { Sheet() }
    }
  }

  @Reducer
  struct Sheet {
    @ObservableState
    struct State: Codable, Sendable { var count = 0 }
    enum Action: Codable { case start, counted, close }

    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .start: return .run { send in await send(.counted) }
        case .counted:
          state.count += 1
          return .none
        case .close: return .run { _ in await dismiss() }
        }
      }
    }
  }

  // S801
  func testTheScopesOfTwoSheetsDiffer() async throws {
    let recording = try Recording<Host.State, Host.Action>(to: path())
    var configuration = StoreConfiguration<Host.Action>()
    configuration.instruments = [recording]
    let store = Store(initialState: Host.State(), configuration: configuration) { Host() }
    await store.send(.second(.presented(.start))).finish()
    await store.send(.first(.presented(.start))).finish()
    await store.send(.plain(.close)).finish()
    try recording.close()
    let scopes = try contents().split(separator: 0x0A).compactMap { line in
      try (JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])?["scope"] as? String
    }
    XCTAssertEqual(scopes.filter { $0 != "/" }, ["/second", "/first", "/plain"])
    let replay = try Replay<Host.State, Host.Action>(path()) { Host() }
    XCTAssertNil(try replay.divergence())
    XCTAssertEqual(try replay.recordedTurns().last?.label, "dismissal of /plain")
  }
}
