import TraceChecking
import Troupe
import TroupeTesting
import XCTest

@testable import TroupeInstruments

final class SignpostTraceTests: TroupeTestCase {
  private enum Action: Sendable { case load(String), loaded(String) }

  private struct Feature: Reducer {
    var body: some Reducer<String, Action> {
      Reduce { state, action in
        switch action {
        case .load(let name): return .run { send in await send(.loaded(name)) }
        case .loaded(let name):
          state = name
          return .none
        }
      }
    }
  }

  // S633, S640
  func testSignpostsAreIntervalsOfATrace() async throws {
    try await underSeeds { scheduler, _ in
      let text = TraceText()
      let file = TraceFile(output: text.output)
      let store = withDependencies {
        $0.signpostRecorder = .trace(file)
      } operation: {
        Store(initialState: "", configuration: scheduler.configuration(for: Action.self)) {
          Feature().signpost("loader")
        }
      }
      await store.send(.load(Shop.secret)).finish()
      let name = await store.state
      XCTAssertEqual(name, Shop.secret)
      await store.shutdown(within: .zero)
      try file.close()
      let trace = try text.trace()
      XCTAssertEqual(trace.problems, [])
      XCTAssertEqual(Array(trace.trackNames.values), ["signposts"])
      let names = trace.intervals.map { $0.name.replacing("SignpostTraceTests.Action", with: "") }
      XCTAssertEqual(names, ["[loader] .load", "effect", "[loader] .loaded"])
      XCTAssertTrue(trace.intervals.allSatisfy { $0.end != nil })
      XCTAssertEqual(trace.events.count { $0.phase == "n" && $0.name == "output" }, 1)
      XCTAssertFalse(text.text.contains(Shop.secret))
    }
  }

  func testNothingIsRecordedForADisabledLog() async throws {
    let text = TraceText()
    let file = TraceFile(output: text.output)
    let store = withDependencies {
      $0.signpostRecorder = .trace(file)
    } operation: {
      Store(initialState: "") { Feature().signpost(log: .disabled) }
    }
    await store.send(.load("a")).finish()
    let name = await store.state
    XCTAssertEqual(name, "a")
    await store.shutdown(within: .zero)
    try file.close()
    XCTAssertEqual(try text.trace().intervals.count, 0)
  }

  // S640
  func testWithoutARecorderThereAreNoSignposts() async {
    let store = Store(initialState: "") { Feature().signpost() }
    await store.send(.load("a")).finish()
    let name = await store.state
    XCTAssertEqual(name, "a")
  }
}
