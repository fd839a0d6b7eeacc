import Troupe
import TroupeTesting

/// A process of a simulated world: everything that its body starts, such as stores, directories, actors,
/// tasks and timers.
///
/// A process starts when ``World/process(_:_:)`` creates it, and starts again after each crash. Its body then
/// runs from the beginning, with new default values of dependencies, like a program. The process ends when
/// its body returns or throws an error. If the body throws an error, the process also starts again.
public final class SimulatedProcess: Sendable {
  struct State {
    /// The scheduler's number of the running process; nil if the process isn't running.
    var run: Int?
    var runs = 0
    /// The scheduler's numbers of all runs.
    var allRuns: Set<Int> = []
    var isTerminating = false
    var services: [String: Service] = [:]
    /// The services of earlier runs. They are kept until the world ends, because a process that has ended
    /// runs no deinitializers.
    var formerServices: [[String: Service]] = []
    /// The requests that ``SimulatedProcess/serve()`` handles; nil if no requests are accepted.
    var arrivals: AsyncStream<@Sendable () async -> Void>.Continuation?
    /// The requests that have arrived and aren't answered.
    var unanswered: [Int: Unanswered] = [:]
    var lastRequest = 0
    /// The latest call to a disk or to the network, for messages.
    var lastCall = "its start"
  }

  /// The process's name.
  public let name: String
  let world: World
  let endpoint: Endpoint
  let state = Locked(State())
  private let body: @Sendable (SimulatedProcess) async throws -> Void
  private let starts: AsyncStream<Void>.Continuation

  init(_ name: String, in world: World, _ body: @escaping @Sendable (SimulatedProcess) async throws -> Void) {
    self.name = name
    self.world = world
    self.body = body
    endpoint = Endpoint(place: world.newPlace(), name: "\"\(name)\"")
    let (requests, starts) = AsyncStream<Void>.makeStream()
    self.starts = starts
    // The task has the task-local values of the test, and so have all tasks of the process.
    world.scheduler.inProcess(world.ownProcess) {
      _ = Task { [weak self] in for await _ in requests { self?.startNow() } }
    }
  }

  /// Whether the process is running. A paused process is running.
  public var isRunning: Bool { state.withLock { $0.run != nil } }

  /// The number of times that the process has started.
  public var startCount: Int { state.withLock { $0.runs } }

  /// Whether the process was asked to end. Calls are refused, and ``serve()`` returns.
  public var isTerminating: Bool { state.withLock { $0.isTerminating } }

  /// Returns a configuration for the process's stores, whose messages contain payloads.
  public func configuration<Action>(for action: Action.Type = Action.self) -> StoreConfiguration<Action> {
    var configuration = StoreConfiguration<Action>()
    configuration.showsPayloads = true
    return configuration
  }

  // MARK: Starting

  func start() { starts.yield() }

  private func startNow() {
    let world = world
    guard !world.hasEnded, state.withLock({ $0.run == nil }) else { return }
    let (offset, drift) = clockFault()
    let run = world.scheduler.addProcess(name, wallOffset: offset, drift: drift)
    let runs = state.withLock { state in
      state.run = run
      state.runs += 1
      state.allRuns.insert(run)
      state.isTerminating = false
      (state.services, state.arrivals, state.unanswered) = ([:], nil, [:])
      state.lastCall = "its start"
      return state.runs
    }
    world.state.withLock { $0.runs[run] = self }
    let (kind, again) = runs > 1 ? (EventKind.startedAgain, " again") : (.started, "")
    world.record(kind, of: endpoint) { "\"\(name)\" started\(again)" }
    if offset != .zero || drift != 0 {
      world.record(.wrongClock, of: endpoint) {
        let gain = Int(drift * 1_000)
        return
          "\"\(name)\" has a date that is off by \(offset.inSeconds), and a clock that gains \(gain) ms per second"
      }
    }
    world.scheduler.inProcess(run) {
      _ = Task { [self] in await perform(run) }
    }
  }

  private func perform(_ run: Int) async {
    do {
      try await withIssueReporters([ProcessReporter(reporters: world.reporters)]) { [self] in
        try await withFreshDependencies {
          try await withDependencies {
            $0.context = .live
          } operation: {
            try await body(self)
          }
        }
      }
      exit(run, because: nil)
    } catch {
      exit(run, because: error)
    }
  }

  /// Ends the process because its body has ended.
  private func exit(_ run: Int, because error: (any Error)?) {
    guard !world.hasEnded, state.withLock({ $0.run }) == run else { return }
    let wasAsked = isTerminating
    world.record(error == nil ? .ended : .failed, of: endpoint) {
      "\"\(name)\" ended\(error.map { " because of an error: \($0)" } ?? "")"
    }
    stop(run)
    if error != nil, !wasAsked { restartLater() }
  }

  func restartLater() {
    let delay = world.drawDuration(.restart, at: endpoint.place, from: .milliseconds(5), to: .seconds(3))
    world.after(delay) { [weak self] in self?.start() }
  }

  /// The error of the date and of the monotonic clock with which the process starts.
  private func clockFault() -> (offset: Duration, drift: Double) {
    guard world.choose(.clock, at: endpoint.place, factor: 40) > 0 else { return (.zero, 0) }
    var generator = world.draw(.extent, at: endpoint.place)
    let offset = Duration.milliseconds(Int.random(in: -60_000...60_000, using: &generator))
    return (offset, Double.random(in: -0.05...0.05, using: &generator))
  }

  // MARK: Ending

  /// Ends the process at once, as if its computer lost power: none of its jobs runs any more, its connections
  /// break, and its disks lose an arbitrary part of the changes that weren't synced. If world faults caused
  /// the crash, or if `restarts` is true, the process starts again after a short delay.
  ///
  /// - Parameter restarts: Whether the process starts again.
  public func crash(restarts: Bool = true) { crash("at once", restarts: restarts) }

  func crash(_ place: String, restarts: Bool = true) {
    guard let run = state.withLock({ $0.run }) else { return }
    let lastCall = state.withLock { $0.lastCall }
    world.record(.crashed, of: endpoint) { "\"\(name)\" crashed \(place), after \(lastCall)" }
    stop(run)
    if restarts { restartLater() }
  }

  private func stop(_ run: Int) {
    world.scheduler.endProcess(run)
    let (unanswered, runs) = state.withLock { state in
      state.run = nil
      state.formerServices.append(state.services)
      (state.services, state.arrivals) = ([:], nil)
      defer { state.unanswered = [:] }
      return (state.unanswered.sorted { $0.key < $1.key }.map(\.value), state.allRuns)
    }
    for disk in world.state.withLock({ $0.disks }) { disk.crash(of: runs) }
    for request in unanswered { request.reply(.failure(.reset)) }
  }

  /// Asks the process to end, like SIGTERM: calls are refused, and ``serve()`` returns when the running
  /// handlers have returned. If the process hasn't ended within the grace time, it crashes. The process
  /// doesn't start again until ``restart()`` is called.
  ///
  /// - Parameter grace: The virtual time that the process has to end.
  public func terminate(grace: Duration = .seconds(10)) {
    let (run, arrivals) = state.withLock { state in
      state.isTerminating = true
      defer { state.arrivals = nil }
      return (state.run, state.arrivals)
    }
    guard let run else { return }
    world.record(.terminated, of: endpoint) { "\"\(name)\" was asked to end" }
    arrivals?.finish()
    world.after(grace) { [weak self] in
      guard let self, state.withLock({ $0.run }) == run else { return }
      crash("because its grace time was over", restarts: false)
    }
  }

  /// Starts the process, if it isn't running.
  public func restart() { start() }

  // MARK: Pausing

  /// Stops the process for a virtual duration, like SIGSTOP. Messages arrive and timers end meanwhile, but
  /// the process notices them only afterwards.
  ///
  /// - Parameter duration: The duration; nil to stop the process until ``resume()`` is called.
  public func pause(for duration: Duration? = nil) {
    guard let run = state.withLock({ $0.run }) else { return }
    world.record(.paused, of: endpoint) {
      "\"\(name)\" stopped\(duration.map { " for \($0.inSeconds)" } ?? "") after \(state.withLock { $0.lastCall })"
    }
    world.scheduler.pauseProcess(run)
    if let duration {
      world.after(duration) { [weak self] in
        if let self, state.withLock({ $0.run }) == run { resume() }
      }
    }
  }

  /// Lets a stopped process continue.
  public func resume() {
    guard let run = state.withLock({ $0.run }), world.scheduler.isPaused(run) else { return }
    world.record(.resumed, of: endpoint) { "\"\(name)\" continues" }
    world.scheduler.resumeProcess(run)
  }

  /// Moves the process's date, like an administrator or a correction of the clock.
  ///
  /// - Parameter duration: The duration by which the date is advanced. It may be negative.
  public func moveDate(by duration: Duration) {
    guard let run = state.withLock({ $0.run }) else { return }
    world.record(.dateMoved, of: endpoint) { "the date of \"\(name)\" jumped by \(duration.inSeconds)" }
    world.scheduler.moveDate(of: run, by: duration)
  }

  func heal() {
    if let run = state.withLock({ $0.run }) { world.scheduler.correctClock(of: run) }
    resume()
    if state.withLock({ $0.run == nil && $0.runs > 0 && !$0.isTerminating }) { start() }
  }
}
