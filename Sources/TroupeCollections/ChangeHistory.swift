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

/// What is known about the changes since a token. The ids of the changed elements are in an array of the
/// reader's, which the reader uses again: an array for each read would be allocated in each turn.
@usableFromInline
package enum Changes: Sendable {
  /// Nothing has changed.
  case nothing
  /// Only the elements with the ids in the reader's array may have changed. An id may occur more than once.
  case these
  /// Any element may have changed.
  case unknown
}

/// A log of the ids that were added to an observed array, removed from it, or changed in it.
///
/// Each reader of the log has a token as its cursor: the log contains the changes that the reader hasn't read
/// after the mark with the token. The log is a single array, so that it takes one word, is copied with the
/// value to which it belongs, and needs no lock.
///
/// Like the array to which it belongs, the log is inlinable: code that isn't specialized for the type of the
/// ids takes many times as long, and a store reads and writes the log in every turn.
@usableFromInline
struct ChangeHistory<ID: Hashable> {
  @usableFromInline
  enum Record {
    /// The cursor of one or more readers. The first record of a log whose changes are known is a mark.
    case mark(ChangeToken)
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
    records = [.mark(.next())]
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

  /// Appends a record, or discards the log if it is longer than the array after its newest mark, because
  /// reading the log would then take longer than reading all elements.
  @inlinable
  mutating func append(_ record: Record, _ count: Int) {
    if case .lost = records[0] { return }
    if records.count > max(64, count) {
      let newest = newestMark
      guard newest > 0 else { return lose() }
      removeRecords(before: newest)
    }
    records.append(record)
  }

  /// Records that any element may have changed.
  @inlinable
  mutating func lose() {
    clear(.lost)
  }

  // MARK: Reading

  /// Marks the end of the log for a reader, and returns the reader's new token. Readers that read to the same
  /// end share a token.
  ///
  /// - Parameter length: The length of the log when the reader began to read. Later records are removed.
  @inlinable
  mutating func mark(at length: Int) -> ChangeToken {
    if records.count > length { records.removeLast(records.count - length) }
    if case .mark(let token) = records[records.count - 1] { return token }
    let token = ChangeToken.next()
    if case .lost = records[0] {
      clear(.mark(token))
    } else {
      forgetOldMarks()
      records.append(.mark(token))
    }
    return token
  }

  /// Removes the records before the newest mark, unless there are few such records.
  @inlinable
  mutating func forgetOldMarks() {
    guard records.count > 32 else { return }
    let newest = newestMark
    if newest > 16 { removeRecords(before: newest) }
  }

  /// Removes the records before a mark. Only readers that have missed a turn need these records.
  @inlinable
  mutating func removeRecords(before mark: Int) {
    // Memory used by a burst of changes is freed.
    if mark > 64 { records = Array(records[mark...]) } else { records.removeFirst(mark) }
  }

  @inlinable
  var newestMark: Int {
    var index = records.count - 1
    while index > 0 {
      if case .mark = records[index] { return index }
      index -= 1
    }
    return 0
  }

  /// Appends the ids of the elements that have changed since a token to an empty array.
  @inlinable
  func changes(since token: ChangeToken, withAdditions: Bool, into ids: inout [ID]) -> Changes {
    // A log without the token's mark doesn't contain all changes since the token.
    var start = records.count - 1
    while true {
      if case .mark(token) = records[start] { break }
      if start == 0 { return .unknown }
      start -= 1
    }
    for index in (start + 1)..<records.count {
      switch records[index] {
      case .changed(let id): ids.append(id)
      case .added(let id): if withAdditions { ids.append(id) }
      case .mark, .lost: break
      }
    }
    return ids.isEmpty ? .nothing : .these
  }

  @inlinable
  mutating func clear(_ first: Record) {
    // Memory used by a burst of changes is freed.
    records.removeAll(keepingCapacity: records.count <= 64)
    records.append(first)
  }
}

extension ChangeHistory: Sendable where ID: Sendable {}
extension ChangeHistory.Record: Sendable where ID: Sendable {}
