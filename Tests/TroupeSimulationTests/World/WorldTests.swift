// virtual time: simulations run everything in this file.
import Troupe
import TroupeDurable
import TroupeSimulation
import XCTest

@testable import TroupeTesting

final class WorldTests: WorldTestCase {
  // S920
  func testHealingStartsAndContinuesProcesses() async {
    await inWorld(for: .seconds(5)) { world in
      let crashed = world.process("crashed") { process in await process.serve("get", Int.self) { $0 } }
      let paused = world.process("paused") { process in await process.serve("get", Int.self) { $0 } }
      try await Task.sleep(for: .seconds(1))
      crashed.crash(restarts: false)
      paused.pause()
      try await world.afterHealing {
        XCTAssertEqual(world.now, .seconds(5))
        world.clients(1) { client in
          for process in [crashed, paused] {
            let number: Int = try await client.call("get", on: process, 7)
            XCTAssertEqual(number, 7)
          }
        }
        try await Task.sleep(for: .seconds(10))
        XCTAssertEqual(crashed.startCount, 2)
      }
      world.faults = .all
      XCTAssertEqual(world.faults, [])
    }
  }

  // S920
  func testAClientThatDoesNotReturnIsReported() async throws {
    let found = await failure(for: .seconds(5)) { world in
      world.clients(2) { client in
        if client.number == 2 { try await Task.sleep(for: .seconds(10_000)) }
      }
      try await world.afterHealing {}
    }
    let issue = try XCTUnwrap(found?.told.failures.first)
    XCTAssertTrue(
      issue.text.contains("client 2 hasn't returned 60.000 s after all faults had ended."),
      issue.text
    )
  }

  // S921
  func testAnInvariantIsCheckedAfterEachEvent() async throws {
    let found = await failure { world in
      let count = Tally()
      world.always("The count is below 3.") { count.count < 3 }
      let server = world.process("server") { process in
        await process.serve("add", Int.self) { count.add($0) }
      }
      world.clients(1) { client in
        for _ in 1...5 {
          let _: Int = try await client.call("add", on: server, 1)
          try await Task.sleep(for: .seconds(1))
        }
      }
      try await world.afterHealing {}
    }
    let failures = try XCTUnwrap(found?.told.failures)
    XCTAssertEqual(failures.count, 1)
    XCTAssertTrue(
      failures[0].text.contains("\"The count is below 3.\" doesn't hold at 2.0"),
      failures[0].text
    )
  }

  // S921
  func testEventuallyWaitsForItsCondition() async throws {
    let found = await failure { world in
      let count = Tally()
      world.process("clock") { _ in
        while true {
          try await Task.sleep(for: .seconds(1))
          count.add()
        }
      }
      try await world.eventually("The count is 3.", within: .seconds(4)) { count.count == 3 }
      XCTAssertEqual(world.now / .seconds(1), 3, accuracy: 0.1)
      try await world.eventually("The count is 100.", within: .seconds(4)) { count.count == 100 }
    }
    let failures = try XCTUnwrap(found?.told.failures)
    XCTAssertEqual(failures.count, 1)
    XCTAssertTrue(
      failures[0].text.contains("\"The count is 100.\" didn't hold within 4.000 s."),
      failures[0].text
    )
  }

  // S918
  func testTheReportListsTheFaultsThatAreLeft() async throws {
    let found = await failure(seeds: 0..<500) { world in
      let server = world.process("server") { process in
        let count = Tally()
        await process.serve("add", Int.self) { count.add($0) }
      }
      world.clients(1) { client in
        var last = 0
        for _ in 1...10 {
          if let count: Int = try? await client.call("add", on: server, 1) {
            XCTAssertGreaterThan(count, last)
            last = count
          }
          try await Task.sleep(for: .seconds(1))
        }
      }
      world.faults = .all
      try await world.afterHealing {}
    }
    let failure = try XCTUnwrap(found)
    XCTAssertEqual(failure.told.faults.count, 1, failure.message)
    let lines = failure.message.split(separator: "\n").filter { $0.hasPrefix("  ") }
    XCTAssertEqual(lines.count, 3, failure.message)
    XCTAssertTrue(lines[0].contains("s: \"server\" crashed "), failure.message)
    XCTAssertTrue(lines[1].hasSuffix("s: \"server\" started again"), failure.message)
    XCTAssertEqual(lines[2], "  60.000 s: all faults ended")
    let picture = RunPicture(failure.told.events, failures: failure.told.failures.map(\.text)).svg
    XCTAssertTrue(picture.contains("\"server\" crashed".replacing("\"", with: "&quot;")), picture)
  }

  // S927
  func testARunThatDependsOnMoreThanTheSeedIsReported() async {
    let starts = Tally()
    let issues = Notes<String>()
    await withIssueReporters([Reporter { issues.add($0.message) }]) {
      await simulate(schedules: 5) { world in
        let delay = Duration.milliseconds(starts.add())
        world.process("server") { _ in
          try await Task.sleep(for: delay)
        }
        try await world.afterHealing {}
      }
    }
    XCTAssertEqual(issues.all.count, 1)
    XCTAssertTrue(
      issues.all.first?.contains("Two runs under the seed 1 had different events") ?? false,
      "\(issues.all)"
    )
    XCTAssertTrue(issues.all.first?.contains("0.002 s: \"server\" ended") ?? false, "\(issues.all)")
  }

  private struct Reporter: IssueReporter {
    let body: @Sendable (ReportedIssue) -> Void
    func report(_ issue: ReportedIssue) { body(issue) }
  }

  // S928
  func testAStoreThatAFaultClosesDoesNotFailTheRun() async {
    await inWorld { world in
      let database = world.database("orders")
      let stores = Notes<StoreOf<Orders>>()
      for name in ["a", "b"] {
        world.process(name) { process in
          let store = try await Orders.open(in: database, process.configuration())
          stores.add(store)
          try await Task.sleep(for: .seconds(10))
          _ = try? await store.commit(.place(Order(client: 1, number: 1)))
        }
        try await Task.sleep(for: .seconds(1))
      }
      try await world.afterHealing {}
      XCTAssertEqual(stores.all.count, 2)
    }
  }
}
