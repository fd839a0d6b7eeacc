import Troupe
import TroupeDiagnostics

/// A store for tests. A test asserts each action and each change of the state, and the test store checks that
/// nothing else happens.
///
/// ```swift
/// let store = TestStore(initialState: Bookshop.State()) {
///   Bookshop()
/// } withDependencies: {
///   $0[BookClient.self].find = { query in ["All about \(query)"] }
/// }
///
/// await store.send(.queryChanged("actors")) { $0.query = "actors" }
/// await store.clock.advance(by: .milliseconds(300))
/// await store.receive(\.found) { $0.titles = ["All about actors"] }
/// ```
///
/// The feature runs in a `Store` on a ``Scheduler`` that the test store drives. No other thread runs the
/// feature, so a test runs the same way each time. No time passes until the test advances ``clock``, which is
/// also the value of the dependencies `continuousClock` and `suspendingClock`. If an expected action can't
/// arrive, the test fails immediately, with a list of the running effects and of the events for which the
/// effects are waiting. The test store waits in real time only for work outside the scheduler, such as the
/// network, and no longer than ``realTimeLimit``.
///
/// Failures are reported at the test's line, in XCTest and in Swift Testing. When the test store is released,
/// actions that the test hasn't received and effects that haven't ended are failures, even if the test
/// doesn't call ``finish(timeout:fileID:filePath:line:column:)``.
///
/// A test store belongs to the test that created it. The class isn't `Sendable`, so closures that are passed
/// to a test store can use the test's variables. The state needn't be `Sendable`, because the feature and the
/// test never run at the same time.
public final class TestStore<State: Equatable & SendableMetatype, Action: Sendable> {
  /// The parts of the feature's behavior that the test has to assert.
  public var exhaustivity = Exhaustivity.on

  /// The scheduler that runs the store and its effects.
  public let scheduler: Scheduler
  /// The feature's clock, which the test advances.
  public let clock: TestClock
  /// The state after the last action that the test has sent or received.
  public internal(set) var state: State
  /// Whether the feature has dismissed itself; see `dismissible` in the initializer.
  ///
  /// A test needn't assert the dismissal. To assert its order relative to the actions, call
  /// ``receiveDismissal(fileID:filePath:line:column:)``.
  public var isDismissed: Bool { dismissal.value == true }

  let store: Store<State, Action>
  let runner: TestRunner
  let log: StepLog<State, Action>
  private let dismissal = Outcome<Bool>()
  let location: CallSite
  /// The test's statements that sent or received an action, by the `moment` of the action's effects.
  private var origins: [MonotonicInstant: CallSite] = [:]
  /// The number of the step that led to ``state``.
  private var followed = 0
  /// Whether the test has called `finish`, and has neither sent nor received an action since then.
  var isFinished = false
  /// Logs the writes of shared values.
  private let shared: (trackers: SharedTrackers, log: any SharedTracker)
  /// Prints changes and actions that the test doesn't assert.
  package var printer: @Sendable (String) -> Void = { print($0) }

  /// Creates a test store.
  ///
  /// The initial state and the reducer are created with the feature's dependencies. Default values of
  /// dependencies are created for each test store.
  ///
  /// - Parameters:
  ///   - initialState: The feature's initial state.
  ///   - scheduler: The scheduler on which the store runs. By default, jobs run first in, first out.
  ///   - dismissible: Whether the feature counts as presented, so that it can dismiss itself.
  ///   - actionLimit: The maximum number of actions that one turn may reduce. A turn that exceeds this limit
  ///     counts as an endless loop: the turn is ended, and an issue is reported.
  ///   - reducer: The reducer under test.
  ///   - updateDependencies: A closure that sets dependencies. It is called once.
  ///   - fileID: The file named in failures that belong to no statement.
  ///   - filePath: The file's path.
  ///   - line: The line named in failures that belong to no statement.
  ///   - column: The column named in failures that belong to no statement.
  public init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> sending R.State,
    scheduler: Scheduler = Scheduler(),
    dismissible: Bool = true,
    actionLimit: Int = 10_000,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies updateDependencies: ((inout DependencyValues) -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    scheduler.owner.withLock { $0 = $0 ?? "the scheduler of the test store created at \(location)" }
    let clock = TestClock(
      scheduler: scheduler,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
    var configuration = scheduler.configuration(for: Action.self)
    configuration.actionLimit = actionLimit
    configuration.startsSubscriptions = false
    // The feature shares values with the test, although it has its own defaults of other dependencies.
    let space = SharedCells.current
    SharingFrame.use()
    let store = IssueReporting.$statement.withValue(location) {
      withFreshDependencies {
        Store(
          initialState: initialState(),
          configuration: configuration,
          reducer: reducer,
          withDependencies: {
            $0.context = .test
            $0[SharedCellsKey.self] = space
            $0.continuousClock = clock
            $0.suspendingClock = clock
            if dismissible { $0.isPresented = true }
            updateDependencies?(&$0)
            for case let clock as TestClock in [$0.continuousClock, $0.suspendingClock] {
              clock.belong(to: scheduler)
            }
          },
          fileID: fileID,
          filePath: filePath,
          line: line,
          column: column
        )
      }
    }
    self.scheduler = scheduler
    self.clock = clock
    self.store = store
    self.location = location
    runner = TestRunner(scheduler: scheduler, clock: clock, isolation: store.isolationID, location: location)
    {
      [weak store] in
      guard let store else { return [] }
      return scheduler.perform(on: store, at: location) { $0.runningEffects }
    }
    let (dismissal, isDismissible) = (dismissal, dismissible)
    let isolation = store.isolationID
    (log, shared) = scheduler.perform(on: store, at: location) { store in
      let log = StepLog<State, Action>(store.withState { LentState(copy $0) })
      store.record(
        StoreRecording(
          begin: { log.begin($0) },
          step: { log.append($0, LentState($1), $2) },
          dismissal: isDismissible
            ? {
              dismissal.set(true)
              log.append(.dismissed(.root), nil, nil)
            } : nil
        )
      )
      let shared = SharedLog(log, isolation: isolation)
      let trackers = store.dependencies[SharedCellsKey.self].trackers
      trackers.add(shared)
      // The effects start only after the recording of their actions is set up.
      store.startSubscriptions()
      return (log, (trackers, shared))
    }
    state = log.last.value
  }

  deinit {
    if !isFinished {
      runner.drain()
      check(at: location)
    }
    // The remaining effects are cancelled here, while the scheduler can still run the effects' jobs.
    scheduler.perform(on: store, at: location) { $0.cancelEffects() }
    shared.trackers.remove(shared.log)
  }

  /// The effects that are running in the store, oldest first.
  public var runningEffects: [EffectSnapshot] {
    runner.drain()
    return runner.running
  }

  // MARK: Following the store

  /// Records that a statement of the test has handled a step of the store.
  func follow(_ entry: StepLog<State, Action>.Entry, at location: CallSite) {
    recordOrigin(of: entry, at: location)
    // If a step is received late, the state isn't reverted to the state after that step.
    guard entry.number > followed else { return }
    (state, followed) = (entry.state.value, entry.number)
  }

  /// Records the statement that caused the effects of a step.
  func recordOrigin(of entry: StepLog<State, Action>.Entry, at location: CallSite) {
    if let since = entry.since { origins[since] = location }
  }

  /// Returns the location in the test at which an effect was started.
  func origin(of effect: EffectSnapshot) -> CallSite? { origins[effect.moment] }
}

/// The type of a test store, written with the reducer's type.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action>
where R.State: Equatable & SendableMetatype

extension Scheduler {
  /// Runs an operation on one of the scheduler's stores from outside the scheduler. The other runnable jobs
  /// also run.
  @discardableResult
  func perform<State, Action, Result: Sendable>(
    on store: Store<State, Action>,
    at location: CallSite,
    _ body: @escaping @Sendable (isolated Store<State, Action>) -> Result
  ) -> Result {
    let outcome = Outcome<Result>()
    Task(executorPreference: self) { outcome.set(await store.perform(body)) }
    drain(at: location)
    // If jobs remain runnable without end, the operation's job runs among them.
    repeat {
      if let result = outcome.value { return result }
    } while runNext()
    // The operation's job may have run on another thread in the meantime.
    if let result = outcome.value { return result }
    preconditionFailure(
      "A test store drives its scheduler, so no other code, such as `Scheduler.run`, may drive the scheduler at the same time."
    )
  }
}

/// The result of an operation that runs on a scheduler.
private final class Outcome<Value: Sendable>: Sendable {
  private let stored = Locked<Value?>(nil)

  var value: Value? { stored.withLock { $0 } }

  func set(_ value: Value) { stored.withLock { $0 = value } }
}
