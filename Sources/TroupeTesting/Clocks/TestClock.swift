import Troupe
/// A clock whose time stands still until a test moves it.
///
/// A clock belongs to a ``Scheduler``: moving the time runs everything that is runnable first, then wakes
/// sleepers in the order of their deadlines, equal ones in the order in which they went to sleep, and lets
/// everything settle after each.
public final class TestClock: Clock, Sendable {
  /// A point in the time of a test clock, counted from its start.
  public struct Instant: InstantProtocol {
    /// The time since the clock's start.
    public let offset: Duration

    /// Makes an instant.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// The instant that much later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The time from this instant to another.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether one instant is before another.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private struct Sleeper {
    let id: Int
    let deadline: Instant
    let effect: EffectID?
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    var lastID = 0
    var sleepers: [Sleeper] = []
    /// Sleeps that were cancelled before they began.
    var cancelled: Set<Int> = []
  }

  private let scheduler: Scheduler
  private let state = Locked(State())

  /// Makes a clock that stands at zero.
  ///
  /// - Parameter scheduler: The scheduler on which those who sleep run.
  public init(scheduler: Scheduler) {
    self.scheduler = scheduler
    scheduler.state.withLock { $0.clocks.append(Scheduler.WeakClock(clock: self)) }
  }

  /// The time of the clock.
  public var now: Instant { state.withLock { $0.now } }

  /// The clock is exact.
  public var minimumResolution: Duration { .zero }

  /// Who sleeps, in the order in which they went to sleep: the effect of a store that a task belongs to, where it
  /// belongs to one, and until when.
  package var sleepers: [(effect: EffectID?, deadline: Instant)] {
    state.withLock { state in state.sleepers.map { ($0.effect, $0.deadline) } }
  }

  /// How many tasks sleep.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Sleeps until the clock has been moved to a deadline.
  ///
  /// It resumes at once when the deadline lies in the past; one that is exactly now waits for the clock to be
  /// moved, be it by zero. A cancelled sleep throws and is forgotten.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    if scheduler.isTraced { scheduler.nameCurrentTask() }
    let effect = CurrentEffect.id
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enum Start { case wake, cancel, sleep }
        let start: Start = state.withLock { state in
          if state.cancelled.remove(id) != nil { return .cancel }
          if deadline < state.now { return .wake }
          state.sleepers.append(
            Sleeper(id: id, deadline: deadline, effect: effect, continuation: continuation)
          )
          return .sleep
        }
        switch start {
        case .wake: continuation.resume()
        case .cancel: continuation.resume(throwing: CancellationError())
        case .sleep: break
        }
      }
    } onCancel: {
      let sleeper: Sleeper? = state.withLock { state in
        guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
    _ = state.withLock { $0.cancelled.remove(id) }
  }

  /// Moves the clock, and wakes those whose deadline comes.
  ///
  /// It resumes when the time is reached and everything has settled.
  ///
  /// - Parameter duration: How far to move it.
  public func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Moves the clock to an instant, and wakes those whose deadline comes.
  ///
  /// It resumes when the time is reached and everything has settled. The clock
  /// never goes back.
  ///
  /// - Parameter instant: The time to move it to.
  public func advance(to instant: Instant) async {
    await scheduler.settle()
    while let sleeper = nextSleeper(until: instant) {
      sleeper.continuation.resume()
      await scheduler.settle()
    }
    state.withLock { $0.now = max($0.now, instant) }
    await scheduler.settle()
  }

  /// Moves the clock from deadline to deadline until nobody sleeps.
  ///
  /// It resumes when everything has settled and nobody sleeps. Who sleeps again and again would keep it going for
  /// ever, so it gives up at a limit, and reports an issue. Cancelling has no influence.
  ///
  /// - Parameters:
  ///   - limit: How many deadlines it goes to at most.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The path of that file.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  public func run(
    deadlines limit: Int = 1_000,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await scheduler.settle()
    for _ in 0..<limit {
      guard let deadline = sleepers.map(\.deadline).min() else { return }
      await advance(to: deadline)
    }
    let count = sleeperCount
    guard count > 0 else { return }
    reportIssue(
      """
      Expected all sleeps to finish, but \(count) are still suspended after \(limit) deadlines, at \(now.offset).

      Most likely something sleeps in an endless loop, such as a timer. Cancel it first, or move the clock by \
      `advance(by:)`. When so many deadlines are right, say so: `run(deadlines:)`.
      """,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Makes sure that nobody sleeps.
  ///
  /// It lets everything settle first. Cancelling has no influence.
  ///
  /// - Throws: ``SuspensionError`` when somebody sleeps.
  public func checkSuspension() async throws {
    await scheduler.settle()
    let deadlines = sleepers.map(\.deadline).sorted()
    guard deadlines.isEmpty else { throw SuspensionError(now: now, deadlines: deadlines) }
  }

  /// Takes the sleeper whose deadline comes first, and moves the clock there.
  private func nextSleeper(until instant: Instant) -> Sleeper? {
    state.withLock { state in
      let due = state.sleepers.indices.filter { state.sleepers[$0].deadline <= instant }
      guard let first = due.min(by: { state.sleepers[$0].deadline < state.sleepers[$1].deadline }) else {
        return nil
      }
      let sleeper = state.sleepers.remove(at: first)
      state.now = max(state.now, sleeper.deadline)
      return sleeper
    }
  }
}
