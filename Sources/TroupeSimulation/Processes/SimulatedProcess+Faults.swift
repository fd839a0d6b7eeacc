import Troupe
import TroupeTesting

extension SimulatedProcess {
  /// Injects faults before a call of the process to a disk or to the network.
  ///
  /// - Parameters:
  ///   - run: The scheduler's number of the process that makes the call.
  ///   - text: Names the call, such as `the reply to the call "order" #4 of client 2`.
  /// - Returns: Whether the call may take effect. If it may not, the process has ended.
  func willCall(in run: Int, _ text: () -> String) -> Bool {
    guard state.withLock({ $0.run }) == run, !world.hasEnded else { return false }
    disturb { "before \(text())" }
    guard state.withLock({ $0.run }) == run else { return false }
    let name = world.scheduler.isReporting ? text() : ""
    state.withLock { $0.lastCall = name }
    world.record(.willCall, of: endpoint) { name }
    return true
  }

  /// Chooses whether the process crashes, stops, or gets another date.
  func disturb(factor: Double = 1, _ place: () -> String = { "between two calls" }) {
    guard isRunning else { return }
    if world.choose(.crash, at: endpoint.place, factor: factor) > 0 {
      return crash(place())
    }
    if world.choose(.pause, at: endpoint.place, factor: factor) > 0 {
      pause(for: world.drawDuration(.duration, at: endpoint.place, from: .milliseconds(50), to: .seconds(30)))
    }
    if world.choose(.clock, at: endpoint.place, factor: factor) > 0 {
      var generator = world.draw(.extent, at: endpoint.place)
      let limit = Bool.random(using: &generator) ? 2_000 : 7_200_000
      moveDate(by: .milliseconds(Int.random(in: -limit...limit, using: &generator)))
    }
  }
}

extension World {
  /// The process or the client whose code is running; the world itself for other code.
  var currentEndpoint: Endpoint {
    let run = scheduler.currentProcess
    return state.withLock { $0.runs[run]?.endpoint ?? $0.endpoints[run] } ?? ownEndpoint
  }

  /// The process whose code is running, and the scheduler's number of it; nil if the test, a client or the
  /// world is running.
  var currentProcess: (process: SimulatedProcess, run: Int)? {
    let run = scheduler.currentProcess
    guard run != 0, run != ownProcess else { return nil }
    return state.withLock { state in
      state.runs[run].map { ($0, run) }
    }
  }

  /// Adds a process, which starts at once and starts again after each crash.
  ///
  /// - Parameters:
  ///   - name: The process's name, for messages.
  ///   - body: The process's program. It is called each time that the process starts.
  /// - Returns: The process.
  @discardableResult
  public func process(
    _ name: String,
    _ body: @escaping @Sendable (SimulatedProcess) async throws -> Void
  ) -> SimulatedProcess {
    let process = SimulatedProcess(name, in: self, body)
    state.withLock { $0.processes.append(process) }
    process.start()
    return process
  }
}
