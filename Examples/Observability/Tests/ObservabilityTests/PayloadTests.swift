import InMemoryTracing
import Logging
import MetricsTestKit
import Tracing
import Troupe
import TroupeLogging
import TroupeTesting
import XCTest

/// No value of a program is in a log, a trace or a metric unless the program asks for it.
final class PayloadTests: ExploringTestCase {
  /// Makes the store report everything that an instrument can receive, with secrets.
  private static func run(_ observer: Observer, on scheduler: Scheduler) async throws {
    var configuration: StoreConfiguration<Vault.Action> = observer.configuration(on: scheduler, name: nil)
    // The store's own texts show payloads, which is not a request for payloads in a log.
    configuration.showsPayloads = true
    configuration.failurePolicy = .send { .jammed("\($0)") }
    configuration.inbox = InboxConfiguration(capacity: 1, overflow: .dropNewest)
    var state = Vault.State()
    state.boxes.append(Vault.Box.State(id: "hush: the row"))
    let store = Store(initialState: state, configuration: configuration) { Vault() }
    _ = await Server(observer: observer).respond(to: .order(id: "r-1")) {
      for action: Vault.Box.Action in [.guarded("hush: the value"), .opened("hush: the action")] {
        await store.send(.boxes(.element(id: "hush: the row", action: action)))
      }
    }
    await scheduler.settle()
    let sealed = Vault.Action.boxes(.element(id: "hush: the row", action: .sealed("hush: the action")))
    for _ in 1...3 { try store.enqueue(sealed) }
    await scheduler.settle()
    await store.send(.boxes(.element(id: "hush: the row", action: .thrownAway)))
    await scheduler.settle()
    await store.shutdown(within: .zero)
    await scheduler.settle()
  }

  func testNoPayloadIsShown() async throws {
    await explore(schedules: 20) { scheduler in
      let observer = Observer()
      try await Self.run(observer, on: scheduler)
      for text in [observer.logText, observer.traceText, observer.metricsText] {
        XCTAssertFalse(text.isEmpty)
        XCTAssertFalse(text.contains("hush"), text)
      }
      // Everything has been reported.
      for message in [
        "Action", "Action dropped", "Dismissal", "Effect began", "Effect cancelled", "Effect failed",
        "Inbox full, actions dropped", "Scope began", "Scope ended",
      ] {
        XCTAssertFalse(observer.lines(message).isEmpty, "no line: \(message)")
      }
    }
  }

  func testPayloadsAreShownIfAskedFor() async throws {
    await explore(schedules: 20) { scheduler in
      var observer = Observer()
      observer.showsPayloads = true
      try await Self.run(observer, on: scheduler)
      for text in [observer.logText, observer.traceText] {
        for part in ["the action", "the row", "the error"] {
          XCTAssertTrue(text.contains("hush: \(part)"), "\(part) isn't in \(text)")
        }
      }
      // A dimension is kept forever, and never has a payload.
      XCTAssertFalse(observer.metricsText.contains("hush"), observer.metricsText)
    }
  }
}
