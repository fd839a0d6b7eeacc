// virtual time: simulations run everything in this file.
import Foundation
import Troupe
import TroupeSimulation
import XCTest

@testable import TroupeTesting

final class SimulateTests: WorldTestCase {
  /// A server that counts, and clients that call it.
  private static func counting(_ world: World, faults: Faults) async throws -> (counts: [Int], starts: Int) {
    let answers = Locked<[Int]>([])
    let server = world.process("server") { process in
      let count = Locked(0)
      await process.serve("count", Int.self) { step in
        try await Task.sleep(for: .milliseconds(20))
        return count.withLock { count in
          count += step
          return count
        }
      }
    }
    world.clients(3) { client in
      for _ in 1...5 {
        do {
          let answer: Int = try await client.call("count", on: server, 1)
          answers.withLock { $0.append(answer) }
        } catch is CallError {
          try await Task.sleep(for: .seconds(1))
        }
      }
    }
    world.faults = faults
    try await world.afterHealing {}
    return (answers.withLock(\.self), server.startCount)
  }

  // S918, S919
  func testWithoutFaultsEachCallIsAnswered() async {
    await simulate(schedules: 20) { world in
      let (counts, starts) = try await Self.counting(world, faults: [])
      XCTAssertEqual(counts.sorted(), Array(1...15))
      XCTAssertEqual(starts, 1)
    }
  }

  // S911
  func testCrashesLoseWhatAProcessKeepsInMemory() async {
    let lost = Locked(0)
    let starts = Locked(0)
    await simulate(schedules: 40) { world in
      let (counts, count) = try await Self.counting(world, faults: .all)
      if counts.sorted() != Array(1...15) { lost.withLock { $0 += 1 } }
      starts.withLock { $0 += count }
      XCTAssertLessThanOrEqual(counts.count, 15)
    }
    XCTAssertGreaterThan(lost.withLock(\.self), 8)
    XCTAssertGreaterThan(starts.withLock(\.self), 45)
  }

  // S915
  func testAWaitForADateEnds() async {
    // A sleep is rounded down to nanoseconds, so the rest of a wait may be shorter than a nanosecond.
    await simulate(schedules: 10) { world in
      let done = Tally()
      for number in 1...3 {
        world.process("process \(number)") { _ in
          let end = Date.now.addingTimeInterval(Double(number) * 1.234_567_89)
          while case let rest = end.timeIntervalSinceNow, rest > 0 {
            try await Task.sleep(for: .seconds(min(rest, 1)))
          }
          done.add()
        }
      }
      world.faults = .clocks
      try await world.afterHealing {
        try await world.eventually("Each wait has ended.", within: .seconds(5)) { done.count >= 3 }
      }
    }
  }

  /// Returns a handler that holds an object, whose deinitializer changes an array.
  private static func handler(withReleased released: Tallied<[String]>) -> @Sendable (Int) async -> Int {
    let object = Released { released.change { $0.append("released") } }
    return { number in withExtendedLifetime(object) { number } }
  }

  // S911
  func testAProcessThatHasEndedRunsNoDeinitializers() async {
    await simulate(schedules: 20) { world in
      let released = Tallied<[String]>([])
      let server = world.process("server") { process in
        process.handle("use", Int.self, Self.handler(withReleased: released))
        await process.serve()
      }
      world.clients(1) { client in
        let _: Int = try await client.call("use", on: server, 1)
        server.crash()
      }
      try await world.afterHealing {
        XCTAssertEqual(released.value, [])
      }
    }
  }

  // S918
  func testTheSameSeedLeadsToTheSameEvents() async {
    let hashes = Notes<UInt64>()
    for _ in 0..<2 {
      let body = ExploredBody.simulation(
        of: { _ = try await Self.counting($0, faults: .all) },
        for: .seconds(60),
        at: CallSite(),
        finished: { hashes.add($0.eventHash) }
      )
      for seed in UInt64(0)..<30 { _ = await body.run(seed: seed) }
    }
    XCTAssertEqual(hashes.all.count, 60)
    XCTAssertEqual(Array(hashes.all[..<30]), Array(hashes.all[30...]))
    XCTAssertGreaterThan(Set(hashes.all).count, 25)
  }
}

/// An object that calls a closure when it is released.
private final class Released: Sendable {
  private let whenReleased: @Sendable () -> Void

  init(_ whenReleased: @escaping @Sendable () -> Void) { self.whenReleased = whenReleased }
  deinit { whenReleased() }
}
