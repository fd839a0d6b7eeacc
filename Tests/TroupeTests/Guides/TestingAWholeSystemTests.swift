// virtual time: simulations run everything in this file.
import Synchronization
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeSimulation
import XCTest

@testable import TroupeTesting

/// The samples of `TestingAWholeSystem.md`.
final class TestingAWholeSystemTests: ExploringTestCase {
  struct Booking: Codable, Hashable, Sendable {
    let client: Int
    let seat: Int
  }

  /// The first simulation, which expects that the simulation fails.
  final class WithAMistake: Sendable {
    struct SeatServer: Sendable {
      let disk: SimulatedDisk

      func run(in process: SimulatedProcess) async throws {
        let taken = Mutex(try disk.read("/seats")?.count ?? 0)
        await process.serve("book", Booking.self) { booking in
          let number = taken.withLock { taken in
            taken += 1
            return taken
          }
          try disk.append([UInt8(booking.client)], to: "/seats", syncs: false)
          return number
        }
      }
    }

    let message = Locked("")

    func simulate(
      schedules: UInt64,
      for duration: Duration,
      _ body: @escaping @Sendable (World) async throws -> Void
    ) async {
      let explored = ExploredBody.simulation(of: { try await body($0) }, for: duration, at: CallSite())
      let exploration = Exploration(
        seeds: 0..<schedules,
        function: "testNoBookingIsLost()",
        kind: .simulation
      )
      let failure = await exploration.findFailure(explored)
      message.withLock { $0 = failure?.message ?? "" }
    }

    func testNoBookingIsLost() async {
      await simulate(schedules: 200, for: .seconds(60)) { world in
        let disk = world.disk("seats")
        let server = world.process("server") { try await SeatServer(disk: disk).run(in: $0) }
        let history = History<Booking, Int>()
        world.clients(2) { client in
          for seat in 1...10 {
            await history.record(Booking(client: client.number, seat: seat)) { booking in
              try await client.call("book", on: server, booking)
            }
            try await Task.sleep(for: .seconds(2))
          }
        }
        world.faults = .crashes
        try await world.afterHealing {
          let booked = history.calls.count { $0.output != nil }
          let stored = try disk.read("/seats")?.count ?? 0
          XCTAssertGreaterThanOrEqual(stored, booked)
        }
      }
    }
  }

  func testTheMistakeIsFound() async {
    let sample = WithAMistake()
    await sample.testNoBookingIsLost()
    let message = sample.message.withLock(\.self)
    let lines = message.split(separator: "\n").filter { $0.hasPrefix("  ") }
    XCTAssertTrue(message.contains("The simplest failing run has 1 fault (found in "), message)
    XCTAssertEqual(lines.count, 3, message)
    XCTAssertTrue(lines.first?.contains("s: \"server\" crashed ") ?? false, message)
  }

  func testTheParts() async {
    await simulate(schedules: 5) { world in
      world.messageFormat = JSONFormat()
      let server = world.process("server") { process in
        let count = Mutex(0)
        process.handle("add", Int.self) { number in
          count.withLock { count in
            count += number
            return count
          }
        }
        process.handleStream("numbers", Int.self, of: Int.self) { last, sender in
          for number in last + 1...last + 3 { try await sender.send(number) }
        }
        await process.serve()
        // The process was asked to end. Close files and stores here.
      }
      world.clients(1) { client in
        var numbers: [Int] = []
        let sum: Int = try await client.call("add", on: server, 5, timeLimit: .seconds(2))
        for try await number in client.stream("numbers", on: server, sum, of: Int.self) {
          numbers.append(number)
        }
        XCTAssertEqual(numbers, [6, 7, 8])
      }
      try await world.afterHealing {}
      server.terminate()
      try await world.eventually("The server has ended.", within: .seconds(1)) { !server.isRunning }
    }
  }

  @Reducer
  struct Orders {
    struct State: Codable, Sendable { var open: [Int] = [] }
    enum Action: Sendable { case ordered(Int) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .ordered(let number):
          if !state.open.contains(number) { state.open.append(number) }
          return .none
        }
      }
    }
  }

  func testAStoreOnADisk() async {
    await simulate(schedules: 10) { world in
      let disk = world.disk("orders")
      let server = world.process("server") { process in
        let orders = try await Store(
          initialState: Orders.State(),
          storage: disk.storage,
          key: "orders",
          codec: StateCodec(format: JSONFormat()),
          configuration: process.configuration()
        ) {
          Orders()
        }
        await process.serve("order", Int.self) { number in
          try await orders.commit(.ordered(number))
          return number
        }
      }
      let history = History<Int, Int>()
      world.clients(2) { client in
        for number in 1...5 {
          await history.record(client.number * 100 + number) {
            try await client.call("order", on: server, $0)
          }
          try await Task.sleep(for: .seconds(3))
        }
      }
      world.faults = .all
      try await world.afterHealing {
        let value = try await disk.storage.load("orders")
        let codec = StateCodec<Orders.State>(format: JSONFormat())
        let stored = try value.map { try codec.decode($0.bytes).open } ?? []
        history.check(.exactlyOnce(of: stored))
      }
    }
  }

  private enum Register: Sendable {
    case read
    case write(Int)
  }

  func testARegister() async {
    await simulate(schedules: 10) { world in
      let register = world.process("register") { process in
        let value = Locked(0)
        process.handle("read", Int.self) { _ in value.withLock(\.self) }
        process.handle("write", Int.self) { new in
          value.withLock { value in
            value = new
            return new
          }
        }
        await process.serve()
      }
      let history = History<Register, Int>()
      world.clients(3) { client in
        for number in 1...5 {
          if client.number == 1 {
            await history.record(.write(number)) { _ in try await client.call("write", on: register, number) }
          } else {
            await history.record(.read) { _ in try await client.call("read", on: register, 0) }
          }
        }
      }
      world.faults = [.delays, .losses]
      try await world.afterHealing {
        history.check(
          .linearizable(initial: 0) { value, call in
            if case .write(let new) = call { value = new }
            return value
          }
        )
      }
    }
  }

  private final class Seats: Sendable {
    let isConsistent = true
    let areConfirmed = true
  }

  func testInvariants() async {
    await simulate(schedules: 2) { world in
      let seats = Seats()
      world.always("No seat is sold twice.") { seats.isConsistent }
      try await world.eventually("All bookings are confirmed.", within: .seconds(30)) { seats.areConfirmed }
    }
  }
}
