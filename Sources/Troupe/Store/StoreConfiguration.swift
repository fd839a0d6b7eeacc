/// How a store runs.
public struct StoreConfiguration<Action: Sendable>: Sendable {
  /// The executor that the store is isolated to; one of its own where it is nil.
  ///
  /// The store keeps it alive. All stores that are scoped from the store run on it, too. For the main actor, see
  /// <doc:TheMainActor>.
  public var executor: (any SerialExecutor)?

  /// The executor that effects prefer; the global one where it is nil.
  public var effectExecutor: (any TaskExecutor)?

  /// The queue in front of the store that ``Store/enqueue(_:)`` fills.
  public var inbox = InboxConfiguration()

  /// What to do with an error that an effect throws and nobody catches.
  public var failurePolicy = FailurePolicy<Action>.report

  /// How many actions one turn may reduce before it is taken for an endless loop and ended with an issue.
  public var actionLimit = 1_000_000 {
    didSet { precondition(actionLimit > 0, "A turn has to be allowed to reduce one action.") }
  }

  /// A name for the store in issues.
  public var name: String?

  /// Whether issues and other texts about the store show payloads: in debug builds, unless it is set.
  ///
  /// Payloads are what may be secret: the values that actions carry, the texts of errors, ids under which effects can be
  /// cancelled, and the ids of elements in paths. Without them, each is named by its type and its case:
  ///
  /// ```text
  /// The effect "login" (Login.swift:24) threw an error that nobody caught: LoginError.rejected(…). It was started by
  /// Login.Action.submitted(…).
  /// ```
  ///
  /// Of an action's payload, an action of a child is still named, as in `App.Action.rows(.element(id: …, action: .tapped))`:
  /// a payload counts as one when the name of its type ends in `Action`. What you name yourself, stores and effects, is
  /// shown in any case.
  ///
  /// This holds for issues, for the descriptions of ``StoreEvent``, ``ActionValue``, ``EffectSnapshot`` and
  /// ``ShutdownReport``, and for issues that state and dependencies report while the store and its effects use them. It
  /// doesn't hold for the values in these, nor for `printChanges`.
  ///
  /// Whether payloads are shown or not, an issue has an end: a value has about 200 characters in it and a name 100, each on
  /// one line, with all escaped that can't be seen or changes the direction of the text. Of a large value only the
  /// beginning is read.
  public var showsPayloads = IssueText.showsPayloadsByDefault

  /// Takes what is to be in force for an action from whoever gives it to the store; nil for nothing, which costs nothing.
  ///
  /// It is called in ``Store/enqueue(_:)``, and in a `send` from outside whose action has effects, in the task of the
  /// caller. An enqueued action is reduced, and its effects run, in the context that it returns. So do effects that
  /// begin at the end of somebody else's work, such as one that waited under a limit. Without it these run under no
  /// task-locals of a caller's; see <doc:OrderTurnsAndPromises>.
  public var actionContext: (@Sendable () -> ActionContext)?

  /// Makes the default configuration.
  public init() {}
}

/// The queue in front of a store: how much it holds, and what happens when that is not enough.
public struct InboxConfiguration: Sendable, Hashable {
  /// What happens when an action is enqueued and the inbox is full.
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

  /// How many actions the inbox holds; at least one.
  public var capacity: Int {
    didSet { precondition(capacity > 0, "An inbox has to have room for one action.") }
  }
  /// What happens to one more.
  public var overflow: Overflow

  /// Makes a configuration.
  ///
  /// - Parameters:
  ///   - capacity: How many actions the inbox holds; at least one.
  ///   - overflow: What happens to one more.
  public init(capacity: Int = 4096, overflow: Overflow = .reject) {
    precondition(capacity > 0, "An inbox has to have room for one action.")
    self.capacity = capacity
    self.overflow = overflow
  }
}

/// What a store does with an error that an effect throws and nobody catches.
///
/// A `CancellationError`, and an error thrown after the effect was cancelled, never comes here.
public struct FailurePolicy<Action: Sendable>: Sendable {
  enum Reaction: Sendable {
    case report
    case send(@Sendable (any Error) -> Action)
    case cancelScope
  }

  let reaction: Reaction

  /// Reports an issue that names the effect.
  public static var report: FailurePolicy { FailurePolicy(reaction: .report) }

  /// Sends an action made from the error, in the scope of the effect.
  public static func send(_ action: @escaping @Sendable (any Error) -> Action) -> FailurePolicy {
    FailurePolicy(reaction: .send(action))
  }

  /// Cancels all effects of the scope of the effect, and of the scopes below. The state stays.
  public static var cancelScope: FailurePolicy { FailurePolicy(reaction: .cancelScope) }
}
