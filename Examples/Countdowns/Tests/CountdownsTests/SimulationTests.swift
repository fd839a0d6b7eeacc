// virtual time: simulations run everything in this file.
import Synchronization
import Troupe
import TroupeDurable
import TroupeSimulation
import TroupeTesting
import XCTest

@testable import Countdowns

/// Programs on one simulated disk that crash while countdowns are added and ring.
final class SimulationTests: ExploringTestCase {
  /// What occurred in the runs of a test. `KillTests` sees the same kinds of outcomes.
  private struct Outcomes {
    var runs = 0
    var acknowledged = 0
    var rangOnce = 0
    var rangAgain = 0
    /// Countdowns that are saved, although their program crashed before it said so.
    var savedUnsaid = 0
    var restarts = 0
  }

  /// The lines of the programs on one disk.
  private struct Lines {
    var keys: [String] = []
    var said: [String] = []
    var attempts = 0
  }

  private func run(runners: Int, function: StaticString = #function) async {
    let outcomes = Mutex(Outcomes())
    await simulate(schedules: 20, function: function) { world in
      let lines = Mutex(Lines())
      let disk = world.disk("countdowns")
      // A storage belongs to a run of a process.
      let folder = { @Sendable in CountdownFolder(path: "countdowns", storage: disk.storage) }
      let programs = (1...runners).map { number in
        world.process("run \(number)") { _ in
          let tell = { @Sendable line in lines.withLock { $0.said.append(line) } }
          let alarms = AlarmClock(folder: folder(), interval: .seconds(1), tell: tell) { _ in }
          try await alarms.run()
        }
      }
      let add = world.process("add") { _ in
        while true {
          let attempt = lines.withLock { lines in
            lines.attempts += 1
            return lines.attempts
          }
          if attempt > 15 { return }
          do {
            let key = try await folder().start("tea \(attempt)", lasting: .seconds(attempt % 4))
            lines.withLock { $0.keys.append(key.text) }
          } catch let error as CountdownsError where error.code == .folderUnusable {
            // The user sees that the countdown may not have started.
          }
          try await Task.sleep(for: .seconds(2))
        }
      }
      // A date that jumps by hours would make each run as long.
      world.faults = Faults.all.subtracting(.clocks)
      try await world.afterHealing {
        try await world.eventually("All countdowns are added.", within: .seconds(60)) {
          lines.withLock { $0.attempts > 15 } && !add.isRunning
        }
        try await world.eventually("All alarms have rung.", within: .seconds(60)) {
          try await folder().pendingKeys().isEmpty
        }
        // What a program says about a saved turn follows the save.
        try await Task.sleep(for: .seconds(1))
        let (keys, said) = lines.withLock { ($0.keys, $0.said) }
        var history = History()
        try await history.note(added: keys, in: folder())
        // Of several programs, one may still ring for a countdown that another one has just taken over.
        let ordered =
          runners == 1 ? said : said.filter { $0.hasPrefix("rang") } + said.filter { !$0.hasPrefix("rang") }
        try await history.note(run: ordered, in: folder())
        try await history.checkAll(in: folder())
        let restarts = ([add] + programs).reduce(0) { $0 + $1.startCount - 1 }
        outcomes.withLock { outcomes in
          outcomes.runs += 1
          outcomes.acknowledged += keys.count
          outcomes.rangOnce += history.rings.count { $0.value == 1 }
          outcomes.rangAgain += history.rings.count { $0.value > 1 }
          outcomes.savedUnsaid += Set(history.rings.keys).subtracting(keys).count
          outcomes.restarts += restarts
        }
      }
    }
    let all = outcomes.withLock { $0 }
    XCTAssertGreaterThanOrEqual(all.runs, 20)
    XCTAssertGreaterThan(all.acknowledged, 3 * all.runs, "\(all)")
    XCTAssertGreaterThan(all.rangOnce, 0, "\(all)")
    XCTAssertGreaterThan(all.rangAgain, 0, "\(all)")
    XCTAssertGreaterThan(all.savedUnsaid, 0, "\(all)")
    XCTAssertGreaterThan(all.restarts, all.runs / 2, "\(all)")
  }

  func testCrashesForgetNoAlarm() async { await run(runners: 1) }

  func testTwoProgramsMarkEachAlarmOnce() async { await run(runners: 2) }
}
