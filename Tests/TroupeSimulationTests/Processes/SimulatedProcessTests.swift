// virtual time: simulations run everything in this file.
import Foundation
import Troupe
import TroupeSimulation
import XCTest

@testable import TroupeTesting

final class SimulatedProcessTests: WorldTestCase {
  // S911
  func testACrashedProcessRunsNoMoreJobs() async {
    await inWorld { world in
      let ticks = Tally()
      let process = world.process("clock") { _ in
        // Tasks without a relation to the body's task belong to the process, too.
        Task.detached {
          while true {
            ticks.add()
            try await Task.sleep(for: .seconds(1))
          }
        }
        try await Task.sleep(for: .seconds(1_000))
      }
      try await Task.sleep(for: .milliseconds(2_500))
      XCTAssertEqual(ticks.count, 3)
      process.crash(restarts: false)
      XCTAssertFalse(process.isRunning)
      try await Task.sleep(for: .seconds(10))
      XCTAssertEqual(ticks.count, 3)
    }
  }

  // S911
  func testAJobThatMakesItsProcessCrashContinuesUnseen() async {
    await inWorld { world in
      let disk = world.disk("disk")
      let steps = Notes<String>()
      let process = world.process("writer") { process in
        if process.startCount > 1 { return try await Task.sleep(for: .seconds(100)) }
        try disk.append([1], to: "/file")
        process.crash()
        steps.add("after the crash")
        XCTAssertThrowsError(try disk.append([2], to: "/file"))
        await Task.yield()
        steps.add("in another job")
      }
      try await Task.sleep(for: .seconds(10))
      XCTAssertEqual(steps.all, ["after the crash"])
      XCTAssertEqual(try disk.read("/file"), [1])
      XCTAssertEqual(process.startCount, 2)
    }
  }

  private enum CounterKey: DependencyKey {
    static var liveValue: Tally { Tally() }
    static var testValue: Tally { Tally() }
  }

  // S912
  func testEachStartHasNewDefaultsOfDependencies() async {
    await inWorld { world in
      let counts = Notes<Int>()
      let process = world.process("counter") { process in
        @Dependency(CounterKey.self) var tally
        @Dependency(\.context) var context
        XCTAssertEqual(context, .live)
        tally.add()
        counts.add(tally.add())
        try await Task.sleep(for: .seconds(100))
      }
      for _ in 0..<3 {
        try await Task.sleep(for: .seconds(5))
        process.crash()
      }
      try await Task.sleep(for: .seconds(5))
      XCTAssertEqual(counts.all, [2, 2, 2, 2])
      XCTAssertEqual(process.startCount, 4)
    }
  }

  // S912
  func testAProcessThatReturnsEndsAndOneThatThrowsStartsAgain() async {
    await inWorld { world in
      struct Refused: Error {}
      let returned = world.process("returns") { _ in }
      let failed = world.process("fails") { process in
        if process.startCount < 3 { throw Refused() }
        try await Task.sleep(for: .seconds(100))
      }
      try await Task.sleep(for: .seconds(20))
      XCTAssertFalse(returned.isRunning)
      XCTAssertEqual(returned.startCount, 1)
      XCTAssertTrue(failed.isRunning)
      XCTAssertEqual(failed.startCount, 3)
      returned.restart()
      try await Task.sleep(for: .seconds(1))
      XCTAssertEqual(returned.startCount, 2)
    }
  }

  // S913
  func testAPausedProcessContinuesAsIfNoTimeHadPassed() async {
    await inWorld { world in
      let times = Notes<Duration>()
      let process = world.process("clock") { _ in
        while true {
          times.add(world.now)
          try await Task.sleep(for: .seconds(1))
        }
      }
      try await Task.sleep(for: .milliseconds(1_500))
      process.pause(for: .seconds(10))
      XCTAssertTrue(process.isRunning)
      try await Task.sleep(for: .seconds(11))
      process.pause()
      try await Task.sleep(for: .seconds(5))
      process.resume()
      process.resume()
      try await Task.sleep(for: .milliseconds(600))
      let seconds = times.all.map { $0 / .seconds(1) }
      XCTAssertEqual(seconds, [0, 1, 11.5, 12.5 + 5])
    }
  }

  // S913
  func testAPausedProcessCanCrash() async {
    await inWorld { world in
      let ticks = Tally()
      let process = world.process("clock") { _ in
        ticks.add()
        try await Task.sleep(for: .seconds(1))
        ticks.add(100)
      }
      try await Task.sleep(for: .milliseconds(500))
      process.pause(for: .seconds(10))
      process.crash(restarts: false)
      process.resume()
      try await Task.sleep(for: .seconds(20))
      XCTAssertEqual(ticks.count, 1)
    }
  }

  // S914
  func testTerminatingEndsServingAndWaitsForHandlers() async {
    await inWorld { world in
      let events = Notes<String>()
      let process = world.process("server") { process in
        await process.serve("wait", Int.self) { number in
          try await Task.sleep(for: .seconds(2))
          events.add("handled \(number)")
          return number
        }
        events.add("served")
        try await Task.sleep(for: .seconds(1))
        events.add("shut down")
      }
      world.clients(1) { client in
        let first: Int = try await client.call("wait", on: process, 1)
        XCTAssertEqual(first, 1)
      }
      try await Task.sleep(for: .seconds(1))
      process.terminate()
      XCTAssertTrue(process.isTerminating)
      world.clients(1) { client in
        do {
          let _: Int = try await client.call("wait", on: process, 2)
          XCTFail("A process that ends accepted a call.")
        } catch CallError.refused {}
      }
      try await Task.sleep(for: .seconds(20))
      XCTAssertEqual(events.all, ["handled 1", "served", "shut down"])
      XCTAssertFalse(process.isRunning)
      XCTAssertEqual(process.startCount, 1)
    }
  }

  // S914
  func testAProcessThatDoesNotEndInItsGraceTimeCrashes() async {
    await inWorld { world in
      let ticks = Tally()
      let process = world.process("deaf") { _ in
        while true {
          ticks.add()
          try await Task.sleep(for: .seconds(1))
        }
      }
      try await Task.sleep(for: .milliseconds(1_500))
      process.terminate(grace: .seconds(3))
      try await Task.sleep(for: .seconds(20))
      XCTAssertFalse(process.isRunning)
      XCTAssertEqual(ticks.count, 5)
    }
  }

  // S915
  func testAProcessHasItsOwnDate() async {
    await inWorld(for: .seconds(30)) { world in
      let dates = Notes<TimeInterval>()
      let process = world.process("clock") { _ in
        while true {
          dates.add(Date().timeIntervalSinceReferenceDate)
          try await Task.sleep(for: .seconds(1))
        }
      }
      let start = Date().timeIntervalSinceReferenceDate
      try await Task.sleep(for: .milliseconds(500))
      process.moveDate(by: .seconds(-100))
      try await Task.sleep(for: .seconds(1))
      XCTAssertEqual(dates.all.map { ($0 - start).rounded() }, [0, -99])
      XCTAssertEqual((Date().timeIntervalSinceReferenceDate - start).rounded(), 2)
      world.heal()
      try await Task.sleep(for: .seconds(1))
      XCTAssertEqual(dates.all.map { ($0 - start).rounded() }, [0, -99, 2])
    }
  }

  // S915
  func testDriftChangesWhatAProcessMeasuresAndHowLongItSleeps() async throws {
    let scheduler = Scheduler(seed: 1, time: .automatic)
    let fast = scheduler.addProcess("fast", wallOffset: .seconds(5), drift: 0.25)
    try await scheduler.run {
      let start = scheduler.virtualTime
      let task = scheduler.inProcess(fast) {
        Task {
          let clock = ContinuousClock()
          let before = clock.now
          try await Task.sleep(for: .seconds(10))
          return (clock.now - before, scheduler.virtualTime - start)
        }
      }
      let (measured, real) = try await task.value
      XCTAssertEqual(measured / .seconds(1), 10, accuracy: 1e-6)
      XCTAssertEqual(real / .seconds(1), 8, accuracy: 1e-6)
      scheduler.correctClock(of: fast)
      let after = scheduler.inProcess(fast) {
        Task {
          let clock = ContinuousClock()
          let (before, start) = (clock.now, scheduler.virtualTime)
          try await Task.sleep(for: .seconds(10))
          return (clock.now - before, scheduler.virtualTime - start)
        }
      }
      let (later, laterReal) = try await after.value
      XCTAssertEqual(later, .seconds(10))
      XCTAssertEqual(laterReal, .seconds(10))
    }
  }

  // S922
  func testUnwindingEndsAllTasksAndReleasesTheirObjects() async {
    let references = Notes<WeakReference<Tally>>()
    await simulate(schedules: 20) { world in
      world.process("server") { process in
        let tally = Tally()
        references.add(WeakReference(tally))
        Task.detached {
          while !Task.isCancelled {
            tally.add()
            try await Task.sleep(for: .seconds(1))
          }
        }
        await process.serve("add", Int.self) { tally.add($0) }
      }
      world.faults = .all
      try await world.afterHealing {}
    }
    XCTAssertGreaterThan(references.all.count, 22)
    XCTAssertEqual(references.all.count { $0.object != nil }, 0)
  }

  // S922
  func testATaskThatNeverEndsIsNamed() async {
    let worlds = Notes<[String]>()
    let body = ExploredBody.simulation(
      of: { world in
        world.process("stuck") { _ in
          await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
        try await Task.sleep(for: .seconds(1))
      },
      for: .seconds(1),
      at: CallSite(),
      finished: { worlds.add($0.leftovers) }
    )
    let run = await body.run(seed: 0)
    XCTAssertTrue(run.failures.isEmpty)
    XCTAssertEqual(worlds.all.map(\.count), [1])
  }
}

/// A weak reference to an object.
final class WeakReference<Object: AnyObject & Sendable>: Sendable {
  private let reference: Locked<Weak>

  private struct Weak { weak var object: Object? }

  init(_ object: Object? = nil) { reference = Locked(Weak(object: object)) }

  var object: Object? { reference.withLock(\.object) }
}
