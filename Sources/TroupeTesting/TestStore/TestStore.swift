import Troupe
import TroupeDiagnostics

/// A store for tests: each action and each change of the state is asserted, and so is that nothing else happens.
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
/// The feature runs in a real `Store`, on a ``Scheduler`` that the test store drives: no thread but the test's takes
/// part, so that the same test runs the same way each time. Time stands still until the test moves ``clock``, which
/// is also what the dependencies `continuousClock` and `suspendingClock` are. An action that doesn't come is a failure at
/// once, with a list of what is still running and what it waits for. Only work that waits for something outside, such as
/// a network, is waited for in real time, for ``outsideLimit`` at most.
///
/// Failures are reported at the line of the test, in XCTest and in Swift Testing. What a test hasn't asserted when the
/// test store is released, with or without ``finish(fileID:filePath:line:column:)``, is a failure, too.
///
/// It belongs to the test that made it, and isn't `Sendable`: the closures that it takes may use the test's own variables.
public final class TestStore<State: Equatable & Sendable, Action: Sendable> {
  /// What is taken for a failure when the test doesn't mention it.
  public var exhaustivity = Exhaustivity.on

  /// The scheduler that the store and its effects run on.
  public let scheduler: Scheduler
  /// The clock of the feature under test.
  public let clock: TestClock
  /// The state as far as the test has followed it: after the action sent or received last.
  public internal(set) var state: State
  /// Whether the feature has dismissed itself; see `dismissible` at the initialiser. A test has to receive that, with
  /// ``receiveDismissal(fileID:filePath:line:column:)``.
  public var isDismissed: Bool { dismissal.value == true }

  let store: Store<State, Action>
  let runner: TestRunner
  let log: StepLog<State, Action>
  private let dismissal = Outcome<Bool>()
  private let location: SourceLocation
  /// The statements of the test that sent or received an action, by what its effects have for `moment`.
  private var origins: [Moment: SourceLocation] = [:]
  /// The number of the step that ``state`` is the state after.
  private var followed = 0
  /// Whether the test has said that nothing more comes.
  var isFinished = false
  /// Takes what is told of assertions that were skipped.
  package var printer: @Sendable (String) -> Void = { print($0) }

  /// Makes a test store.
  ///
  /// The initial state and the reducer are made with the dependencies that the feature gets; default values are made
  /// anew.
  ///
  /// - Parameters:
  ///   - initialState: The state that the feature starts with.
  ///   - scheduler: What the store runs on; without one, jobs run first in, first out.
  ///   - dismissible: Whether the feature counts as presented, so that it can dismiss itself.
  ///   - actionLimit: How many actions one turn may reduce before it is taken for an endless loop and ended with an issue.
  ///   - reducer: The reducer under test.
  ///   - updateDependencies: Sets dependencies; it is called once.
  ///   - fileID: The file named in failures that belong to no statement.
  ///   - filePath: The path of that file.
  ///   - line: The line named in failures that belong to no statement.
  ///   - column: The column named in failures that belong to no statement.
  public init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
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
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let clock = TestClock(scheduler: scheduler)
    var configuration = scheduler.configuration(for: Action.self)
    configuration.actionLimit = actionLimit
    let store = IssueReporting.$statement.withValue(location) {
      withFreshDependencies {
        Store(
          initialState: initialState(),
          configuration: configuration,
          reducer: reducer,
          withDependencies: {
            $0.context = .test
            $0.continuousClock = clock
            $0.suspendingClock = clock
            if dismissible { $0.isPresented = true }
            updateDependencies?(&$0)
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
    runner = TestRunner(scheduler: scheduler, clock: clock, home: store.homeID, location: location) {
      [weak store] in
      guard let store else { return [] }
      return scheduler.perform(on: store, at: location) { $0.runningEffects }
    }
    let (dismissal, isDismissible) = (dismissal, dismissible)
    log = scheduler.perform(on: store, at: location) { store in
      let log = StepLog<State, Action>(store.state)
      store.record(
        StoreRecording(
          begin: { log.begin($0) },
          step: { log.append($0, $1, $2) },
          dismissal: isDismissible
            ? {
              dismissal.set(true)
              log.append(.dismissed(.root), nil, nil)
            } : nil
        )
      )
      return log
    }
    state = log.last
  }

  deinit {
    if !isFinished {
      runner.drain()
      check(at: location)
    }
    // What is left running ends here, while there is someone to run it.
    scheduler.perform(on: store, at: location) { $0.cancelEffects() }
  }

  /// The work that runs in the store, oldest first.
  public var runningEffects: [EffectSnapshot] {
    runner.drain()
    return runner.running
  }

  /// How long to wait, in real time, for work that waits for something outside of the scheduler: one second.
  ///
  /// An effect of which one task sleeps on a clock isn't waited for, though another of its tasks waits for something
  /// outside: nobody can tell what its tasks are. Make two effects of it, with `merge`.
  public var outsideLimit: Duration {
    get { runner.outsideLimit }
    set { runner.outsideLimit = newValue }
  }

  /// The dependencies of the feature. Setting them holds from the next action on.
  public var dependencies: DependencyValues {
    get { scheduler.perform(on: store, at: location) { $0.dependencies } }
    set { scheduler.perform(on: store, at: location) { $0.setDependencies(newValue) } }
  }

  /// Sets dependencies for some statements of a test.
  ///
  /// - Parameters:
  ///   - update: Changes the dependencies.
  ///   - operation: The statements during which they hold.
  /// - Returns: What `operation` returns.
  /// - Throws: What `operation` throws.
  @discardableResult
  nonisolated(nonsending)
    public func withDependencies<Result>(
      _ update: (inout DependencyValues) -> Void,
      operation: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result
  {
    let before = dependencies
    defer { dependencies = before }
    update(&dependencies)
    return try await operation()
  }

  /// Sets the exhaustivity for some statements of a test.
  ///
  /// - Parameters:
  ///   - exhaustivity: What is taken for a failure when the statements don't mention it.
  ///   - operation: The statements during which it holds.
  /// - Returns: What `operation` returns.
  /// - Throws: What `operation` throws.
  @discardableResult
  nonisolated(nonsending)
    public func withExhaustivity<Result>(
      _ exhaustivity: Exhaustivity,
      operation: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result
  {
    let before = self.exhaustivity
    defer { self.exhaustivity = before }
    self.exhaustivity = exhaustivity
    return try await operation()
  }

  // MARK: Following the store

  /// Takes note that a statement of the test has dealt with a step of the store.
  func follow(_ entry: StepLog<State, Action>.Entry, at location: SourceLocation) {
    noteOrigin(of: entry, at: location)
    // What is received late doesn't take the state back.
    guard entry.number > followed else { return }
    (state, followed) = (entry.state, entry.number)
  }

  /// Takes note of the statement that the effects of a step are due to.
  func noteOrigin(of entry: StepLog<State, Action>.Entry, at location: SourceLocation) {
    if let since = entry.since { origins[since] = location }
  }

  /// Where in the test an effect was started.
  func origin(of effect: EffectSnapshot) -> SourceLocation? { origins[effect.moment] }
}

/// The test store of a reducer.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable & Sendable

extension Scheduler {
  /// Does something with a store that runs on the scheduler, from outside, and runs what else can run.
  @discardableResult
  func perform<State, Action, Result: Sendable>(
    on store: Store<State, Action>,
    at location: SourceLocation,
    _ body: @escaping @Sendable (isolated Store<State, Action>) -> Result
  ) -> Result {
    let outcome = Outcome<Result>()
    Task(executorPreference: self) { outcome.set(await store.perform(body)) }
    drain(at: location)
    // Where there is no end of jobs, it has its place among them.
    while outcome.value == nil, runNext() {}
    guard let result = outcome.value else {
      preconditionFailure(
        "A test store drives its scheduler: nobody else may do so meanwhile, as inside of `Scheduler.run`."
      )
    }
    return result
  }
}

/// What came of work on a scheduler.
private final class Outcome<Value: Sendable>: Sendable {
  private let stored = Locked<Value?>(nil)

  var value: Value? { stored.withLock { $0 } }

  func set(_ value: Value) { stored.withLock { $0 = value } }
}
