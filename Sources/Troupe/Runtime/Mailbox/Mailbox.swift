import Synchronization

/// A message to a store from outside its executor.
enum Mail: Sendable {
  /// An action to reduce. The gate checks whether the scoped store that sent the action is still alive.
  case action(any AnyQueuedAction, gate: MailGate?)
  /// An action to reduce in the context in which it was enqueued, with its cause.
  indirect case carried(any AnyQueuedAction, gate: MailGate?, ActionContext?, TracedCause?)
  /// An action that code inside a turn sent with `assumeIsolated`.
  case forced(any AnyQueuedAction, CallSite)
  case cancel(CascadeID)
  /// The work of a cancelled effect has ended, and no other work depends on it.
  case ended(RunningEffect)
  /// A task with a higher priority is waiting for the cascade.
  case raise(CascadeID, Priority)
  case addSink(EventSink<StoreEvent>)
  case removeSink(EventSink<StoreEvent>)
  /// The feed with this number was released by its last user.
  case removeFeed(UInt64)
  /// A new store has to start the effects that its initial state declares.
  case start
  /// A shared value that the store has read has changed elsewhere.
  case sharedValuesChanged

  /// Whether the message reports the end of an effect's work.
  var isEnd: Bool {
    if case .ended = self { true } else { false }
  }

  /// Whether the message is an enqueued action.
  var isAction: Bool {
    switch self {
    case .action, .carried: true
    default: false
    }
  }
}

/// The messages that are waiting for a store's executor. The mailbox can be used from any context.
struct Mailbox: ~Copyable, Sendable {
  enum Appended: Sendable {
    case appended(mustSchedule: Bool)
    /// The action was added, and an older action was dropped to make room.
    case replaced(Mail)
    case dropped
    case rejected(StoreError)
  }

  /// All messages that one call removes from a mailbox.
  struct Content: Sendable {
    var entries: Queue<Mail>
    /// Whether each message reports that an effect has ended.
    let hasOnlyEnds: Bool
    /// The number of actions that were dropped because the mailbox was full, counted since the messages were
    /// last taken.
    let newOverflows: Int
  }

  private let state = Locked(State())
  /// Whether the mailbox may contain a message. A turn reads this flag without the lock.
  private let hasMail = Atomic(false)

  /// Whether the mailbox has no messages.
  var isEmpty: Bool { !hasMail.load(ordering: .acquiring) }

  /// The number of actions that were dropped because the mailbox was full.
  var overflowCount: Int { state.withLock { $0.overflows?.count ?? 0 } }

  /// Whether actions are rejected.
  var isClosed: Bool { state.withLock { $0.closed != nil } }

  /// Adds a message that isn't an action. The capacity doesn't apply to such messages.
  ///
  /// - Returns: Whether the caller has to schedule a drain.
  func append(_ mail: Mail) -> Bool {
    state.withLock { state in
      defer { hasMail.store(true, ordering: .releasing) }
      return state.append(mail)
    }
  }

  /// Adds an action, if the capacity or the overflow policy allows it.
  func append(_ action: Mail, inbox: InboxConfiguration) -> Appended {
    state.withLock { state in
      let result = state.append(action, inbox: inbox)
      if case .rejected = result {} else { hasMail.store(true, ordering: .releasing) }
      return result
    }
  }

  /// Records that the scheduled drain has begun, so that the next message schedules another drain.
  func drainBegan() { state.withLock { $0.isScheduled = false } }

  /// Removes all messages and returns them in order.
  func takeAll() -> Content {
    state.withLock { state in
      hasMail.store(false, ordering: .relaxed)
      return state.takeAll()
    }
  }

  /// Rejects all actions from now on.
  func close(because reason: StoreError.Code) { state.withLock { $0.close(because: reason) } }

  /// If the mailbox is empty, rejects all actions from now on. Returns whether the mailbox is closed.
  func closeIfEmpty() -> Bool {
    state.withLock { state in
      if state.entries.isEmpty { state.close(because: .shutDown) }
      return state.closed != nil
    }
  }
}

extension Mailbox {
  /// The state that the lock protects. The type isn't private, because the compiler loses the metadata of a
  /// private type here.
  struct State {
    // Every store has these properties, so that each of them takes as few bytes as possible.
    var entries = Queue<Mail>()
    /// The dropped actions; nil until an action is dropped.
    var overflows: Overflows?
    var actionCount: UInt32 = 0
    /// Whether each message reports that an effect has ended.
    var hasOnlyEnds = true
    var isScheduled = false
    /// The reason why actions are rejected; nil while actions are accepted.
    var closed: StoreError.Code?

    final class Overflows {
      var count = 0
      /// The value of `count` when the messages were last taken.
      var knownCount = 0
    }

    mutating func append(_ mail: Mail) -> Bool {
      entries.append(mail)
      if hasOnlyEnds { hasOnlyEnds = mail.isEnd }
      return schedule()
    }

    mutating func append(_ action: Mail, inbox: InboxConfiguration) -> Appended {
      if let closed { return .rejected(StoreError(closed)) }
      if Int(actionCount) < inbox.capacity {
        entries.append(action)
        actionCount += 1
        hasOnlyEnds = false
        return .appended(mustSchedule: schedule())
      }
      switch inbox.overflow.policy {
      case .reject:
        return .rejected(.inboxFull(capacity: inbox.capacity))
      case .dropNewest:
        recordOverflow()
        return .dropped
      case .dropOldest:
        recordOverflow()
        guard let oldest = entries.removeFirst(where: { $0.isAction })
        else { return .dropped }
        entries.append(action)
        // The caller releases the old action outside the lock.
        return .replaced(oldest)
      }
    }

    private mutating func recordOverflow() {
      let overflows = overflows ?? Overflows()
      self.overflows = overflows
      overflows.count += 1
    }

    mutating func takeAll() -> Content {
      let content = Content(
        entries: entries,
        hasOnlyEnds: hasOnlyEnds,
        newOverflows: overflows.map { $0.count - $0.knownCount } ?? 0
      )
      if let overflows { overflows.knownCount = overflows.count }
      entries = Queue()
      actionCount = 0
      hasOnlyEnds = true
      return content
    }

    mutating func close(because reason: StoreError.Code) { if closed == nil { closed = reason } }

    private mutating func schedule() -> Bool {
      defer { isScheduled = true }
      return !isScheduled
    }
  }
}
