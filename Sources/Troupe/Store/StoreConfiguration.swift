/// How a store runs.
public struct StoreConfiguration<Action: Sendable>: Sendable {
  /// The executor that the store is isolated to; one of its own where it is nil.
  ///
  /// The store keeps it alive. All stores that are scoped from the store run on it, too.
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
