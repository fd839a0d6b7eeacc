import Troupe
import XCTest

@testable import Troupe

extension Store {
  /// Whether a turn has an observer of the next state.
  var hasWaiters: Bool { core.runtime.turn.duties.contains(.waiters) }

  /// Whether anything listens to the events of the tree of stores.
  var hasListeners: Bool { core.runtime.engine.hasListeners }

  /// Fails if the store remembers a request, or counts a task that waits.
  func assertNoRequestIsLeft(file: StaticString = #filePath, line: UInt = #line) {
    XCTAssertTrue(core.runtime.hasNoWaitingRequests, "requests are left", file: file, line: line)
    XCTAssertTrue(core.runtime.admission.enter(1), "tasks are counted", file: file, line: line)
    core.runtime.admission.leave()
    XCTAssertEqual(core.runtime.requestCount, 0, "requests are counted", file: file, line: line)
  }

  /// Fails if the store remembers anything of effects, scopes or features.
  func assertNothingIsLeft(file: StaticString = #filePath, line: UInt = #line) {
    let runtime = core.runtime
    XCTAssertTrue(runtime.engine.isIdle, "nodes are left", file: file, line: line)
    XCTAssertTrue(runtime.engine.cascades.isEmpty, "cascades are left", file: file, line: line)
    XCTAssertTrue(runtime.engine.index.isEmpty, "ids are left", file: file, line: line)
    XCTAssertTrue(runtime.engine.held.isEmpty, "held programs are left", file: file, line: line)
    XCTAssertEqual(runtime.engine.scopes.count, 1, "scopes are left", file: file, line: line)
    XCTAssertTrue(runtime.tree.isEmpty, "feature nodes are left", file: file, line: line)
    XCTAssertTrue(runtime.tasks.isEmpty, "tasks are left", file: file, line: line)
  }
}
