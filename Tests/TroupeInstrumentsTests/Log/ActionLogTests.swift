import Troupe
import TroupeTesting
import XCTest

@testable import TroupeInstruments

final class ActionLogTests: TroupeTestCase {
  private static func lines(_ scheduler: Scheduler, showsPayloads: Bool = false) async -> [String] {
    let lines = Collector<String>()
    let log = ActionLog(showsPayloads: showsPayloads) { lines.append($0) }
    let configuration = StoreConfiguration.watched(by: log, on: scheduler, name: "the\nshop\" forged \"")
    await withIssueReporters([IssueCollector()]) {
      await Shop.visit(Store(initialState: Shop.State(), configuration: configuration) { Shop() }, scheduler)
    }
    return lines.all
  }

  // S639
  func testALineForEachAction() async throws {
    try await underSeeds { scheduler, _ in
      let lines = await Self.lines(scheduler)
      XCTAssertEqual(lines.count, 15)
      let time = #/[0-9]+\.[0-9]{6}/#
      let id = #/[0-9a-f]{16}\.[0-9]+/#
      let words = lines.map { $0.replacing(time, with: "TIME").replacing(id, with: "ID") }
      XCTAssertEqual(
        words[0],
        #"TIME "the\nshop\" forged \"" Shop.Action.rows(.element(id: …, action: .load(…))) id=ID sent took=TIME"#
      )
      let effect = words[1].replacing(#/effect=#[0-9]+/#, with: "effect=#N")
      XCTAssertEqual(
        effect,
        #"TIME "the\nshop\" forged \"" Shop.Action.rows(.element(id: …, action: .loaded(…))) id=ID effect=#N cause=ID root=ID took=TIME"#
      )
      XCTAssertTrue(words[3].contains("returned cause=ID root=ID"), words[3])
      XCTAssertEqual(lines.filter { $0.contains(Shop.secret) || $0.contains("\n") }, [])
    }
  }

  // S633, S639
  func testPayloadsAreEscapedAndCut() async throws {
    let lines = Collector<String>()
    let log = ActionLog(showsPayloads: true) { lines.append($0) }
    let configuration = StoreConfiguration.watched(by: log)
    let store = Store(initialState: Shop.State(), configuration: configuration) { Shop() }
    await store.send(
      .cancel("a\n0.000001 \"shop\" forged\u{2028}\u{202E}" + String(repeating: "x", count: 1_000_000))
    )
    XCTAssertEqual(lines.all.count, 1)
    let line = try XCTUnwrap(lines.all.first)
    XCTAssertTrue(
      line.contains(#" action=Shop.Action.cancel("a\n0.000001 \"shop\" forged\u{2028}\u{202E}xxx"#),
      line
    )
    XCTAssertTrue(line.hasSuffix("xxx…"))
    XCTAssertFalse(line.contains { $0.isNewline })
    XCTAssertLessThan(line.count, 600)
  }
}
