// virtual time: simulations run everything in this file.
import Foundation
import Troupe
import TroupeDurable
import TroupeSimulation
import XCTest

@testable import TroupeTesting

/// What a simulation costs, and that it is the same in each process of the operating system. `.ci/soak` runs
/// these tests with `TROUPE_SIMULATIONS`, the number of runs.
final class SimulationCostTests: WorldTestCase {
  /// A server whose store is on a disk, with all faults, for 60 seconds, and three clients with 20 calls
  /// each.
  private static func orders(finished: @escaping @Sendable (World) -> Void = { _ in }) -> ExploredBody {
    ExploredBody.simulation(
      of: { world in
        let disk = world.disk("orders")
        let server = world.process("server") { process in
          let orders = try await Orders.open(in: disk.storage, process.configuration())
          await process.serve("order", Order.self) { order in
            try await orders.commit(.place(order))
            return order.number
          }
        }
        let history = History<Order, Int>()
        world.clients(3) { client in
          for number in 1...20 {
            let order = Order(client: client.number, number: number)
            await history.record(order) { try await client.call("order", on: server, $0) }
            try await Task.sleep(for: .seconds(2))
          }
        }
        world.faults = .all
        try await world.afterHealing {
          history.check(.exactlyOnce(of: try await Orders.placed(in: disk.storage)))
        }
      },
      for: .seconds(60),
      at: CallSite(),
      finished: finished
    )
  }

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }

  // S922
  func testMemoryStaysConstant() async throws {
    let runs = UInt64(Self.number("TROUPE_SIMULATIONS") ?? 20)
    let leftovers = Tally()
    let body = Self.orders { leftovers.add($0.leftovers.count) }
    let start = DispatchTime.now().uptimeNanoseconds  // not a wait: the time is only printed.
    var early = 0
    for seed in 0..<runs {
      let run = await body.run(seed: seed)
      for failure in run.failures { failure.record(at: CallSite()) }
      if seed == runs / 5 { early = try Self.residentPages() }
    }
    let growth = try (Self.residentPages() - early) * 4_096
    let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9  // not a wait: as above.
    printFigures(
      "\(runs) simulations took \(seconds) s; memory grew by \(growth) bytes after the first fifth."
    )
    XCTAssertEqual(leftovers.count, 0)
    if runs >= 1_000 { XCTAssertLessThan(growth / Int(runs), 2_000) }
  }

  private static func residentPages() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return try XCTUnwrap(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
  }

  // MARK: Other processes

  private static func hashes() async -> [String] {
    let hashes = Notes<String>()
    let body = orders { hashes.add("\($0.eventHash)") }
    for seed in UInt64(0)..<5 { _ = await body.run(seed: seed) }
    return hashes.all
  }

  /// Writes the hashes of some runs to a file, for the test below.
  func testHashesForAnotherProcess() async throws {
    guard let path = ProcessInfo.processInfo.environment["TROUPE_HASHES"] else { return }
    try await Self.hashes().joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
  }

  // S918
  func testTheSameSeedLeadsToTheSameEventsInAnotherProcess() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "hashes-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = ["TroupeSimulationTests.SimulationCostTests/testHashesForAnotherProcess"]
    process.environment = ProcessInfo.processInfo.environment.merging(["TROUPE_HASHES": path]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let own = await Self.hashes()
    process.waitUntilExit()
    XCTAssertEqual(process.terminationStatus, 0)
    let other = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    XCTAssertEqual(own.count, 5)
    XCTAssertEqual(own, other)
  }
}
