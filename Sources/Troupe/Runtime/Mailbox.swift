/// A message to a store from outside its executor.
enum Mail: Sendable {
  /// An action to reduce. The gate tells whether the scoped store that it was sent through is still alive.
  case action(any ErasedDelivery, gate: MailGate?)
  /// An action to reduce in the context in which it was enqueued, with what it follows from.
  indirect case carried(any ErasedDelivery, gate: MailGate?, ActionContext?, TracedCause?)
  /// An action that code inside a turn sent by force.
  case forced(any ErasedDelivery, SourceLocation)
  case cancel(CascadeID)
  /// The work of a cancelled effect is over, after which nothing else goes on.
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
  func admits(_ action: any Sendable, at location: SourceLocation) -> Bool
}

/// The gate of the scoped store through which an action was enqueued, and where it was.
///
/// It is a class so that a message is small: the actions of root stores have none.
final class MailGate: Sendable {
  private let gate: any Gate
  private let location: SourceLocation

  init(gate: any Gate, location: SourceLocation) {
    self.gate = gate
    self.location = location
  }

  func admits(_ leaf: any ErasedDelivery) -> Bool { gate.admits(leaf.value, at: location) }
}

/// The state of a mailbox. Use it only under the mailbox's lock.
struct Mailbox {
  enum Appended {
    case appended(mustSchedule: Bool)
    /// An older action was dropped to make room. It must be released outside the lock.
    case replaced(Mail)
    case dropped
    case rejected(InboxError)
  }

  /// All messages, as they are taken.
  struct Content {
    var entries: Queue<Mail>
    /// Whether all messages are ends of effects.
    let hasOnlyEnds: Bool
    /// How many actions were dropped because the mailbox was full.
    let overflowCount: Int
  }

  private var entries = Queue<Mail>()
  private var actionCount = 0
  /// Whether all messages are ends of effects.
  private var hasOnlyEnds = true
  private var isScheduled = false
  /// Why it takes no more actions; nil as long as it does. Each store has it, so it takes only a byte.
  private(set) var closed: StoreClosed.Code?
  /// How many actions were dropped because the mailbox was full.
  private(set) var overflowCount = 0

  /// Adds a message that isn't an action. There is always room for it.
  mutating func append(_ mail: Mail) -> Bool {
    entries.append(mail)
    if hasOnlyEnds { hasOnlyEnds = mail.isEnd }
    return schedule()
  }

  /// Adds an action if there is room.
  mutating func append(_ action: Mail, inbox: InboxConfiguration) -> Appended {
    if let closed { return .rejected(.closed(because: StoreClosed(closed))) }
    if actionCount < inbox.capacity {
      entries.append(action)
      actionCount += 1
      hasOnlyEnds = false
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

  /// Takes all messages, in order.
  mutating func takeAll() -> Content {
    let content = Content(entries: entries, hasOnlyEnds: hasOnlyEnds, overflowCount: overflowCount)
    entries = Queue()
    actionCount = 0
    hasOnlyEnds = true
    return content
  }

  mutating func takingBegan() { isScheduled = false }

  mutating func close(because reason: StoreClosed.Code) { if closed == nil { closed = reason } }

  /// Refuses actions from now on, if there is no mail. Returns whether it does.
  mutating func closeIfEmpty() -> Bool {
    if entries.isEmpty { close(because: .shutDown) }
    return closed != nil
  }

  private mutating func schedule() -> Bool {
    defer { isScheduled = true }
    return !isScheduled
  }
}
