// virtual time: simulations run everything in this file.
import Synchronization
import TroupeSimulation
import TroupeTesting
import XCTest

/// The client of `TestingAWholeSystem.md` that tries again.
final class TestingAWholeSystemRetryTests: ExploringTestCase {
  private struct Booking: Codable, Hashable, Sendable {
    let client: Int
    let seat: Int
  }

  func testEachBookingHasOneEffect() async {
    @Sendable
    func book(_ booking: Booking, by client: SimulatedClient, on server: SimulatedProcess) async throws -> Int
    {
      var (attempts, unknown) = (0, CallError?.none)
      while true {
        do {
          return try await client.call("book", on: server, booking, timeLimit: .seconds(2))
        } catch let error as CallError {
          attempts += 1
          if !error.hadNoEffect { unknown = error }
          if attempts == 5 { throw unknown ?? error }
        }
        try await Task.sleep(for: .seconds(1))
      }
    }
    await simulate(schedules: 50) { world in
      let disk = world.disk("seats")
      let server = world.process("server") { process in
        let seats = Mutex(Set(try disk.read("/seats") ?? []))
        await process.serve("book", Booking.self) { booking in
          let byte = UInt8(booking.client * 16 + booking.seat)
          if seats.withLock({ $0.insert(byte).inserted }) { try disk.append([byte], to: "/seats") }
          return booking.seat
        }
      }
      let history = History<Booking, Int>()
      world.clients(2) { client in
        for seat in 1...10 {
          await history.record(Booking(client: client.number, seat: seat)) { booking in
            try await book(booking, by: client, on: server)
          }
          try await Task.sleep(for: .seconds(2))
        }
      }
      world.faults = [.crashes, .losses, .delays, .repetitions, .partitions]
      try await world.afterHealing {
        let bytes = try disk.read("/seats") ?? []
        let stored = bytes.map { Booking(client: Int($0) / 16, seat: Int($0) % 16) }
        history.check(.exactlyOnce(of: stored))
      }
    }
  }
}
