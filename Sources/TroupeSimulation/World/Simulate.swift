import Troupe
import TroupeTesting

/// Runs a simulated system under many schedules, with faults that each seed determines, to find a schedule
/// under which the system fails.
///
/// The body builds a world of processes, disks, databases and clients, and checks what the system did. All
/// code that the body starts runs on a deterministic scheduler with virtual time: tasks, actors, sleeps and
/// third-party code need no changes. Waiting for an hour takes no time.
///
/// ```swift
/// await simulate(schedules: 200, for: .seconds(60)) { world in
///   let disk = world.disk("seats")
///   let server = world.process("server") { try await SeatServer(disk: disk).run(in: $0) }
///   let history = History<Booking, Int>()
///   world.clients(2) { client in
///     for seat in 1...10 {
///       await history.record(Booking(client: client.number, seat: seat)) { booking in
///         try await client.call("book", on: server, booking)
///       }
///       try await Task.sleep(for: .seconds(2))
///     }
///   }
///   world.faults = .crashes
///   try await world.afterHealing {
///     let booked = history.calls.count { $0.output != nil }
///     let stored = try disk.read("/seats")?.count ?? 0
///     XCTAssertGreaterThanOrEqual(stored, booked)
///   }
/// }
/// ```
///
/// The first run has no faults, and its order is first in, first out. In each other run, the seed determines
/// the order of the jobs, the latencies and the faults. Each seed injects only some kinds of faults. A run
/// fails if an issue is reported, an assertion fails, or the body throws an error. After a failed run, no
/// other seeds are tried. Instead, the function searches for a failing run with as few faults as possible,
/// and reports that run's failures, and its faults with their virtual times.
///
/// `TROUPE_SEED=7 swift test --filter …` runs the body only under the seed 7, and `TROUPE_SEEDS` overrides
/// the number of schedules. In XCTest, derive the test case from `ExploringTestCase`.
///
/// The body must create everything that it uses. Static variables are shared by all processes and runs, and
/// survive crashes. The function resumes when all runs have ended, or when it has reported a failed run.
/// Cancelling the calling task cancels the run. If the platform can't capture all tasks
/// (`Scheduler.capturesAllTasks` is false), the function reports an issue and runs nothing.
///
/// - Parameters:
///   - schedules: The number of schedules to try.
///   - duration: The virtual time for which faults are injected.
///   - realTimeLimit: The maximum real time for which a run waits for work outside the scheduler.
///   - workers: The number of processes of the operating system that try the schedules. After 2,500
///     schedules, another process replaces a process. With one worker, the test's process tries all of them.
///   - fileID: The file of the issue that describes how to repeat a failure.
///   - filePath: The file's path.
///   - line: The line of that issue.
///   - column: The column of that issue.
///   - function: The test's name, for the command that reproduces a failure.
///   - body: The operation to run.
public nonisolated(nonsending) func simulate(
  schedules: Int = 100,
  for duration: Duration = .seconds(60),
  realTimeLimit: Duration = .seconds(10),
  workers: Int = 1,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  function: StaticString = #function,
  _ body: nonisolated(nonsending) @escaping (World) async throws -> Void
) async {
  let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  guard Scheduler.capturesAllTasks else {
    return reportIssue(
      """
      `simulate` needs a scheduler that runs all tasks, which this process doesn't have (`Scheduler.capturesAllTasks` is \
      false). Run the test on Linux with Swift 6.3, with an environment in which schedulers capture tasks.
      """,
      at: location
    )
  }
  let explored = ExploredBody.simulation(of: body, for: duration, realTimeLimit: realTimeLimit, at: location)
  await Exploration.run(
    explored,
    schedules: schedules,
    workers: workers,
    function: function,
    kind: .simulation
  )
}

extension ExploredBody {
  /// Returns a body that creates a world, runs a simulation in it, and unwinds the world's processes.
  package static func simulation(
    of body: nonisolated(nonsending) @escaping (World) async throws -> Void,
    for duration: Duration,
    realTimeLimit: Duration = .seconds(10),
    at location: CallSite,
    finished: @escaping @Sendable (World) -> Void = { _ in }
  ) -> ExploredBody {
    ExploredBody(realTimeLimit: realTimeLimit, time: .automatic, location: location) { scheduler in
      let world = World(on: scheduler, for: duration, at: location)
      do {
        try await body(world)
      } catch {
        world.end()
        finished(world)
        throw error
      }
      world.end()
      finished(world)
    }
  }
}
