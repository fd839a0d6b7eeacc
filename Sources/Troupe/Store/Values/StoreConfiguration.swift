/// The configuration of a store.
public struct StoreConfiguration<Action: Sendable>: Sendable {
  /// The store's executor; nil for a new executor.
  ///
  /// The store keeps the executor alive. All stores scoped from the store share the executor. For the main
  /// actor, see <doc:TheMainActor>.
  public var executor: (any SerialExecutor)?

  /// The executor that effects prefer; nil for the global executor.
  public var effectExecutor: (any TaskExecutor)?

  /// The configuration of the queue that ``Store/enqueue(_:fileID:filePath:line:column:)`` fills.
  public var inbox = InboxConfiguration()

  /// The policy for uncaught errors of effects.
  public var failurePolicy = FailurePolicy<Action>.report

  private static var standardActionLimit: Int {
    #if DEBUG
      100_000
    #else
      1_000_000
    #endif
  }

  /// The maximum number of actions that one turn may reduce. A turn that exceeds this number counts as an
  /// endless loop: the store ends the turn and reports an issue.
  ///
  /// In debug builds, the default is 100,000, which an endless loop reaches within about a second. In other
  /// builds, the default is 1,000,000.
  public var actionLimit = standardActionLimit {
    didSet { precondition(actionLimit > 0, "`actionLimit` must be positive, not \(actionLimit).") }
  }

  /// The store's name in issues.
  public var name: String?

  /// Whether issues and other texts about the store show payloads. The default is true in debug builds and
  /// false otherwise.
  ///
  /// Payloads are the values in actions, the texts of errors, cancellation ids, and the ids of elements in
  /// paths. Payloads can contain secrets. If payloads are hidden, texts show the payloads' types and cases
  /// instead:
  ///
  /// ```text
  /// The effect "login" (Login.swift:24) threw an error that wasn't caught: LoginError.rejected(…). It was
  /// started by Login.Action.submitted(…).
  /// ```
  ///
  /// A child's action inside an action is still named, as in
  /// `App.Action.rows(.element(id: …, action: .tapped))`. A payload counts as an action if the name of the
  /// payload's type ends in `Action`. The names that you give to stores and effects are always shown.
  ///
  /// The setting applies to issues, to the descriptions of ``StoreEvent``, ``ActionValue``,
  /// ``EffectSnapshot`` and ``ShutdownReport``, and to issues about states and dependencies that are reported
  /// while the store or its effects are running. The setting doesn't apply to the values in these types, or
  /// to `printChanges`.
  ///
  /// The length of an issue is always limited. A value takes at most about 200 characters and a name at most
  /// 100, each on one line. Invisible characters and characters that change the direction of text are
  /// escaped. Only the beginning of a large value is read.
  public var showsPayloads = IssueText.showsPayloadsByDefault

  /// A closure that captures an action's context, such as task-local values, when the action is passed to the
  /// store; nil for no context.
  ///
  /// The store calls the closure in the caller's task: in ``Store/enqueue(_:fileID:filePath:line:column:)``,
  /// and after a `send` from outside whose action has effects that outlast the action's turn. An enqueued
  /// action is reduced, and its effects run, in the context that the closure returns. The same applies to
  /// effects that start when other effects end, such as an effect that waited under a limit. Without a
  /// context, these actions and effects run without a caller's task-local values; see
  /// <doc:OrderTurnsAndPromises>.
  public var actionContext: (@Sendable () -> ActionContext)?

  /// A closure that is called when the store is created and when the last store of the store's tree is
  /// released; nil for no log.
  ///
  /// ```swift
  /// configuration.lifecycleLog = { event in print(event) }
  /// ```
  ///
  /// Use this log to find leaked stores. For each store, the log has an event of kind `created` and, after
  /// the store's release, an event of kind `released` with the same number. The closure runs on the thread
  /// that creates or releases the store, and must not block. Stores from `scope` aren't logged. For events
  /// inside a store, see ``Store/events(bufferingNewest:)``.
  public var lifecycleLog: (@Sendable (StoreLifecycleEvent) -> Void)?

  /// The instruments that observe the store, from the outermost to the innermost.
  ///
  /// A store without instruments has no overhead for instrumentation.
  public var instruments: [any Instrument] = []

  /// Whether the store starts the effects that its initial state declares. If this property is false,
  /// `startSubscriptions()` starts these effects.
  package var startsSubscriptions = true

  /// Creates the default configuration.
  public init() {}
}

/// The capacity of a store's inbox, and the policy for a full inbox.
public struct InboxConfiguration: Sendable, Hashable {
  /// The policy for an action that is enqueued while the inbox is full.
  public struct Overflow: Sendable, Hashable {
    enum Policy { case reject, dropOldest, dropNewest }
    let policy: Policy

    /// The new action is rejected with ``StoreError/inboxFull(capacity:)``.
    public static var reject: Overflow { Overflow(policy: .reject) }

    /// The oldest action in the inbox is dropped and counted.
    public static var dropOldest: Overflow { Overflow(policy: .dropOldest) }

    /// The new action is dropped and counted.
    public static var dropNewest: Overflow { Overflow(policy: .dropNewest) }
  }

  /// The maximum number of actions in the inbox; at least one.
  public var capacity: Int {
    didSet { precondition(capacity > 0, "The capacity of an inbox must be positive, not \(capacity).") }
  }
  /// The policy for an action that is enqueued while the inbox is full.
  public var overflow: Overflow

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - capacity: The maximum number of actions in the inbox; at least one.
  ///   - overflow: The policy for an action that is enqueued while the inbox is full.
  public init(capacity: Int = 4096, overflow: Overflow = .reject) {
    precondition(capacity > 0, "The capacity of an inbox must be positive, not \(capacity).")
    self.capacity = capacity
    self.overflow = overflow
  }
}

/// A store's policy for uncaught errors of effects.
///
/// The policy doesn't apply to a `CancellationError`, or to an error thrown after the effect was cancelled.
public struct FailurePolicy<Action: Sendable>: Sendable {
  // The enum is indirect, so that the common case takes little memory in each store.
  indirect enum Reaction: Sendable {
    case report
    case send(@Sendable (any Error) -> Action)
    case cancelScope
    case restart(RestartRule)
  }

  let reaction: Reaction

  /// Reports an issue that names the effect.
  public static var report: FailurePolicy { FailurePolicy(reaction: .report) }

  /// Sends an action created from the error, in the effect's scope.
  public static func send(_ action: @escaping @Sendable (any Error) -> Action) -> FailurePolicy {
    FailurePolicy(reaction: .send(action))
  }

  /// Cancels all effects of the failed effect's scope and of the scopes below it. The state doesn't change.
  public static var cancelScope: FailurePolicy { FailurePolicy(reaction: .cancelScope) }

  /// After a back-off, restarts the effects that the state declares, unless the effects fail too often.
  ///
  /// ```swift
  /// configuration.failurePolicy = .restart(
  ///   .exponential(initial: .seconds(1), maximum: .seconds(30), attempts: 10),
  ///   atMost: 5,
  ///   within: .seconds(60)
  /// )
  /// ```
  ///
  /// When an effect of `task(id:)` fails, the store cancels all effects of the same scope that are declared
  /// with `task(id:)` and haven't ended. After the back-off, the store restarts the effects whose values
  /// haven't changed. If a value changes during the back-off, the value's effect starts immediately. The
  /// back-off ends when the scope ends or when all effects of the scope are cancelled.
  ///
  /// If a scope fails more often than the limit or the back-off allows, the store doesn't restart the scope.
  /// The failure is reported as with ``report``, and the issue mentions the limit. The other effects
  /// continue. Effects of actions, of `onStart` and of `onEnd` aren't restarted, and their errors are
  /// reported.
  ///
  /// The store's clock, the dependency `continuousClock`, measures the times.
  ///
  /// - Parameters:
  ///   - backoff: The delay before the nth restart, where n is the number of failures within the duration.
  ///   - limit: The maximum number of failures within the duration; not negative. If a scope fails more
  ///     often, the scope isn't restarted.
  ///   - duration: The time for which a failure counts; positive.
  public static func restart(_ backoff: Backoff, atMost limit: Int, within duration: Duration)
    -> FailurePolicy
  {
    precondition(limit >= 0, "The number of restarts can't be negative: \(limit).")
    precondition(duration > .zero, "The duration of a restart limit must be positive, not \(duration).")
    return FailurePolicy(
      reaction: .restart(RestartRule(backoff: backoff, limit: limit, duration: duration.bounded))
    )
  }
}

/// The limits and delays of restarts.
struct RestartRule: Sendable {
  let backoff: Backoff
  let limit: Int
  let duration: Duration
}
