// virtual time: simulations run everything in this file.
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeSimulation
import TroupeTesting

/// Reminders of one key, each of which calls a receiver at an instant.
@Reducer
struct Reminders {
  struct Item: Codable, Hashable, Sendable {
    let id: Int
    let at: WallClockInstant
  }

  struct State: Codable, Equatable, Sendable {
    var pending: [Item] = []
    var done: [Int] = []

    var next: Item? { pending.min { ($0.at, $0.id) < ($1.at, $1.id) } }
  }

  enum Action: Sendable {
    case set(Item)
    case delivered(Int)
  }

  /// Delivers an item to the receiver. It returns when the receiver has accepted the item.
  let deliver: @Sendable (Item) async throws -> Void
  /// Is called after the item's delivery is saved.
  let mark: @Sendable (Item) -> Void
  /// Counts the effects that are running.
  let running: Tallied<Int>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .set(let item):
        if !state.done.contains(item.id), !state.pending.contains(where: { $0.id == item.id }) {
          state.pending.append(item)
        }
        return .none
      case .delivered(let id):
        guard let index = state.pending.firstIndex(where: { $0.id == id }) else { return .none }
        let item = state.pending.remove(at: index)
        state.done.append(id)
        return .run { [mark] _ in mark(item) }
      }
    }
    .task(id: { $0.next }) { [deliver, running] item in
      .run { send in
        running.change { $0 += 1 }
        defer { running.change { $0 -= 1 } }
        // The date may be moved during a sleep.
        while case let rest = WallClockInstant.now.duration(to: item.at), rest > .zero {
          try await Task.sleep(for: min(rest, .seconds(10)))
        }
        try await deliver(item)
        await send(.delivered(item.id))
      }
    }
  }
}

/// What the reminders of all processes did, as an observer of the whole system sees it.
final class ReminderLog: Sendable {
  struct Facts {
    var accepted: [Int] = []
    var attempts: [Int: Int] = [:]
    var marked: [Int: Int] = [:]
    /// The processes whose effects have called the receiver for each item.
    var callers: [Int: Set<String>] = [:]
  }

  let facts = Locked(Facts())

  /// Records that an effect is about to call the receiver.
  ///
  /// - Parameters:
  ///   - isFirst: Whether this is the effect's first call.
  ///   - isOnlyOwner: Whether no other process uses the item's key.
  func attempt(_ item: Reminders.Item, by name: String, isFirst: Bool, isOnlyOwner: Bool) {
    if isFirst, WallClockInstant.now < item.at {
      reportIssue("The item \(item.id) is delivered before its time.")
    }
    let wasMarked = facts.withLock { facts in
      facts.attempts[item.id, default: 0] += 1
      facts.callers[item.id, default: []].insert(name)
      return facts.marked[item.id] != nil
    }
    if isOnlyOwner, wasMarked { reportIssue("The delivery of \(item.id) was saved, and began again.") }
  }

  func accept(_ id: Int) { facts.withLock { if !$0.accepted.contains(id) { $0.accepted.append(id) } } }

  func mark(_ id: Int) {
    let (isAccepted, count) = facts.withLock { facts in
      facts.marked[id, default: 0] += 1
      return (facts.accepted.contains(id), facts.marked[id, default: 0])
    }
    if !isAccepted { reportIssue("The delivery of \(id) was saved, and the receiver hasn't accepted it.") }
    if count > 1 { reportIssue("The delivery of \(id) was saved twice.") }
  }
}

/// The part of a system that a process keeps in memory while it runs.
final class ReminderRun: Sendable {
  private struct Known {
    weak var store: StoreOf<Reminders>?
  }

  let running = Tallied(0)
  /// The keys for which a client's request is in progress.
  let asked = Locked<[String: Int]>([:])
  private let due = Locked<Set<String>>([])
  private let stores = Locked<[Known]>([])

  /// The number of stores that exist.
  var storeCount: Int { stores.withLock { $0.count { $0.store != nil } } }

  func opened(_ store: StoreOf<Reminders>) {
    stores.withLock { stores in
      stores.removeAll { $0.store == nil }
      stores.append(Known(store: store))
    }
  }

  /// Checks that a store is opened because a client has asked for it or because it was due.
  func willOpen(_ key: String) {
    if asked.withLock({ $0[key, default: 0] > 0 }) || due.withLock({ $0.contains(key) }) { return }
    reportIssue("The store \(key) was opened before it was due, and no client has asked for it.")
  }

  func answered(_ keys: [ScheduledKey], at now: WallClockInstant) {
    due.withLock { due in for key in keys where key.wake <= now { due.insert(key.key.text) } }
  }
}

/// A storage that tells a run which keys are due.
struct DueLog: Storage {
  let base: any Storage
  let run: ReminderRun

  func load(_ key: StorageKey) async throws(StorageError) -> StoredValue? { try await base.load(key) }

  func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?
  ) async throws(StorageError) {
    try await base.save(bytes, for: key, expecting: expected, as: revision, wake: wake)
  }

  func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError) {
    try await base.remove(key, expecting: expected)
  }

  func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [ScheduledKey] {
    // The directory asks for the keys of the next second, and opens those that are due now.
    let now = WallClockInstant.now
    let keys = try await base.due(before: instant, limit: limit)
    run.answered(keys, at: now)
    return keys
  }
}
