// virtual time: simulations run everything in this file.
import Troupe
import TroupeSimulation
import XCTest

@testable import TroupeTesting

final class StreamTests: WorldTestCase {
  // S926
  func testElementsArriveInOrderAndTheStreamEnds() async {
    await simulate(schedules: 15) { world in
      let server = world.process("server") { process in
        process.handleStream("count", Int.self, of: Int.self) { last, sender in
          for number in last + 1...20 { try await sender.send(number) }
        }
        await process.serve()
      }
      world.clients(2) { client in
        var received: [Int] = []
        for try await number in client.stream("count", on: server, 5, of: Int.self, timeLimit: .seconds(100))
        { received.append(number) }
        XCTAssertEqual(received, Array(6...20))
      }
      world.faults = [.delays, .clocks, .pauses]
      try await world.afterHealing {}
    }
  }

  // S926
  func testABrokenStreamContinuesAfterTheLastElement() async {
    let breaks = Tally()
    await simulate(schedules: 20) { world in
      let server = world.process("server") { process in
        process.handleStream("count", Int.self, of: Int.self) { last, sender in
          for number in last + 1...12 {
            try await sender.send(number)
            try await Task.sleep(for: .seconds(1))
          }
        }
        await process.serve()
      }
      world.clients(2) { client in
        var received: [Int] = []
        while received.last != 12 {
          do {
            for try await number in client.stream("count", on: server, received.last ?? 0, of: Int.self) {
              received.append(number)
            }
          } catch is CallError {
            breaks.add()
            try await Task.sleep(for: .milliseconds(200))
          }
        }
        XCTAssertEqual(received, Array(1...12))
      }
      world.faults = .all
      try await world.afterHealing {}
    }
    XCTAssertGreaterThan(breaks.count, 10)
  }

  // S926
  func testAClientThatStopsReadingClosesTheConnection() async {
    await inWorld { world in
      let sent = Tally()
      let errors = Notes<String>()
      let server = world.process("server") { process in
        process.handleStream("count", Int.self, of: Int.self) { _, sender in
          do {
            while true {
              try await sender.send(sent.add())
              try await Task.sleep(for: .seconds(1))
            }
          } catch {
            errors.add("\(error)")
          }
        }
        await process.serve()
      }
      world.clients(1) { client in
        for try await number in client.stream("count", on: server, 0, of: Int.self) where number == 3 {
          break
        }
        do {
          for try await _ in client.stream("unknown", on: server, 0, of: Int.self) {}
          XCTFail("An unknown stream was accepted.")
        } catch CallError.refused {}
      }
      try await Task.sleep(for: .seconds(20))
      XCTAssertEqual(errors.all, ["\(CallError.reset)"])
      XCTAssertEqual(sent.count, 4)
    }
  }
}
