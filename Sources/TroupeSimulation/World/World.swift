import Troupe
import TroupeDurable
import TroupeTesting

/// A simulated world of processes, disks, databases, clients and the network between them.
///
/// ``simulate(schedules:for:realTimeLimit:workers:fileID:filePath:line:column:function:_:)`` creates a world
/// for each run. All times are virtual.
public final class World: Sendable {
  struct State {
    var faults: Faults = []
    /// The number of chosen points and drawn numbers, by kind and place.
    var counts: [FaultPoint: Int] = [:]
    /// The number of places, such as processes and connections.
    var places = 0
    var processes: [SimulatedProcess] = []
    /// The processes by the scheduler's numbers of their runs.
    var runs: [Int: SimulatedProcess] = [:]
    /// The endpoints of clients by the scheduler's numbers of their tasks.
    var endpoints: [Int: Endpoint] = [:]
    var clients: [SimulatedClient] = []
    var disks: [SimulatedDisk] = []
    var databases: [SimulatedDatabase] = []
    var invariants: [Invariant] = []
    var hash: UInt64 = 0
    /// The number of events.
    var events = 0
    var messageFormat: (any StateFormat)?
    var hasHealed = false
    /// Whether the faults that depend on the time have begun.
    var isDisturbing = false
    /// Whether the checks have ended, so that each call fails.
    var hasEnded = false
    /// The tasks that didn't end when the world was unwound.
    var leftovers: [String] = []
  }

  let scheduler: Scheduler
  /// The virtual time for which faults are injected.
  public let duration: Duration
  let location: CallSite
  let state = Locked(State())
  let network = Network()
  /// The number of the process that runs the world's own tasks, such as deliveries of messages.
  let ownProcess: Int
  /// The part of the world to which events of the world itself belong.
  let ownEndpoint = Endpoint(place: 0, name: "the world")
  /// The reporters of the test, for issues that the world's own tasks find.
  let reporters = IssueReporting.reporters

  init(on scheduler: Scheduler, for duration: Duration, at location: CallSite) {
    self.scheduler = scheduler
    self.duration = duration
    self.location = location
    ownProcess = scheduler.addProcess("the world")
  }

  /// The kinds of faults that the world injects from now on. By default, it injects none.
  ///
  /// Faults end when the duration has passed, or when ``heal()`` is called.
  public var faults: Faults {
    get { state.withLock { $0.faults } }
    set {
      let isFirst = state.withLock { state in
        state.faults = state.hasHealed ? [] : newValue
        defer { state.isDisturbing = state.isDisturbing || !state.faults.isEmpty }
        return !state.isDisturbing && !state.faults.isEmpty
      }
      if isFirst { disturb() }
    }
  }

  /// The virtual time since the world was created.
  public var now: Duration { scheduler.virtualTime }

  /// Whether all faults have ended.
  var hasHealed: Bool { state.withLock { $0.hasHealed } }

  /// Whether the run has ended, so that the world's calls fail.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  // MARK: Choices

  /// Returns a new place for the points of a part of the world.
  func newPlace() -> Int {
    state.withLock { state in
      state.places += 1
      return state.places
    }
  }

  /// Chooses whether a fault occurs now.
  ///
  /// - Parameters:
  ///   - kind: The kind of fault.
  ///   - place: The part of the world that the fault affects.
  ///   - count: The number of different faults.
  ///   - factor: A factor for the probability.
  /// - Returns: The number of the fault, starting with 1; 0 for no fault.
  func choose(_ kind: FaultKind, at place: Int, among count: Int = 1, factor: Double = 1) -> Int {
    let (isOn, number) = state.withLock { state in
      (state.faults.contains(Faults(kind)), state.count(kind.rawValue, place))
    }
    // The number advances even if the faults are off, so that a point's number doesn't depend on them.
    guard isOn else { return 0 }
    let point = FaultPoint(kind: kind.rawValue, place: place, number: number)
    return scheduler.chooseFault(
      at: point,
      probability: kind.probability * factor * scale(of: kind),
      among: count
    )
  }

  /// Returns a generator for numbers that aren't faults, such as latencies.
  func draw(_ kind: DrawKind, at place: Int) -> SeededGenerator {
    let number = state.withLock { $0.count(kind.rawValue, place) }
    return scheduler.generator(at: FaultPoint(kind: kind.rawValue, place: place, number: number))
  }

  /// Returns a random duration between two limits, which is more often short than long.
  func drawDuration(_ kind: DrawKind, at place: Int, from shortest: Duration, to longest: Duration)
    -> Duration
  {
    var generator = draw(kind, at: place)
    let part = Double.random(in: 0..<1, using: &generator)
    let nanoseconds = shortest.nanoseconds + Int64(Double((longest - shortest).nanoseconds) * part * part)
    return .nanoseconds(nanoseconds)
  }

  /// The factor by which this seed scales a kind's probability. Half of the kinds don't occur under a seed,
  /// because a rare combination of faults is otherwise hidden by more frequent faults: Groce et al., "Swarm
  /// testing", ISSTA 2012.
  private func scale(of kind: FaultKind) -> Double {
    let point = FaultPoint(kind: DrawKind.scale.rawValue, place: kind.rawValue, number: 0)
    var generator = scheduler.generator(at: point)
    return [0, 0, 0.3, 1, 1, 4][Int.random(in: 0..<6, using: &generator)]
  }

  // MARK: Time

  /// Calls a closure after a virtual duration, as part of the world and not of a process.
  func after(_ delay: Duration, _ body: @escaping @Sendable () -> Void) {
    scheduler.inProcess(ownProcess) {
      _ = Task.detached { [self] in
        // Only the end of the world cancels this task.
        do { try await Task.sleep(for: delay) } catch { return }
        if !hasEnded { body() }
      }
    }
  }

  // MARK: Events

  /// Records an event, and evaluates the invariants.
  ///
  /// - Parameters:
  ///   - kind: The kind of event.
  ///   - part: The part of the world to which the event belongs.
  ///   - number: A number that, together with the other parameters, identifies the event. It determines
  ///     ``eventHash``.
  ///   - text: The event's text.
  func record(_ kind: EventKind, of part: Endpoint, _ number: Int = 0, _ text: () -> String) {
    let time = now
    state.withLock { state in
      state.events += 1
      for number in [Int(time.nanoseconds), kind.rawValue, part.place, number] {
        state.hash = (state.hash ^ UInt64(bitPattern: Int64(number))) &* 0x100_0000_01B3
        state.hash ^= state.hash >> 29
      }
    }
    scheduler.recordEvent {
      RunEvent(time: time, lane: part.name, text: text(), isReported: kind.isReported)
    }
    checkInvariants()
  }

  /// A number that is computed from all events of the run. Two runs under the same seed have the same number.
  public var eventHash: UInt64 { state.withLock { $0.hash } }

  /// The number of events of the run so far: calls, saves and faults.
  public var eventCount: Int { state.withLock { $0.events } }

  /// Reports an issue, which fails the run.
  func report(_ message: String, at location: CallSite) {
    for reporter in reporters { reporter.report(ReportedIssue(message: message, location: location)) }
  }

  // MARK: The end

  /// Ends the world: each call fails, and all processes are unwound.
  func end() {
    let isFirst = state.withLock { state in
      defer { state.hasEnded = true }
      return !state.hasEnded
    }
    guard isFirst else { return }
    scheduler.ignoreLaterFailures()
    network.failAll()
    let leftovers = scheduler.unwindProcesses()
    let removed = state.withLock { state in
      state.leftovers = leftovers
      // The parts of the world refer to the world.
      defer {
        (state.processes, state.runs, state.clients, state.disks, state.databases) = ([], [:], [], [], [])
      }
      return (state.processes, state.runs, state.clients, state.disks, state.databases)
    }
    // The parts are released without the lock, because their deinitializers may run any code.
    withExtendedLifetime(removed) {}
  }

  /// The tasks that didn't end when the world was unwound.
  package var leftovers: [String] { state.withLock { $0.leftovers } }
}

extension World.State {
  /// Counts a point of a kind at a place, and returns its number.
  fileprivate mutating func count(_ kind: Int, _ place: Int) -> Int {
    let key = FaultPoint(kind: kind, place: place, number: 0)
    counts[key, default: 0] += 1
    return counts[key, default: 0]
  }
}

extension Duration {
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
