import Foundation
import Troupe
import TroupeDependencies
import TroupeFoundation
import XCTest

@testable import TroupeRecording

/// A recording that an earlier version of the package has written, at commit 600db0b. What is in a file keeps
/// its names when types are renamed.
final class EarlierRecordingTests: RecordingTestCase {
  private struct Alarm: Reducer {
    struct State: Codable, Equatable, Sendable {
      var name = ""
      var seconds: Int?
      var id: UUID?
      var rings = 0
    }

    enum Action: Codable, Equatable, Sendable {
      case named(String)
      case set(seconds: Int)
      case rang
      case checked
    }

    @Dependency(\.uuid) var uuid

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .named(let name):
          state.name = name
          state.id = uuid()
          return .send(.checked)
        case .set(let seconds): state.seconds = seconds
        case .rang: state.rings += 1
        case .checked: break
        }
        return .none
      }
    }
  }

  // S851
  func testItIsReplayedWithoutADeparture() throws {
    try Data(Self.file.utf8).write(to: URL(fileURLWithPath: path()))
    let replay = try Replay<Alarm.State, Alarm.Action>(path()) { Alarm() }
    XCTAssertNil(try replay.divergence())
    let state = try replay.state(after: 5)
    XCTAssertEqual(state, Alarm.State(name: "tea", seconds: 180, id: Self.firstID, rings: 1))
  }

  // S851
  func testAnotherReducerDivergesFromIt() throws {
    try Data(Self.file.utf8).write(to: URL(fileURLWithPath: path()))
    let replay = try Replay<Alarm.State, Alarm.Action>(path()) {
      Alarm()
      Reduce { state, _ in
        state.rings *= 2
        return .none
      }
    }
    XCTAssertEqual(try replay.divergence()?.turn, 4)
  }

  private static let firstID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

  private static let file = #"""
    {"action":"Alarm.Action","part":1,"recording":1,"state":"Alarm.State","store":"\"alarm\"","time":1795832242}
    {"after":0,"hash":"56dfb0cec4b78643","state":{"name":"","rings":0}}
    {"action":{"named":{"_0":"tea"}},"at":"0.0","changes":[[["name"],"tea"],[["id"],"00000000-0000-0000-0000-000000000000"]],"hash":"21af3a81f3d46f98","id":"5ea59c14ac2c53f5.1","label":"Alarm.Action.named(…)","origin":"sent","reads":[["uuid","00000000-0000-0000-0000-000000000000"]],"scope":"/","turn":1}
    {"action":{"checked":{}},"at":"0.001346327","cause":"5ea59c14ac2c53f5.1","hash":"21af3a81f3d46f98","id":"5ea59c14ac2c53f5.2","label":"Alarm.Action.checked","origin":"returned","root":"5ea59c14ac2c53f5.1","scope":"/","turn":2}
    {"action":{"set":{"seconds":180}},"at":"0.001816488","changes":[[["seconds"],180]],"hash":"bd3b066c0d7e5a06","id":"5ea59c14ac2c53f5.3","label":"Alarm.Action.set(seconds: …)","origin":"sent","scope":"/","turn":3}
    {"action":{"rang":{}},"at":"0.002346348","changes":[[["rings"],1]],"hash":"e7e552590816e9f3","id":"5ea59c14ac2c53f5.4","label":"Alarm.Action.rang","origin":"sent","scope":"/","turn":4}
    {"action":{"checked":{}},"at":"0.002546836","cause":"5ea59c14ac2c53f5.4","hash":"e7e552590816e9f3","id":"5ea59c14ac2c53f5.5","label":"Alarm.Action.checked","origin":"effect #7","root":"5ea59c14ac2c53f5.4","scope":"/","turn":5}
    {"end":5}

    """#
}
