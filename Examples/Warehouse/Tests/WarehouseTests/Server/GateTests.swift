import XCTest

@testable import WarehouseServer

final class GateTests: XCTestCase {
  private let clock = ManualClock()
  private let log = NameLog()
  /// A task that has begun is inside, or waits.
  private let inline = InlineExecutor()

  private func gate(ofKey: Int = .max, ofAll: Int = .max, waiting: Int = .max) -> Gate {
    let widths = Gate.Widths(ofKey: ofKey, ofAll: ofAll, waitingForKey: waiting)
    return Gate(widths, patience: .milliseconds(400), clock: clock)
  }

  /// Enters, and leaves at once. The log then has the name.
  private func visit(_ gate: Gate, _ key: String, _ name: String) -> Task<Void, any Error> {
    Task(executorPreference: inline) { [log] in
      let pass = try await gate.enter(key)
      log.add(name)
      pass.leave()
    }
  }

  private func expectRefusal(_ task: Task<Void, any Error>, line: UInt = #line) async {
    do {
      try await task.value
      XCTFail("It was let in.", line: line)
    } catch {
      XCTAssertTrue(error is Gate.Refused, "\(error)", line: line)
    }
  }

  func testThoseOfAKeyComeInInTheirOrder() async throws {
    let gate = gate(ofKey: 2)
    let passes = [try await gate.enter("a"), try await gate.enter("a")]
    let tasks = (0..<100).map { visit(gate, "a", "\($0)") }
    XCTAssertEqual(gate.waitingCount(for: "a"), 100)
    XCTAssertEqual(log.all, [])
    passes[0].leave()
    passes[0].leave()
    for task in tasks { try await task.value }
    XCTAssertEqual(log.all, (0..<100).map { "\($0)" })
    let third = try await gate.enter("a")
    let waiting = visit(gate, "a", "too many")
    XCTAssertEqual(gate.waitingCount(for: "a"), 1, "To leave twice makes no room for two.")
    third.leave()
    try await waiting.value
    passes[1].leave()
  }

  func testTheKeysTakeTurns() async throws {
    let gate = gate(ofAll: 1)
    let pass = try await gate.enter("a")
    let many = (0..<1_000).map { visit(gate, "a", "a\($0)") }
    let few = [visit(gate, "b", "b0"), visit(gate, "c", "c0"), visit(gate, "b", "b1")]
    pass.leave()
    for task in many + few { try await task.value }
    XCTAssertEqual(log.all.prefix(6), ["a0", "b0", "c0", "a1", "b1", "a2"])
  }

  func testAKeyThatIsFullKeepsNoOtherWaiting() async throws {
    let gate = gate(ofKey: 1, ofAll: 2)
    let pass = try await gate.enter("a")
    let waiting = visit(gate, "a", "a")
    for _ in 0..<3 { try await visit(gate, "b", "b").value }
    XCTAssertEqual(log.all, ["b", "b", "b"])
    pass.leave()
    try await waiting.value
    XCTAssertEqual(log.all.last, "a")
  }

  func testTooManyAreRefusedAtOnce() async throws {
    let gate = gate(ofKey: 1, waiting: 2)
    let pass = try await gate.enter("a")
    let tasks = (0..<5).map { visit(gate, "a", "\($0)") }
    for task in tasks[2...] { await expectRefusal(task) }
    try await visit(gate, "b", "b").value
    pass.leave()
    for task in tasks[..<2] { try await task.value }
    XCTAssertEqual(log.all, ["b", "0", "1"])
  }

  func testOneThatWaitsForTooLongIsRefused() async throws {
    let gate = gate(ofKey: 1, waiting: 2)
    let pass = try await gate.enter("a")
    let early = visit(gate, "a", "early")
    clock.advance(by: .milliseconds(300))
    let late = visit(gate, "a", "late")
    clock.advance(by: .milliseconds(100))
    await expectRefusal(early)
    XCTAssertEqual(gate.waitingCount(for: "a"), 1, "There is room for another one.")
    let next = visit(gate, "a", "next")
    pass.leave()
    try await late.value
    try await next.value
    XCTAssertEqual(log.all, ["late", "next"])
    // It has been admitted, and can take its time.
    clock.advance(by: .seconds(1))
    let again = try await gate.enter("a")
    let last = visit(gate, "a", "last")
    clock.advance(by: .milliseconds(400))
    await expectRefusal(last)
    again.leave()
  }

  func testOneThatIsCancelledDoesNotWait() async throws {
    let gate = gate(ofKey: 1)
    let pass = try await gate.enter("a")
    let tasks = (0..<3).map { visit(gate, "a", "\($0)") }
    tasks[1].cancel()
    let result = await tasks[1].result
    XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
    XCTAssertEqual(gate.waitingCount(for: "a"), 2)
    pass.leave()
    try await tasks[0].value
    try await tasks[2].value
    XCTAssertEqual(log.all, ["0", "2"])
    // Also if it was cancelled before.
    let again = try await gate.enter("a")
    let cancelled = Task(executorPreference: inline) { _ = try await gate.enter("a") }
    cancelled.cancel()
    let end = await cancelled.result
    XCTAssertThrowsError(try end.get())
    again.leave()
  }

  func testAPassThatIsForgottenIsGivenBack() async throws {
    let gate = gate(ofKey: 1)
    var pass: Gate.Pass? = try await gate.enter("a")
    let waiting = visit(gate, "a", "a")
    XCTAssertEqual(log.all, [])
    XCTAssertNotNil(pass)
    pass = nil
    try await waiting.value
    XCTAssertEqual(log.all, ["a"])
  }
}
