import Troupe
import XCTest

@testable import Troupe

extension Store {
  /// Whether a turn has someone to tell of the next state.
  var hasWaiters: Bool { core.runtime.turn.duties.contains(.waiters) }

  /// Whether someone listens to the events of the tree of stores.
  var hasListeners: Bool { core.runtime.engine.hasListeners }

  /// Fails if the store remembers a request, or counts a task that waits.
  func assertNoRequestIsLeft(file: StaticString = #filePath, line: UInt = #line) {
    XCTAssertTrue(core.runtime.requests.isEmpty, "requests are left", file: file, line: line)
    XCTAssertTrue(core.runtime.admission.enter(1), "tasks are counted", file: file, line: line)
    core.runtime.admission.leave()
    XCTAssertEqual(core.runtime.requests.count, 0, "requests are counted", file: file, line: line)
  }

  /// Fails if the store remembers anything of effects, scopes or features.
  func assertNothingIsLeft(file: StaticString = #filePath, line: UInt = #line) {
    let runtime = core.runtime
    let engine = runtime.engine.rules
    XCTAssertTrue(engine.isIdle, "nodes are left", file: file, line: line)
    XCTAssertTrue(engine.cascades.isEmpty, "cascades are left", file: file, line: line)
    XCTAssertTrue(engine.index.isEmpty, "ids are left", file: file, line: line)
    XCTAssertTrue(engine.held.isEmpty, "held ids are left", file: file, line: line)
    XCTAssertEqual(engine.scopes.count, 1, "scopes are left", file: file, line: line)
    XCTAssertTrue(runtime.featureNodes.isEmpty, "feature nodes are left", file: file, line: line)
    XCTAssertTrue(runtime.tasks.isEmpty, "tasks are left", file: file, line: line)
  }
}

extension Engine {
  /// The tables of the engine, which are closed to all but itself.
  var rules: EngineRules {
    // The rules are the only property. A mirror takes no value that can't be copied.
    precondition(MemoryLayout<Engine>.size == MemoryLayout<EngineRules>.size, "An engine has more.")
    return withUnsafePointer(to: self) { engine in
      engine.withMemoryRebound(to: EngineRules.self, capacity: 1) { $0.pointee }
    }
  }
}
