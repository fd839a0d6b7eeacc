import Troupe
import XCTest

/// Endpoints of unusual types at run time. The clients are in `Endpoints.swift`; `ClientGrammarTests` shows
/// that others compile.
final class EndpointTests: XCTestCase {
  private func expectReport(of endpoint: String, line: UInt = #line, _ body: () throws -> Void) rethrows {
    let reports = Reports()
    try withExpectedIssue(matching: { issue in
      reports.add()
      return issue.message.contains("\(endpoint) was used")
    }) { try body() }
    XCTAssertEqual(reports.count, 1, "It reports once.", line: line)
  }

  // S748
  func testAnEndpointThatReturnsAnOptionalIsNoOptional() {
    let client = Unusual()
    expectReport(of: "Unusual.optional") { XCTAssertEqual(client.optional(id: 1), 7) }
    XCTAssertEqual(Unusual(optional: { $0 }).optional(id: 1), 1)
    XCTAssertNil(client.hook)
    XCTAssertEqual(Unusual(hook: { 2 }).hook?(), 2)
  }

  // S748
  func testArgumentsReachTheInitialValueAndTheEndpoint() throws {
    var client = Unusual()
    var pair = (1, 2)
    expectReport(of: "Unusual.swap") { client.swap(&pair) }
    XCTAssertEqual([pair.0, pair.1], [2, 1])
    try expectReport(of: "Unusual.lazily") { XCTAssertNil(client.lazily(value: try failing())) }
    expectReport(of: "Unusual.take") { XCTAssertEqual(client.take(unique: Unique(number: 4)), 4) }
    expectReport(of: "Unusual.never") { XCTAssertEqual(client.never(id: 5)(), 5) }
    expectReport(of: "Unusual.aliased") { XCTAssertEqual(client.aliased(id: 6), "6") }
    expectReport(of: "Unusual.referred") { XCTAssertEqual(client.referred(7), 7) }
    expectReport(of: "Unusual.init") { XCTAssertEqual(client.`init`(self: 8), -8) }
    client.pair = { $0.0 + $0.1 + $1.count }
    XCTAssertEqual(try client.pair((1, 2), name: "abc"), 6)
    client.`self` = { $0 }
    XCTAssertEqual(try client.`self`(in: 9), 9)
    client.lazily = { try? $0() }
    XCTAssertEqual(client.lazily(value: 3), 3)
  }

  // S749
  func testAnEndpointThrowsItsOwnErrorsAndTheOneOfUnimplementedEndpoints() throws {
    let client = Unusual()
    try expectReport(of: "Unusual.typed") {
      XCTAssertThrowsError(try client.typed(code: 3)) {
        XCTAssertEqual($0 as? LabelledError, LabelledError(code: 3))
      }
    }
    for (name, call) in [
      ("pair", { try client.pair((1, 2), name: "") }), ("self", { try client.`self`(in: 1) }),
      ("first", { try client.first(id: 1) }), ("second", { try client.second(id: 1) }),
      ("conditional", { try client.conditional(id: 1) ?? 0 }),
    ] {
      try expectReport(of: "Unusual.\(name)") {
        XCTAssertThrowsError(try call()) { XCTAssertTrue($0 is UnimplementedError, "\($0)") }
      }
    }
  }

  // S749
  func testAnInitialValueThatReportsIsntReportedTwice() throws {
    let client = Unusual()
    try expectReport(of: "a custom name") { XCTAssertThrowsError(try client.given(id: 1)) }
  }

  // S748
  func testNamesMayBeReserved() async {
    await withExpectedIssue(matching: { $0.message.contains("Unusual.two words was used") }) {
      await Unusual().`two words`(`inout`: 1)
    }
  }

  // S748
  @MainActor
  func testAClientOfAnActorPassesOnWhatIsntSendable() async {
    let client = MainClient()
    await withExpectedIssue(matching: { $0.message.contains("MainClient.read was used") }) {
      let count = await client.read(box: [{ 1 }, { 2 }])
      XCTAssertEqual(count, 2)
    }
    expectReport(of: "MainClient.title") { XCTAssertEqual(client.title(id: 1), "1") }
  }

  // S750
  func testInitialValuesMayBeLessVisibleThanTheClient() {
    let client = Published()
    XCTAssertEqual(client.limit, 3)
    XCTAssertNil(Published(limit: nil).limit)
    expectReport(of: "Published.load") { XCTAssertEqual(client.load(id: 1), 3) }
  }

  // S750
  func testAnInitialiserOfTheProgramIsUsed() {
    XCTAssertEqual(Written(load: { $0 }, name: "a").name, "a!")
  }

  private func failing() throws -> Int { throw LabelledError(code: 1) }
}

private final class Reports: Sendable {
  private let number = Locked(0)
  var count: Int { number.withLock { $0 } }
  func add() { number.withLock { $0 += 1 } }
}
