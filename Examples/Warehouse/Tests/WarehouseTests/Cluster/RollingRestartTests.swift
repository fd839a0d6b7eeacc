import Foundation
import PostgresTesting
import Synchronization
import XCTest

/// Two programs on a database, which are drained and killed under load.
final class RollingRestartTests: XCTestCase {
  private static let warehouses = (0..<6).map { "w\($0)" }

  private func start(_ database: String) async throws -> Program {
    try await Program(
      "--database",
      database,
      "--lease",
      "2",
      "--edit-time",
      "4",
      "--requests-per-second",
      "0"
    )
  }

  private static func path(_ warehouse: String, _ rest: String = "") -> String {
    "/api/warehouses/\(warehouse)/items\(rest)"
  }

  /// How often an operation is tried that needs the end of a lease, with pauses that together take far longer
  /// than two leases.
  private static let attempts = 1_000

  /// Sends an order until it is acknowledged, by whichever program answers.
  private static func order(_ warehouse: String, key: String, of programs: Programs) async throws {
    var last = "Nobody listens."
    for _ in 0..<attempts {
      let program = await programs.next()
      let answer = try? await program.request(
        "POST \(path(warehouse, "/1/order"))",
        #"{"quantity":1,"key":"\#(key)"}"#
      )
      if let answer, answer.hasPrefix("HTTP/1.1 200 "), answer.hasSuffix("}") { return }
      if let answer, answer.hasPrefix("HTTP/1.1 4") { throw Unexpected(text: answer) }
      last = answer ?? last
      // real time: it does as Retry-After says, only sooner.
      try await Task.sleep(for: .milliseconds(50))
    }
    throw Unexpected(text: "\(attempts) attempts to order of \(warehouse), and at last: \(last)")
  }

  private struct Unexpected: Error { let text: String }

  /// The running programs; each request goes to another one.
  private actor Programs {
    private var programs: [Program]
    private var turn = 0

    init(_ programs: [Program]) { self.programs = programs }

    func next() -> Program {
      turn += 1
      return programs[turn % programs.count]
    }

    func replace(_ index: Int, by program: Program) { programs[index] = program }
    subscript(index: Int) -> Program { programs[index] }
  }

  /// Counts acknowledgements, for a task that waits for a number of them.
  private actor Counter {
    private(set) var counts: [String: Int] = [:]
    private var total = 0
    private var waiting: [(total: Int, resume: CheckedContinuation<Void, any Error>)] = []
    private var failure: (any Error)?

    func add(_ warehouse: String) {
      counts[warehouse, default: 0] += 1
      total += 1
      for waiter in waiting where waiter.total <= total { waiter.resume.resume() }
      waiting.removeAll { $0.total <= total }
    }

    /// Records that a sender of orders has stopped.
    func fail(_ error: any Error) {
      failure = error
      for waiter in waiting { waiter.resume.resume(throwing: error) }
      waiting = []
    }

    /// Waits for this many more.
    func more(_ count: Int) async throws {
      if let failure { throw failure }
      try await withCheckedThrowingContinuation { waiting.append((total + count, $0)) }
    }
  }

  func testNothingIsLostAndNothingDoneTwice() async throws {
    let database = try await PostgresServer.shared.value.makeDatabase()
    let programs = Programs([try await start(database), try await start(database)])
    for warehouse in Self.warehouses {
      let program = await programs.next()
      _ = try await program.request("PUT /api/warehouses/\(warehouse)")
      let draft = #"{"name":"Bolts","status":"inStock","quantity":1000000}"#
      let answer = try await program.request("POST \(Self.path(warehouse))", draft)
      XCTAssertTrue(answer.hasPrefix("HTTP/1.1 201 "), answer)
    }
    let counter = Counter()
    try await withThrowingTaskGroup(of: Void.self) { group in
      let isOver = Flag()
      // Also for senders that continue when another one has failed.
      defer { isOver.set() }
      for (client, warehouse) in Self.warehouses.enumerated() {
        group.addTask {
          var number = 0
          do {
            while !isOver.isSet {
              try await Self.order(warehouse, key: "\(client)-\(number)", of: programs)
              number += 1
              await counter.add(warehouse)
            }
          } catch {
            await counter.fail(error)
            throw error
          }
        }
      }
      // One after another is drained and restarted, while the other one answers.
      for index in [0, 1] {
        try await counter.more(60)
        let program = await programs[index]
        program.signal(SIGTERM)
        let end = await program.end()
        XCTAssertEqual(end.status, 0)
        await programs.replace(index, by: try await start(database))
      }
      // One is killed, and the other one takes its warehouses over when the lease has expired.
      try await counter.more(60)
      let program = await programs[0]
      program.signal(SIGKILL)
      _ = await program.end()
      try await counter.more(60)
      await programs.replace(0, by: try await start(database))
      try await counter.more(60)
      isOver.set()
      try await group.waitForAll()
    }
    let counts = await counter.counts
    for warehouse in Self.warehouses {
      for index in [0, 1] {
        let answer = try await programs[index].request("GET \(Self.path(warehouse, "/1"))")
        let ordered = answer.firstMatch(of: /"ordered":(\d+)/).flatMap { Int($0.1) }
        XCTAssertEqual(ordered, counts[warehouse], "\(warehouse): \(answer)")
      }
    }
    for index in [0, 1] {
      await programs[index].signal(SIGTERM)
      let end = await programs[index].end()
      XCTAssertEqual(end.status, 0)
    }
  }

  func testTheTimeForAnEditEndsOnTheOtherNode() async throws {
    let database = try await PostgresServer.shared.value.makeDatabase()
    let (a, b) = (try await start(database), try await start(database))
    _ = try await a.request("PUT /api/warehouses/north")
    _ = try await a.request("POST \(Self.path("north"))", #"{"name":"Bolts","status":"outOfStock"}"#)
    let edit = try await a.request("POST \(Self.path("north", "/1/edit"))")
    let end = try XCTUnwrap(edit.firstMatch(of: /"editedUntil":"([^"]+)"/), edit).1
    a.signal(SIGKILL)
    _ = await a.end()
    // No client asks for it: the other node opens it when it is due.
    var (report, attempts) = ("", 0)
    while !report.contains(#""moves":1"#) {
      attempts += 1
      guard attempts <= Self.attempts else { return XCTFail("Nobody opens it: \(report)") }
      // real time: the programs have the clock of the system, and the edit ends by that.
      try await Task.sleep(for: .milliseconds(50))
      report = try await b.request("GET /cluster")
    }
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let date = try Date(String(end), strategy: style)
    // real time: not before the time, and as late as a busy machine makes it, which looks once a second.
    let now = Date.now
    XCTAssertGreaterThanOrEqual(now, date)
    XCTAssertLessThan(now, date.addingTimeInterval(8))
    let stream = try Connection(port: b.port)
    stream.send("GET /api/warehouses/north/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    _ = await stream.read(until: "retry:")
    let again = try await b.request("POST \(Self.path("north", "/1/edit"))")
    XCTAssertTrue(again.hasPrefix("HTTP/1.1 201 "), again)
    b.signal(SIGTERM)
    let (status, _) = await b.end()
    XCTAssertEqual(status, 0)
  }

  func testWhoWasPausedForLongerThanItsLeaseJoinsAnew() async throws {
    let database = try await PostgresServer.shared.value.makeDatabase()
    let (a, b) = (try await start(database), try await start(database))
    _ = try await a.request("PUT /api/warehouses/north")
    _ = try await a.request(
      "POST \(Self.path("north"))",
      #"{"name":"Bolts","status":"inStock","quantity":9}"#
    )
    a.signal(SIGSTOP)
    let programs = Programs([b])
    try await Self.order("north", key: "1", of: programs)
    a.signal(SIGCONT)
    // It forwards the order to its new home, when it has a lease again.
    try await Self.order("north", key: "2", of: Programs([a]))
    let answer = try await b.request("GET \(Self.path("north", "/1"))")
    XCTAssertTrue(answer.contains(#""ordered":2"#), answer)
    let ready = try await a.request("GET /readyz")
    XCTAssertTrue(ready.hasPrefix("HTTP/1.1 200 "), ready)
    for program in [a, b] {
      program.signal(SIGTERM)
      let (status, _) = await program.end()
      XCTAssertEqual(status, 0)
    }
  }
}

/// A condition that holds from some time on.
private final class Flag: Sendable {
  private let value = Atomic(false)
  var isSet: Bool { value.load(ordering: .acquiring) }
  func set() { value.store(true, ordering: .releasing) }
}
