import Synchronization

/// A message to a store from outside its executor.
enum Mail: Sendable {
  /// An action to reduce. The gate tells whether the scoped store that it was sent through is still alive.
  case action(any AnyQueuedAction, gate: MailGate?)
  /// An action to reduce in the context in which it was enqueued, with its cause.
  indirect case carried(any AnyQueuedAction, gate: MailGate?, ActionContext?, TracedCause?)
  /// An action that code inside a turn sent by force.
  case forced(any AnyQueuedAction, CallSite)
  case cancel(CascadeID)
  /// The work of a cancelled effect has ended, and no other work depends on it.
  case ended(RunningEffect)
  /// A task of higher priority waits for the cascade.
  case raise(CascadeID, Priority)
  case addSink(EventSink<StoreEvent>)
  case removeSink(EventSink<StoreEvent>)
  /// Nobody has the feed with this number any more.
  case removeFeed(UInt64)
  /// The state of a new store is to begin what it declares.
  case start

  /// Whether the message says that the work of an effect is over.
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

/// A check on the store's executor before an enqueued action is reduced.
protocol Gate: AnyObject, Sendable {
  /// Returns whether the action may be reduced. Reports an issue at the location if it may not.
  func admits(_ action: any Sendable, at location: CallSite) -> Bool
}

/// The gate of the scoped store through which an action was enqueued, and where it was.
///
/// It is a class so that a message is small: the actions of root stores have none.
final class MailGate: Sendable {
  private let gate: any Gate
  private let location: CallSite

  init(gate: any Gate, location: CallSite) {
    self.gate = gate
    self.location = location
  }

  func admits(_ leaf: any AnyQueuedAction) -> Bool { gate.admits(leaf.value, at: location) }
}

/// The messages to a store that wait for its executor. It may be used from anywhere.
struct Mailbox: ~Copyable, Sendable {
  enum Appended: Sendable {
    case appended(mustSchedule: Bool)
    /// An older action was dropped to make room.
    case replaced(Mail)
    case dropped
    case rejected(StoreError)
  }

  /// All messages, as they are taken.
  struct Content: Sendable {
    var entries: Queue<Mail>
    /// Whether all messages are ends of effects.
    let hasOnlyEnds: Bool
    /// How many actions were dropped since the messages were last taken, because the mailbox was full.
    let newOverflows: Int
  }

  private let state = Locked(State())
  /// A turn looks at this without the lock.
  private let hasMail = Atomic(false)

  /// Whether there is no message.
  var isEmpty: Bool { !hasMail.load(ordering: .acquiring) }

  /// How many actions were dropped because the mailbox was full.
  var overflowCount: Int { state.withLock { $0.overflowCount } }

  /// Whether actions are refused.
  var isClosed: Bool { state.withLock { $0.closed != nil } }

  /// Adds a message that isn't an action. There is always room for it.
  ///
  /// - Returns: Whether the caller has to schedule a drain.
  func append(_ mail: Mail) -> Bool {
    state.withLock { state in
      defer { hasMail.store(true, ordering: .releasing) }
      return state.append(mail)
    }
  }

  /// Adds an action if there is room.
  func append(_ action: Mail, inbox: InboxConfiguration) -> Appended {
    state.withLock { state in
      let result = state.append(action, inbox: inbox)
      if case .rejected = result {} else { hasMail.store(true, ordering: .releasing) }
      return result
    }
  }

  /// Records that the drain that was scheduled begins, so that the next message schedules another.
  func drainBegan() { state.withLock { $0.isScheduled = false } }

  /// Takes all messages, in order.
  func takeAll() -> Content {
    state.withLock { state in
      hasMail.store(false, ordering: .relaxed)
      return state.takeAll()
    }
  }

  /// Refuses actions from now on.
  func close(because reason: StoreError.Code) { state.withLock { $0.close(because: reason) } }

  /// Refuses actions from now on, if there is no message. Returns whether it does.
  func closeIfEmpty() -> Bool {
    state.withLock { state in
      if state.entries.isEmpty { state.close(because: .shutDown) }
      return state.closed != nil
    }
  }
}

extension Mailbox {
  /// What the lock guards. It isn't private only because the compiler then loses its metadata.
  struct State {
    var entries = Queue<Mail>()
    var actionCount = 0
    /// Whether all messages are ends of effects.
    var hasOnlyEnds = true
    var isScheduled = false
    /// Why it takes no more actions; nil as long as it does. Each store has it, so it takes only a byte.
    var closed: StoreError.Code?
    var overflowCount = 0
    /// The overflows that were there when the messages were last taken.
    var knownOverflows = 0

    mutating func append(_ mail: Mail) -> Bool {
      entries.append(mail)
      if hasOnlyEnds { hasOnlyEnds = mail.isEnd }
      return schedule()
    }

    mutating func append(_ action: Mail, inbox: InboxConfiguration) -> Appended {
      if let closed { return .rejected(StoreError(closed)) }
      if actionCount < inbox.capacity {
        entries.append(action)
        actionCount += 1
        hasOnlyEnds = false
        return .appended(mustSchedule: schedule())
      }
      switch inbox.overflow.policy {
      case .reject:
        return .rejected(.inboxFull(capacity: inbox.capacity))
      case .dropNewest:
        overflowCount += 1
        return .dropped
      case .dropOldest:
        overflowCount += 1
        guard let oldest = entries.removeFirst(where: { $0.isAction })
        else { return .dropped }
        entries.append(action)
        // It is released outside of the lock.
        return .replaced(oldest)
      }
    }

    mutating func takeAll() -> Content {
      let content = Content(
        entries: entries,
        hasOnlyEnds: hasOnlyEnds,
        newOverflows: overflowCount - knownOverflows
      )
      knownOverflows = overflowCount
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
