import Synchronization
import Troupe

/// A clock whose time doesn't pass until a test advances it.
///
/// A test clock belongs to a ``Scheduler``: the scheduler for which it is created, or otherwise the first
/// scheduler that uses it. Advancing the clock first runs all runnable jobs. The clock then wakes sleeping
/// tasks in the order of their deadlines. Tasks with equal deadlines wake in the order in which they started
/// to sleep. After a task wakes, all runnable jobs run before the next task wakes.
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
    /// The effect to which the task belongs; nil if the task belongs to no effect.
    package let effect: EffectID?
    /// The identity of the effect's store.
    package let isolation: ObjectIdentifier?
    package let deadline: Instant
    fileprivate let id: Int
    fileprivate let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    /// The number of the last sleep that started before the clock had a scheduler.
    var lastNumber = Int.min
    var sleepers: [Sleeper] = []
    /// The numbers of sleeps that were cancelled before they started.
    var cancelled: Set<Int> = []
  }

  /// The scheduler to which the clock belongs; nil until a scheduler uses the clock.
  let owner = Locked<Scheduler?>(nil)
  /// The location at which the clock was created.
  let location: CallSite
  let hasReportedOtherScheduler = Atomic(false)
  private let state = Locked(State())

  init(location: CallSite) { self.location = location }

  /// The clock's time.
  public var now: Instant { state.withLock { $0.now } }

  /// Always zero, because the clock is exact.
  public var minimumResolution: Duration { .zero }

  /// The sleeping tasks, in the order in which they started to sleep.
  package var sleepers: [Sleeper] { state.withLock { $0.sleepers } }

  /// The number of sleeping tasks.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Sleeps until the clock has been advanced to a deadline.
  ///
  /// The method resumes immediately if the deadline is in the past. If the deadline equals the current time,
  /// the method waits until the clock is advanced, even by zero.
  ///
  /// - Throws: A `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    checkScheduler()
    if let scheduler, scheduler.isTraced { scheduler.nameCurrentTask() }
    let (effect, isolation) = (CurrentEffect.id, CurrentEffect.isolationID)
    let id = nextSleepNumber()
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

  /// Advances the clock by a duration and wakes the tasks whose deadlines are reached.
  ///
  /// The method resumes when the time is reached and no job is runnable. If jobs remain runnable without end,
  /// an issue is reported; see ``Scheduler/stepLimit``. Cancellation has no effect.
  ///
  /// - Parameters:
  ///   - duration: The duration.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
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

  /// Advances the clock to an instant and wakes the tasks whose deadlines are reached.
  ///
  /// The method resumes when the time is reached and no job is runnable. If jobs remain runnable without end,
  /// an issue is reported; see ``Scheduler/stepLimit``. The clock never moves backwards. Cancellation has no
  /// effect.
  ///
  /// - Parameters:
  ///   - instant: The instant.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
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
    belongToCurrentScheduler()
    await settle(at: location)
    while wakeFirst(until: instant) { await settle(at: location) }
    await settle(at: location)
  }

  /// Advances the clock from deadline to deadline until no task sleeps.
  ///
  /// The method resumes when no job is runnable and no task sleeps. A task that sleeps in an endless loop
  /// would prevent the method from resuming, so the method stops after `limit` deadlines and reports an
  /// issue. Cancellation has no effect.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of deadlines, which must not be negative.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
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
    belongToCurrentScheduler()
    await settle(at: location)
    for _ in 0..<limit {
      let rests = [firstSleep?.rest, scheduler?.firstSleep?.rest].compactMap(\.self)
      guard let rest = rests.min() else { return }
      await advance(to: now.advanced(by: rest), at: location)
    }
    let count = sleeperCount + (scheduler?.sleeps.count ?? 0)
    guard count > 0 else { return }
    TestIssueReporter.report(
      """
      Expected all sleeps to finish, but \(count) are still suspended after \(limit) deadlines, at \(now.offset).

      Most likely a task is sleeping in an endless loop, such as a timer. Cancel the task first, or advance the clock with \
      `advance(by:)`. If this number of deadlines is correct, pass it: `run(deadlines:)`.
      """,
      at: location
    )
  }

  /// Checks that no task is sleeping on the clock.
  ///
  /// The method runs all runnable jobs first. Cancellation has no effect.
  ///
  /// - Parameters:
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  /// - Throws: ``SuspensionError`` if a task is sleeping.
  public func checkSuspension(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws {
    belongToCurrentScheduler()
    await settle(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    let now = now
    let rests = scheduler?.sleepRests ?? []
    let deadlines = (sleepers.map(\.deadline) + rests.map(now.advanced)).sorted()
    guard deadlines.isEmpty else { throw SuspensionError(now: now, deadlines: deadlines) }
  }

  /// The remaining time and the number of the sleep that ends first, among the sleeps on this clock.
  var firstSleep: (rest: Duration, number: Int)? {
    state.withLock { state in
      state.sleepers.min { $0.deadline < $1.deadline }.map { (state.now.duration(to: $0.deadline), $0.id) }
    }
  }

  /// Wakes the task whose sleep on this clock or a system clock ends first, and advances time to the end of
  /// that sleep.
  ///
  /// If no sleep ends by the instant, the method advances time to the instant and returns false. The method
  /// finds the sleep and advances the time under one lock, because work outside the scheduler may start to
  /// sleep in the meantime.
  private func wakeFirst(until instant: Instant) -> Bool {
    enum Woken { case sleeper(Sleeper), machine(Int), none }
    let scheduler = scheduler
    let machine = scheduler?.firstSleep
    let (woken, rest) = state.withLock { state -> (Woken, Duration) in
      let before = state.now
      func move(to instant: Instant) -> Duration {
        state.now = max(before, instant)
        return before.duration(to: state.now)
      }
      let own = state.sleepers.indices.min { state.sleepers[$0].deadline < state.sleepers[$1].deadline }
      let first = own.map { index in
        let sleeper = state.sleepers[index]
        return (rest: before.duration(to: sleeper.deadline), number: sleeper.id)
      }
      let limit = before.duration(to: instant)
      if let machine, machine.rest <= limit, first.map({ machine < $0 }) ?? true {
        return (.machine(machine.number), move(to: before.advanced(by: machine.rest)))
      }
      guard let own, let first, first.rest <= limit else { return (.none, move(to: instant)) }
      let sleeper = state.sleepers.remove(at: own)
      return (.sleeper(sleeper), move(to: sleeper.deadline))
    }
    scheduler?.moveTime(by: rest)
    switch woken {
    case .sleeper(let sleeper): sleeper.continuation.resume()
    case .machine(let number): scheduler?.wake(number)
    case .none: return false
    }
    return true
  }

  /// Wakes a sleeping task, unless the sleep was cancelled in the meantime.
  func wake(_ number: Int) {
    let sleeper = state.withLock { state in
      state.sleepers.firstIndex { $0.id == number }.map { state.sleepers.remove(at: $0) }
    }
    sleeper?.continuation.resume()
  }

  /// Returns the number for a new sleep. Sleeps that started without a scheduler have the lowest numbers.
  private func nextSleepNumber() -> Int {
    if let scheduler { return scheduler.nextSleepNumber() }
    return state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  /// Advances only this clock by a duration.
  func move(by duration: Duration) { state.withLock { $0.now = $0.now.advanced(by: duration) } }
}

extension TestClock: ElapsingClock {
  package var elapsed: Duration { now.offset }
}
