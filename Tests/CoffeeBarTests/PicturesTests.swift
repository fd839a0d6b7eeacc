import Foundation
import Troupe
import TroupeTesting
import XCTest

@testable import CoffeeBar

/// The pictures of failures in the tutorial and in the readme, made from what a failing test reports.
///
/// `TROUPE_PICTURES=Sources/Troupe/Troupe.docc/Resources swift test --filter PicturesTests` draws them again.
final class PicturesTests: ExploringTestCase {
  func testAFailingTestStore() async throws {
    let failures = await failures {
      let store = TestStore(initialState: Bar.State()) {
        Bar()
      } withDependencies: {
        $0[Machine.self].brew = { _ in try await Task.never() }
      }
      await store.send(.ordered("espresso")) {
        $0.waiting = [Order(number: 1, drink: "espresso")]
      }
      store.exhaustivity = .off
    }
    let report = try XCTUnwrap(failures.first)
    XCTAssertEqual(failures.count, 1, "\(failures)")
    XCTAssertTrue(report.contains("-   lastNumber: 0\n+   lastNumber: 1"), report)
    try draw("failing-test-store", "swift test --filter testAnOrder", report)
  }

  func testAFailingExplore() async throws {
    let failures = await failures {
      await explore(function: "testGuestsAreServedInOrder()") { scheduler in
        let bar = Store(initialState: Bar.State(), configuration: scheduler.configuration()) {
          BarWithARace()
        }
        await bar.send(.ordered("espresso"))
        await bar.send(.ordered("latte"))
        await scheduler.settle()
        let ready = await bar.ready.map(\.drink)
        // An assertion of XCTest would fail this test, and not reach the reporter.
        if ready != ["espresso", "latte"] {
          reportIssue("XCTAssertEqual failed: (\"\(ready)\") is not equal to (\"\(["espresso", "latte"])\")")
        }
      }
    }
    let report = try XCTUnwrap(failures.last)
    XCTAssertEqual(failures.count, 2, "\(failures)")
    XCTAssertTrue(report.contains("\"brew latte\" (CoffeeBar/Bar.swift:30)"), report)
    let text = failures.joined(separator: "\n\n")
    try draw("failing-explore", "swift test --filter testGuestsAreServedInOrder", text)
  }

  /// The bar of the tutorial's second chapter, before its machine is limited.
  private struct BarWithARace: Reducer {
    typealias State = Bar.State
    typealias Action = Bar.Action

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .ordered(let drink, _):
          state.lastNumber += 1
          let order = Order(number: state.lastNumber, drink: drink)
          state.waiting.append(order)
          return .run(
            name: "brew \(drink)",
            operation: { send in await send(.brewed(order)) },
            fileID: "CoffeeBar/Bar.swift",
            line: 30
          )
        case .brewed(let order):
          state.waiting.removeAll { $0 == order }
          state.ready.append(order)
          return .none
        }
      }
    }
  }

  /// Runs a part of a test that fails, and returns the messages of its failures as a test prints them.
  nonisolated(nonsending)
    private func failures(of body: nonisolated(nonsending) () async -> Void) async -> [String]
  {
    let reporter = Reporter()
    await withIssueReporters([reporter]) { await body() }
    return reporter.messages.withLock { $0 }.map { message in
      message.hasPrefix("failed - ") ? String(message.dropFirst("failed - ".count)) : message
    }
  }

  private final class Reporter: IssueReporter {
    let messages = Locked<[String]>([])

    func report(_ issue: ReportedIssue) { messages.withLock { $0.append(issue.message) } }
  }

  private func draw(_ name: String, _ command: String, _ text: String) throws {
    for page in TerminalPicture.Page.allCases {
      let picture = TerminalPicture(command: command, text: text).svg(page)
      XCTAssertTrue(picture.contains(">$ \(command)</text>"))
      if let folder = ProcessInfo.processInfo.environment["TROUPE_PICTURES"] {
        try picture.write(toFile: "\(folder)/\(name)\(page.rawValue).svg", atomically: true, encoding: .utf8)
      }
    }
  }
}
