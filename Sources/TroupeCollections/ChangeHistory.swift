import Synchronization

/// A moment after which changes of an identified array are logged.
@usableFromInline
package struct ChangeToken: Equatable, Sendable {
  fileprivate let number: UInt64

  /// Returns a unique moment.
  fileprivate static func next() -> ChangeToken {
    ChangeToken(number: counter.add(1, ordering: .relaxed).newValue)
  }

  private static let counter = Atomic<UInt64>(0)
}

/// The known changes since a moment.
package enum Changes<ID> {
  /// No existing element was changed, replaced or removed.
  case nothing
  /// Only elements with these ids may have been changed, replaced or removed. An id may occur more than once.
  case these([ID])
  /// Every element may have been.
  case unknown
}

extension Changes: Equatable where ID: Equatable {}
extension Changes: Sendable where ID: Sendable {}

/// The log of an array that is watched: which ids were removed or touched since a moment.
///
/// It is one array, so that it takes one word, is copied with the value that it belongs to, and needs no
/// lock.
@usableFromInline
struct ChangeHistory<ID: Hashable> {
  fileprivate enum Record {
    /// The moment with which the log begins. It is the first record, unless that is `lost`.
    case start(Start)
    /// The changes are no longer known. It is the only record.
    case lost
    /// An element was removed, replaced or touched.
    case changed(ID)
  }

  fileprivate struct Start {
    let moment = ChangeToken.next()
    /// Whether elements were added since then.
    var isGrown = false
  }

  private var records: [Record]

  init() {
    records = [.start(Start())]
  }

  // MARK: Writing

  /// Logs an id. If the log is longer than the array, reading it would take longer than reading all elements,
  /// so it is given up.
  @usableFromInline
  mutating func note(_ id: ID, count: Int) {
    // The same element is often changed several times in a row.
    if case .changed(id) = records[records.count - 1] { return }
    if case .lost = records[0] { return }
    guard records.count <= max(64, count) else { return lose() }
    records.append(.changed(id))
  }

  /// Notes that an element was added.
  @usableFromInline
  mutating func noteAddition() {
    guard case .start(var start) = records[0], !start.isGrown else { return }
    start.isGrown = true
    records[0] = .start(start)
  }

  /// Notes that any element may have changed.
  mutating func lose() {
    clear(.lost)
  }

  // MARK: Reading

  /// Begins the log anew.
  ///
  /// If nothing has happened since it began, its moment stays: two watchers of an array don't invalidate each
  /// other's moments.
  mutating func renew() -> ChangeToken {
    if records.count == 1, case .start(let start) = records[0], !start.isGrown { return start.moment }
    let start = Start()
    clear(.start(start))
    return start.moment
  }

  func changes(since token: ChangeToken) -> Changes<ID> {
    guard isKnown(since: token) else { return .unknown }
    if records.count == 1 { return .nothing }
    return .these(
      records.compactMap { record in
        if case .changed(let id) = record { id } else { nil }
      }
    )
  }

  /// Whether the log holds all that has happened.
  private func isKnown(since token: ChangeToken) -> Bool {
    if case .start(let start) = records[0] { start.moment == token } else { false }
  }

  private mutating func clear(_ first: Record) {
    // It begins anew in every turn and shouldn't allocate then. The memory of a burst is freed.
    records.removeAll(keepingCapacity: records.count <= 64)
    records.append(first)
  }
}

extension ChangeHistory: Sendable where ID: Sendable {}
extension ChangeHistory.Record: Sendable where ID: Sendable {}
