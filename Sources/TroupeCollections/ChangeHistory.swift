import Synchronization

/// A point in time from which changes to an identified array are logged.
@usableFromInline
package struct ChangeToken: Equatable, Sendable {
  @usableFromInline let number: UInt64

  @usableFromInline
  init(number: UInt64) { self.number = number }

  /// Returns a new, unique token.
  @usableFromInline
  static func next() -> ChangeToken {
    ChangeToken(number: counter.add(1, ordering: .relaxed).newValue)
  }

  private static let counter = Atomic<UInt64>(0)
}

/// The known changes since a token.
@usableFromInline
package enum Changes<ID> {
  /// Nothing has changed.
  case nothing
  /// Only the elements with these ids may have changed. An id may occur more than once.
  case these([ID])
  /// Any element may have changed.
  case unknown
}

extension Changes: Equatable where ID: Equatable {}
extension Changes: Sendable where ID: Sendable {}

/// A log of the ids that were added to an observed array, removed from it, or changed in it since a token was
/// created.
///
/// The log is a single array, so that it takes one word, is copied with the value to which it belongs, and
/// needs no lock.
///
/// Like the array to which it belongs, the log is inlinable: code that isn't specialized for the type of the
/// ids takes many times as long, and a store reads and writes the log in every turn.
@usableFromInline
struct ChangeHistory<ID: Hashable> {
  @usableFromInline
  enum Record {
    /// The token at which the log starts. This is the first record of a log whose changes are known.
    case start(ChangeToken)
    /// The changes are no longer known. This is the only record of its log.
    case lost
    /// An element was removed, replaced or changed.
    case changed(ID)
    case added(ID)
  }

  @usableFromInline
  var records: [Record]

  @inlinable
  init() {
    records = [.start(.next())]
  }

  // MARK: Writing

  /// Logs that the element with an id was removed, replaced or changed in an array with a given number of
  /// elements.
  @inlinable
  mutating func record(_ id: ID, count: Int) {
    // The same element is often changed several times in a row.
    if case .changed(id) = records[records.count - 1] { return }
    append(.changed(id), count)
  }

  /// Logs that an element with an id was added to an array, which now has a given number of elements.
  @inlinable
  mutating func recordAddition(_ id: ID, count: Int) { append(.added(id), count) }

  /// Appends a record, or discards the log if it is longer than the array, because reading the log would then
  /// take longer than reading all elements.
  @inlinable
  mutating func append(_ record: Record, _ count: Int) {
    if case .lost = records[0] { return }
    guard records.count <= max(64, count) else { return lose() }
    records.append(record)
  }

  /// Records that any element may have changed.
  @inlinable
  mutating func lose() {
    clear(.lost)
  }

  // MARK: Reading

  /// Restarts the log and returns its token.
  ///
  /// If nothing has changed since the log started, its token is kept, so that two observers of an array don't
  /// invalidate each other's tokens.
  @inlinable
  mutating func renew() -> ChangeToken {
    if records.count == 1, case .start(let moment) = records[0] { return moment }
    let moment = ChangeToken.next()
    clear(.start(moment))
    return moment
  }

  @inlinable
  func changes(since token: ChangeToken, withAdditions: Bool) -> Changes<ID> {
    // A log that starts with another token doesn't contain all changes.
    guard case .start(token) = records[0] else { return .unknown }
    var ids: [ID] = []
    for index in 1..<records.count {
      switch records[index] {
      case .changed(let id): ids.append(id)
      case .added(let id): if withAdditions { ids.append(id) }
      case .start, .lost: break
      }
    }
    return ids.isEmpty ? .nothing : .these(ids)
  }

  @inlinable
  mutating func clear(_ first: Record) {
    // The log restarts in every turn and shouldn't allocate memory each time. Memory used by a burst of
    // changes is freed.
    records.removeAll(keepingCapacity: records.count <= 64)
    records.append(first)
  }
}

extension ChangeHistory: Sendable where ID: Sendable {}
extension ChangeHistory.Record: Sendable where ID: Sendable {}
