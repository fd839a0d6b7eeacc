import Synchronization
import Troupe

/// A clock whose time stands still until a test advances it.
///
/// A clock belongs to a ``Scheduler``: the one that it is created for, or else the one that uses it first.
/// Advancing it first runs everything that is runnable. Then it wakes
/// the sleeping tasks in the order of their deadlines, those with equal deadlines in the order in which they
/// began to sleep. After each, everything settles before the next one wakes.
public final class TestClock: Clock, Sendable {
  /// An instant of a test clock, relative to its start.
  public struct Instant: InstantProtocol {
    /// The time since the clock's start.
    public let offset: Duration

    /// Creates an instant.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// Returns this instant plus a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the duration until another instant.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Returns whether one instant is earlier than another.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  /// A sleeping task.
  package struct Sleeper {
    /// The effect to which the task belongs; nil if it belongs to no effect.
    package let effect: EffectID?
    /// The identity of the effect's store.
    package let isolation: ObjectIdentifier?
    package let deadline: Instant
    fileprivate let id: Int
    fileprivate let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    var lastID = 0
    var sleepers: [Sleeper] = []
    /// Sleeps that were cancelled before they began.
    var cancelled: Set<Int> = []
  }

  /// The scheduler that the clock belongs to; nil until it is known.
  let owner = Locked<Scheduler?>(nil)
  /// Where the clock was made.
  let location: CallSite
  let hasReportedOtherScheduler = Atomic(false)
  private let state = Locked(State())

  init(location: CallSite) { self.location = location }

  /// The time of the clock.
  public var now: Instant { state.withLock { $0.now } }

  /// Zero: the clock is exact.
  public var minimumResolution: Duration { .zero }

  /// The sleeping tasks, in the order in which they began to sleep.
  package var sleepers: [Sleeper] { state.withLock { $0.sleepers } }

  /// The number of sleeping tasks.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Sleeps until the clock has been advanced to a deadline.
  ///
  /// It resumes at once if the deadline is in the past. If the deadline is exactly now, it waits until the
  /// clock is advanced, even by zero.
  ///
  /// - Throws: A `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    checkScheduler()
    if let scheduler, scheduler.isTraced { scheduler.nameCurrentTask() }
    let (effect, isolation) = (CurrentEffect.id, CurrentEffect.isolationID)
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
            Sleeper(
              effect: effect,
              isolation: isolation,
              deadline: deadline,
              id: id,
              continuation: continuation
            )
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

  /// Advances the clock by a duration, and wakes the tasks whose deadlines are reached.
  ///
  /// It resumes when the time is reached and no job is runnable. Work that never settles is an issue; see
  /// ``Scheduler/stepLimit``. Cancellation has no effect.
  ///
  /// - Parameters:
  ///   - duration: The duration.
  ///   - fileID: The file named in issues.
  ///   - filePath: The path of that file.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  public func advance(
    by duration: Duration = .zero,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await advance(to: now.advanced(by: duration), at: location)
  }

  /// Advances the clock to an instant, and wakes the tasks whose deadlines are reached.
  ///
  /// It resumes when the time is reached and no job is runnable. Work that never settles is an issue; see
  /// ``Scheduler/stepLimit``. The clock never moves backwards. Cancellation has no effect.
  ///
  /// - Parameters:
  ///   - instant: The instant.
  ///   - fileID: The file named in issues.
  ///   - filePath: The path of that file.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  public func advance(
    to instant: Instant,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await advance(
      to: instant,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  private func advance(to instant: Instant, at location: CallSite) async {
    await settle(at: location)
    while let sleeper = nextSleeper(until: instant) {
      sleeper.continuation.resume()
      await settle(at: location)
    }
    await settle(at: location)
  }

  /// Advances the clock from deadline to deadline until no task sleeps.
  ///
  /// It resumes when no job is runnable and no task sleeps. A task that sleeps in an endless loop would keep
  /// it running, so it stops at a limit and reports an issue. Cancellation has no effect.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of deadlines; zero or more.
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
    precondition(limit >= 0, "run(deadlines: \(limit)): The number of deadlines can't be negative.")
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await settle(at: location)
    for _ in 0..<limit {
      guard let deadline = sleepers.map(\.deadline).min() else { return }
      await advance(to: deadline, at: location)
    }
    let count = sleeperCount
    guard count > 0 else { return }
    TestIssueReporter.report(
      """
      Expected all sleeps to finish, but \(count) are still suspended after \(limit) deadlines, at \(now.offset).

      Most likely a task sleeps in an endless loop, such as a timer. Cancel it first, or move the clock with \
      `advance(by:)`. If this number of deadlines is correct, pass it: `run(deadlines:)`.
      """,
      at: location
    )
  }

  /// Checks that no task sleeps on the clock.
  ///
  /// It runs all runnable jobs first. Cancellation has no effect.
  ///
  /// - Parameters:
  ///   - fileID: The file named in issues.
  ///   - filePath: The path of that file.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  /// - Throws: ``SuspensionError`` if a task sleeps.
  public func checkSuspension(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws {
    await settle(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    let deadlines = sleepers.map(\.deadline).sorted()
    guard deadlines.isEmpty else { throw SuspensionError(now: now, deadlines: deadlines) }
  }

  /// Takes the sleeper whose deadline comes first, and moves the clock there. If there is none, it moves the
  /// clock to the instant, in the same step: on a clock without a scheduler, tasks begin to sleep meanwhile.
  private func nextSleeper(until instant: Instant) -> Sleeper? {
    state.withLock { state in
      let due = state.sleepers.indices.filter { state.sleepers[$0].deadline <= instant }
      guard let first = due.min(by: { state.sleepers[$0].deadline < state.sleepers[$1].deadline }) else {
        state.now = max(state.now, instant)
        return nil
      }
      let sleeper = state.sleepers.remove(at: first)
      state.now = max(state.now, sleeper.deadline)
      return sleeper
    }
  }
}

extension TestClock: ElapsingClock {
  package var elapsed: Duration { now.offset }
}
