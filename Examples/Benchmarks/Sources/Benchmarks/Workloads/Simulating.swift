import Foundation
import Synchronization
import Troupe
import TroupeSimulation

/// B24: the cost of simulations, whose events are the same in each process.
enum Simulating {
  static var rows: [Row] {
    [
      Row(
        "B24 `simulate`, for one run of 60 seconds with all faults",
        // The allocations depend on the faults, and so on the number of seeds.
        isConcurrent: true,
        count: 100,
        shortCount: 20,
        prepare: comparedWithAnotherProcess,
        floor: nil,
        troupe: { _, count in
          await timed(count) { await simulate(schedules: count) { try await Shop.sell(in: $0) } }
        }
      ),
      // A round to warm up and three rounds make 10,000 runs.
      Row(
        "B24 memory that is in use after a run of `simulate`",
        unit: .bytes,
        aim: .bytes(200),
        isConcurrent: true,
        count: 2_500,
        shortCount: 100,
        floor: nil,
        troupe: { count in
          await held(count) { await simulate(schedules: count) { try await Shop.sell(in: $0) } }
        }
      ),
    ]
  }

  /// The argument with which the program prints the hashes of events.
  static let hashesArgument = "hashes"

  /// Returns a number for all events of each of some runs.
  static func hashes() async -> [String] {
    let hashes = Mutex<[String]>([])
    await simulate(schedules: 10) { world in
      try await Shop.sell(in: world)
      let hash = "\(world.eventHash)"
      hashes.withLock { $0.append(hash) }
    }
    return hashes.withLock { $0 }
  }

  /// Ends the program if the runs of another process have other events.
  private static func comparedWithAnotherProcess() async {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [hashesArgument]
    let output = Pipe()
    process.standardOutput = output
    do {
      try process.run()
      let printed = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      let own = await hashes()
      let other = String(decoding: printed, as: UTF8.self).split(separator: "\n").map(String.init)
      precondition(!own.isEmpty && own == other, "Two processes had other events under the same seeds.")
    } catch {
      preconditionFailure("Another process for simulations can't be run: \(error)")
    }
  }
}
