import TraceChecking
import Troupe
import TroupeTesting
import XCTest

@testable import TroupeInstruments

/// A trace that an earlier version of the package has written, at commit 600db0b, beside one of the same
/// actions. The names in a trace stay when types are renamed.
final class EarlierTraceTests: TroupeTestCase {
  private struct Alarm: Reducer {
    struct State: Equatable, Sendable { var seconds: Int? }

    enum Action: Sendable {
      case named(String)
      case set(seconds: Int)
      case rang
      case checked
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .named: return .send(.checked)
        case .set(let seconds): state.seconds = seconds
        case .rang: return .run { send in await send(.checked) }
        case .checked: break
        }
        return .none
      }
      .task(id: { $0.seconds }) { _ in .run { _ in try await Task.never() } }
    }
  }

  /// What each kind of event is called, and what is said of it.
  private static func kinds(_ trace: Trace) -> Set<String> {
    Set(trace.events.map { "\($0.phase) \($0.category) \($0.arguments.keys.sorted())" })
  }

  // S851
  func testItsEventsHaveTheNamesOfNow() async throws {
    let earlier = try Trace(Self.file)
    XCTAssertEqual(earlier.problems, [])
    try await underSeeds(3) { scheduler, _ in
      let text = TraceText()
      let file = TraceFile(output: text.output)
      var configuration = scheduler.configuration(for: Alarm.Action.self)
      configuration.name = "alarm"
      configuration.instruments = [file]
      let store = Store(initialState: Alarm.State(), configuration: configuration) { Alarm() }
      await store.send(.named("tea")).finish()
      await store.send(.set(seconds: 180)).finish()
      await store.send(.rang).finish()
      await store.shutdown(within: .zero)
      try file.close()
      let now = try text.trace()
      XCTAssertEqual(Self.kinds(now), Self.kinds(earlier))
      XCTAssertEqual(
        now.slices.filter { $0.category == "action" }.map { $0.name.replacing(/.*Alarm/, with: "Alarm") },
        earlier.slices.filter { $0.category == "action" }.map(\.name)
      )
    }
  }

  private static let file = #"""
    [
    {"ph":"M","cat":"track","name":"process_name","pid":1,"tid":1,"ts":0.000,"args":{"name":"alarm"}},
    {"ph":"M","cat":"track","name":"thread_name","pid":1,"tid":1,"ts":0.000,"args":{"name":"alarm"}},
    {"ph":"B","cat":"turn","name":"turn","pid":1,"tid":1,"ts":2061.828},
    {"ph":"B","cat":"action","name":"Alarm.Action.named(…)","pid":1,"tid":1,"ts":2061.828,"args":{"id":"5ea59c14ac2c53f5.1","origin":"sent"}},
    {"ph":"E","cat":"action","name":"Alarm.Action.named(…)","pid":1,"tid":1,"ts":3303.509},
    {"ph":"B","cat":"action","name":"Alarm.Action.checked","pid":1,"tid":1,"ts":3408.155,"args":{"id":"5ea59c14ac2c53f5.2","origin":"returned","cause":"5ea59c14ac2c53f5.1","root":"5ea59c14ac2c53f5.1"}},
    {"ph":"s","cat":"cause","name":"cause","pid":1,"tid":1,"ts":2061.828,"id":1},
    {"ph":"f","bp":"e","cat":"cause","name":"cause","pid":1,"tid":1,"ts":3408.155,"id":1},
    {"ph":"E","cat":"action","name":"Alarm.Action.checked","pid":1,"tid":1,"ts":3721.201},
    {"ph":"E","cat":"turn","name":"turn","pid":1,"tid":1,"ts":3756.644,"args":{"turn":1,"actions":2}},
    {"ph":"B","cat":"turn","name":"turn","pid":1,"tid":1,"ts":3878.316},
    {"ph":"B","cat":"action","name":"Alarm.Action.set(seconds: …)","pid":1,"tid":1,"ts":3878.316,"args":{"id":"5ea59c14ac2c53f5.3","origin":"sent"}},
    {"ph":"E","cat":"action","name":"Alarm.Action.set(seconds: …)","pid":1,"tid":1,"ts":4142.379},
    {"ph":"E","cat":"turn","name":"turn","pid":1,"tid":1,"ts":4307.475,"args":{"turn":2,"actions":1}},
    {"ph":"b","cat":"effect","name":"OldFiles/main.swift:42","pid":1,"tid":1,"ts":4343.870,"id":"5ea59c14ac2c53f5#5","args":{"location":"OldFiles/main.swift:42","cause":"5ea59c14ac2c53f5.3","root":"5ea59c14ac2c53f5.3"}},
    {"ph":"B","cat":"turn","name":"turn","pid":1,"tid":1,"ts":4408.176},
    {"ph":"B","cat":"action","name":"Alarm.Action.rang","pid":1,"tid":1,"ts":4408.176,"args":{"id":"5ea59c14ac2c53f5.4","origin":"sent"}},
    {"ph":"E","cat":"action","name":"Alarm.Action.rang","pid":1,"tid":1,"ts":4518.390},
    {"ph":"E","cat":"turn","name":"turn","pid":1,"tid":1,"ts":4563.036,"args":{"turn":3,"actions":1}},
    {"ph":"b","cat":"effect","name":"OldFiles/main.swift:37","pid":1,"tid":1,"ts":4589.376,"id":"5ea59c14ac2c53f5#7","args":{"location":"OldFiles/main.swift:37","cause":"5ea59c14ac2c53f5.4","root":"5ea59c14ac2c53f5.4"}},
    {"ph":"B","cat":"turn","name":"turn","pid":1,"tid":1,"ts":4608.664},
    {"ph":"B","cat":"action","name":"Alarm.Action.checked","pid":1,"tid":1,"ts":4608.664,"args":{"id":"5ea59c14ac2c53f5.5","effect":"5ea59c14ac2c53f5#7","cause":"5ea59c14ac2c53f5.4","root":"5ea59c14ac2c53f5.4"}},
    {"ph":"s","cat":"cause","name":"cause","pid":1,"tid":1,"ts":4408.176,"id":2},
    {"ph":"f","bp":"e","cat":"cause","name":"cause","pid":1,"tid":1,"ts":4608.664,"id":2},
    {"ph":"E","cat":"action","name":"Alarm.Action.checked","pid":1,"tid":1,"ts":4680.692},
    {"ph":"E","cat":"turn","name":"turn","pid":1,"tid":1,"ts":4687.492,"args":{"turn":4,"actions":1}},
    {"ph":"e","cat":"effect","name":"OldFiles/main.swift:37","pid":1,"tid":1,"ts":4703.155,"id":"5ea59c14ac2c53f5#7","args":{"ended":"finished"}},
    {"ph":"e","cat":"effect","name":"OldFiles/main.swift:42","pid":1,"tid":1,"ts":5179.015,"id":"5ea59c14ac2c53f5#5","args":{"ended":"cancelled"}},
    {"ph":"i","cat":"effect","name":"cancelled: OldFiles/main.swift:42","pid":1,"tid":1,"ts":5197.052,"args":{"effect":"5ea59c14ac2c53f5#5"}}
    ]

    """#
}
