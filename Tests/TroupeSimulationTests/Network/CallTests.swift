// virtual time: simulations run everything in this file.
import Troupe
import TroupeSimulation
import XCTest

@testable import TroupeTesting

final class CallTests: WorldTestCase {
  private struct Wrong: Error {}

  // S916
  func testACallReturnsTheReplyOrTheReasonWhyThereIsNone() async {
    await inWorld { world in
      let server = world.process("server") { process in
        process.handle("double", Int.self) { $0 * 2 }
        process.handle("fail", Int.self) { _ -> Int in throw Wrong() }
        process.handle("never", Int.self) { _ in try await Task.sleep(for: .seconds(1_000)) }
        await process.serve()
      }
      world.clients(1) { client in
        let four: Int = try await client.call("double", on: server, 2)
        XCTAssertEqual(four, 4)
        await Self.expect(.refused) { let _: Int = try await client.call("unknown", on: server, 1) }
        await Self.expect(.failed(Wrong())) { let _: Int = try await client.call("fail", on: server, 1) }
        await Self.expect(.wrongType("")) { let _: Int = try await client.call("double", on: server, "text") }
        await Self.expect(.wrongType("")) { let _: String = try await client.call("double", on: server, 1) }
        let start = world.now
        await Self.expect(.timedOut) {
          try await client.call("never", on: server, 1, timeLimit: .seconds(3), as: Void.self)
        }
        XCTAssertEqual(world.now - start, .seconds(3))
        let task = Task { try await client.call("never", on: server, 1, as: Void.self) }
        try await Task.sleep(for: .seconds(1))
        server.crash(restarts: false)
        let ended = await task.result
        XCTAssertThrowsError(try ended.get()) { XCTAssertEqual("\($0)", "\(CallError.reset)") }
        await Self.expect(.refused) { let _: Int = try await client.call("double", on: server, 2) }
      }
      try await world.afterHealing {}
    }
  }

  private static func expect(
    _ expected: CallError,
    _ call: () async throws -> Void,
    line: UInt = #line
  ) async {
    do {
      try await call()
      XCTFail("The call returned.", line: line)
    } catch let error as CallError {
      switch (error, expected) {
      case (.refused, .refused), (.timedOut, .timedOut), (.reset, .reset), (.failed, .failed),
        (.wrongType, .wrongType), (.malformed, .malformed):
        break
      default: XCTFail("\(error)", line: line)
      }
    } catch {
      XCTFail("\(error)", line: line)
    }
  }

  // S916
  func testACancelledCallThrowsAndItsRequestIsStillProcessed() async {
    await inWorld { world in
      let handled = Tally()
      let server = world.process("server") { process in
        await process.serve("add", Int.self) { number in
          try await Task.sleep(for: .seconds(2))
          return handled.add(number)
        }
      }
      world.clients(1) { client in
        let task = Task { try await client.call("add", on: server, 1, as: Int.self) }
        try await Task.sleep(for: .seconds(1))
        task.cancel()
        let result = await task.result
        XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError, "\($0)") }
        let never = Task { try await client.call("add", on: server, 10, as: Int.self) }
        never.cancel()
        let neverResult = await never.result
        XCTAssertThrowsError(try neverResult.get()) { XCTAssertTrue($0 is CancellationError, "\($0)") }
      }
      try await Task.sleep(for: .seconds(10))
      XCTAssertEqual(handled.count, 1)
    }
  }

  // S916
  func testProcessesCallEachOther() async {
    await inWorld { world in
      let back = world.process("back") { process in await process.serve("square", Int.self) { $0 * $0 } }
      let front = world.process("front") { process in
        await process.serve("ask", Int.self) { number -> Int in
          try await process.call("square", on: back, number)
        }
      }
      world.clients(1) { client in
        let nine: Int = try await client.call("ask", on: front, 3)
        XCTAssertEqual(nine, 9)
      }
      try await world.afterHealing {}
    }
  }

  /// Returns the kinds of outcomes that calls have under a kind of fault, and the number of handled requests
  /// in excess of the number of calls.
  private func outcomes(of faults: Faults, seeds: Int = 16) async -> (outcomes: Set<String>, mostHandled: Int)
  {
    let outcomes = Notes<String>()
    let handled = Notes<Int>()
    await simulate(schedules: seeds) { world in
      let requests = Notes<Int>()
      let server = world.process("server") { process in
        await process.serve("note", Int.self) { number in requests.add(number) }
      }
      world.clients(2) { client in
        for number in 1...10 {
          do {
            try await client.call("note", on: server, client.number * 100 + number, as: Void.self)
            outcomes.add("returned")
          } catch let error as CallError {
            outcomes.add("\(error)")
          }
          try await Task.sleep(for: .seconds(2))
        }
      }
      world.faults = faults
      try await world.afterHealing {}
      let counts = Dictionary(grouping: requests.all) { $0 }.mapValues(\.count)
      handled.add(counts.values.max() ?? 0)
    }
    return (Set(outcomes.all), handled.all.max() ?? 0)
  }

  // S916, S919
  func testEachKindOfFaultHasItsOutcomes() async {
    let returned = "returned"
    let (timedOut, reset, refused) = ("\(CallError.timedOut)", "\(CallError.reset)", "\(CallError.refused)")
    for (faults, expected, most) in [
      ([], [returned], 1), (.losses, [returned, timedOut], 1), (.partitions, [returned, timedOut], 1),
      (.delays, [returned, timedOut], 1), (.repetitions, [returned], 2), (.pauses, [returned, timedOut], 1),
      (.crashes, [returned, refused, reset, timedOut], 1), (.clocks, [returned], 1),
    ] as [(Faults, Set<String>, Int)] {
      let (outcomes, mostHandled) = await outcomes(of: faults)
      XCTAssertTrue(outcomes.isSubset(of: expected), "\(faults): \(outcomes)")
      XCTAssertTrue(
        outcomes.isSuperset(of: expected.subtracting([timedOut, reset])),
        "\(faults): \(outcomes)"
      )
      if expected.contains(timedOut), faults != .crashes {
        XCTAssertTrue(outcomes.contains(timedOut), "\(faults)")
      }
      XCTAssertEqual(mostHandled, most, "\(faults)")
    }
  }
}
