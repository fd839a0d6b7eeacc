/// How a store runs.
public struct StoreConfiguration<Action: Sendable>: Sendable {
  /// The executor of the store; nil for an executor of its own.
  ///
  /// The store keeps the executor alive. All stores that are scoped from the store share it. For the main
  /// actor, see <doc:TheMainActor>.
  public var executor: (any SerialExecutor)?

  /// The executor that effects prefer; nil for the global one.
  public var effectExecutor: (any TaskExecutor)?

  /// The configuration of the queue that ``Store/enqueue(_:fileID:filePath:line:column:)`` fills.
  public var inbox = InboxConfiguration()

  /// How the store handles an error that an effect throws and doesn't catch.
  public var failurePolicy = FailurePolicy<Action>.report

  private static var standardActionLimit: Int {
    #if DEBUG
      100_000
    #else
      1_000_000
    #endif
  }

  /// The number of actions that one turn may reduce. A turn that exceeds it counts as an endless loop and is
  /// ended with an issue.
  ///
  /// The default is 100,000 in debug builds, which a loop reaches within a second or so, and 1,000,000
  /// otherwise.
  public var actionLimit = standardActionLimit {
    didSet { precondition(actionLimit > 0, "A turn has to be allowed to reduce one action.") }
  }

  /// The name of the store in issues.
  public var name: String?

  /// Whether issues and other texts about the store show payloads. The default is true in debug builds, and
  /// false otherwise.
  ///
  /// Payloads can contain secrets. They are the values in actions, the texts of errors, the ids under which
  /// effects can be cancelled, and the ids of elements in paths. If payloads are hidden, texts show their
  /// types and cases instead:
  ///
  /// ```text
  /// The effect "login" (Login.swift:24) threw an error that nobody caught: LoginError.rejected(…). It was
  /// started by Login.Action.submitted(…).
  /// ```
  ///
  /// The action of a child inside of an action is still named, as in
  /// `App.Action.rows(.element(id: …, action: .tapped))`. A payload counts as an action if the name of its
  /// type ends in `Action`. The names that you give to stores and effects are always shown.
  ///
  /// The setting applies to issues, to the descriptions of ``StoreEvent``, ``ActionValue``,
  /// ``EffectSnapshot`` and ``ShutdownReport``, and to issues that state and dependencies report while the
  /// store and its effects use them. It doesn't apply to the values in these types, or to `printChanges`.
  ///
  /// Issues are bounded in length in any case. A value takes about 200 characters and a name 100, each on
  /// one line, with invisible characters and those that change the direction of text escaped. Only the
  /// beginning of a large value is read.
  public var showsPayloads = IssueText.showsPayloadsByDefault

  /// Captures the context of an action, such as task-local values, where the action is given to the store;
  /// nil for no context.
  ///
  /// The store calls it in ``Store/enqueue(_:fileID:filePath:line:column:)``, and after a `send` from outside
  /// whose action has effects that outlast its turn, in the caller's task. An enqueued action is reduced, and
  /// its effects run, in the context that the closure returns. The same applies to effects that begin when
  /// other work ends, such as an effect that waited under a limit. Without a context, these run without
  /// task-local values of a caller; see <doc:OrderTurnsAndPromises>.
  public var actionContext: (@Sendable () -> ActionContext)?

  /// Called when the store is created, and when the last store of its tree is released; nil for no calls.
  ///
  /// ```swift
  /// configuration.lifecycleLog = { event in print(event) }
  /// ```
  ///
  /// Use it to find stores that live too long: the log has an event with the kind `created` for each of them,
  /// and none with the kind `released` of the same number. The closure runs on the thread that creates or
  /// releases the store, and must not wait. Stores from `scope` are not logged. For what happens inside a
  /// store, see ``Store/events(bufferingNewest:)``.
  public var lifecycleLog: (@Sendable (StoreLifecycleEvent) -> Void)?

  /// The instruments that watch the store, from the outside in: the first one is around the others.
  ///
  /// A store without instruments has no costs for them.
  public var instruments: [any Instrument] = []

  /// Whether the store begins by itself what its initial state declares. Otherwise, `startDeclarations()`
  /// does.
  package var startsDeclarations = true

  /// Creates the default configuration.
  public init() {}
}

/// The capacity of a store's inbox, and its behavior when it is full.
public struct InboxConfiguration: Sendable, Hashable {
  /// What happens to an action that is enqueued while the inbox is full.
  public struct Overflow: Sendable, Hashable {
    enum Policy { case reject, dropOldest, dropNewest }
    let policy: Policy

    /// The new action is rejected with ``InboxError/full(capacity:)``.
    public static var reject: Overflow { Overflow(policy: .reject) }

    /// The oldest action in the inbox is dropped and counted.
    public static var dropOldest: Overflow { Overflow(policy: .dropOldest) }

    /// The new action is dropped and counted.
    public static var dropNewest: Overflow { Overflow(policy: .dropNewest) }
  }

  /// The number of actions that the inbox holds; at least one.
  public var capacity: Int {
    didSet { precondition(capacity > 0, "An inbox has to have room for one action.") }
  }
  /// What happens to an action that is enqueued while the inbox is full.
  public var overflow: Overflow

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - capacity: The number of actions that the inbox holds; at least one.
  ///   - overflow: What happens to an action that is enqueued while the inbox is full.
  public init(capacity: Int = 4096, overflow: Overflow = .reject) {
    precondition(capacity > 0, "An inbox has to have room for one action.")
    self.capacity = capacity
    self.overflow = overflow
  }
}

/// How a store handles an error that an effect throws and doesn't catch.
///
/// It doesn't apply to a `CancellationError`, or to an error thrown after the effect was cancelled.
public struct FailurePolicy<Action: Sendable>: Sendable {
  // Indirect, so that the usual one takes little memory in each store.
  indirect enum Reaction: Sendable {
    case report
    case send(@Sendable (any Error) -> Action)
    case cancelScope
    case restart(RestartRule)
  }

  let reaction: Reaction

  /// Reports an issue that names the effect.
  public static var report: FailurePolicy { FailurePolicy(reaction: .report) }

  /// Sends an action made from the error, in the scope of the effect.
  public static func send(_ action: @escaping @Sendable (any Error) -> Action) -> FailurePolicy {
    FailurePolicy(reaction: .send(action))
  }

  /// Cancels all effects of the effect's scope and of the scopes below. The state doesn't change.
  public static var cancelScope: FailurePolicy { FailurePolicy(reaction: .cancelScope) }

  /// Begins the effects anew that the state declares, after a back-off, unless they fail too often.
  ///
  /// ```swift
  /// configuration.failurePolicy = .restart(
  ///   .exponential(initial: .seconds(1), maximum: .seconds(30), attempts: 10),
  ///   atMost: 5,
  ///   within: .seconds(60)
  /// )
  /// ```
  ///
  /// When an effect of `task(id:)` fails, all effects that its scope declares in this way are cancelled,
  /// apart from those that have ended. After the back-off, those whose values are still the same begin anew.
  /// A value that changes meanwhile begins its effect at once. The back-off ends with the scope. Cancelling
  /// all effects of the scope ends it, too.
  ///
  /// A scope that fails more often than the limit allows, or than the back-off has attempts, isn't restarted
  /// by the failure: it is reported as with ``report``, and the issue says so. The other effects go on.
  /// Effects of actions, of `onStart` and of `onEnd` aren't begun anew. Their errors are reported.
  ///
  /// The times are those of the `continuousClock` among the dependencies that the store was made with.
  ///
  /// - Parameters:
  ///   - backoff: The time to wait before the nth restart, counted by the failures in the duration.
  ///   - limit: The number of failures in the duration that a scope is restarted after; not negative.
  ///   - duration: The time that a failure counts for; positive.
  public static func restart(_ backoff: Backoff, atMost limit: Int, within duration: Duration)
    -> FailurePolicy
  {
    precondition(limit >= 0, "A scope can't be restarted \(limit) times.")
    precondition(duration > .zero, "A failure has to count for a time that is positive, not \(duration).")
    return FailurePolicy(
      reaction: .restart(RestartRule(backoff: backoff, limit: limit, duration: duration.bounded))
    )
  }
}
