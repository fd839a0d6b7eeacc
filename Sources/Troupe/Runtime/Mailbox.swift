/// What reaches a store from outside of its executor, in order.
enum Mail: Sendable {
  /// An action to reduce; the gate says whether the scoped store that it was sent through still stands.
  case action(any ErasedDelivery, gate: (any Gate)?)
  /// The same, in the context of whoever enqueued it.
  indirect case carried(any ErasedDelivery, gate: (any Gate)?, ActionContext)
  /// An action that code inside of a turn has sent by force.
  case forced(any ErasedDelivery)
  case cancel(CascadeID)
  case addSink(EventSink)
  case removeSink(EventSink)

  /// Whether it is an action that was enqueued.
  var isAction: Bool {
    switch self {
    case .action, .carried: true
    default: false
    }
  }
}

/// Something that an action has to pass on the store's executor.
protocol Gate: AnyObject, Sendable {
  /// Tells whether the action may be reduced; reports an issue when it may not.
  func admits(_ action: any Sendable) -> Bool
}

/// The state of a mailbox, to be used under its lock.
struct Mailbox {
  enum Appended {
    case appended(mustSchedule: Bool)
    /// One was dropped to make room; it must be released outside of the lock.
    case replaced(Mail)
    case dropped
    case rejected(InboxError)
  }

  private var entries = Queue<Mail>()
  private var actionCount = 0
  private var isScheduled = false
  private(set) var isClosed = false
  /// How many actions were dropped because the mailbox was full.
  private(set) var overflowCount = 0

  /// Adds what is no action; there is always room for it.
  mutating func append(_ mail: Mail) -> Bool {
    entries.append(mail)
    return schedule()
  }

  /// Adds an action, if there is room.
  mutating func append(_ action: Mail, inbox: InboxConfiguration) -> Appended {
    if isClosed { return .rejected(.closed) }
    if actionCount < inbox.capacity {
      entries.append(action)
      actionCount += 1
      return .appended(mustSchedule: schedule())
    }
    switch inbox.overflow.policy {
    case .reject:
      return .rejected(.full(capacity: inbox.capacity))
    case .dropNewest:
      overflowCount += 1
      return .dropped
    case .dropOldest:
      overflowCount += 1
      guard let oldest = entries.removeFirst(where: { $0.isAction })
      else { return .dropped }
      entries.append(action)
      return .replaced(oldest)
    }
  }

  /// Takes all there is, in order.
  mutating func takeAll() -> Queue<Mail> {
    actionCount = 0
    return Swift.exchange(&entries, with: Queue())
  }

  mutating func takingBegan() { isScheduled = false }

  mutating func close() { isClosed = true }

  private mutating func schedule() -> Bool {
    defer { isScheduled = true }
    return !isScheduled
  }
}
