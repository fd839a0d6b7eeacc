@testable import TroupeCollections

/// A reader of an array's log that accesses no elements while it reads.
extension IdentifiedArray {
  /// Returns a token for changes from now on. Tokens of other readers stay valid.
  mutating func watch() -> ChangeToken {
    var length = 0
    _ = read(since: nil, withAdditions: false, length: &length)
    return end(length)
  }

  /// Returns the ids of elements that were changed, replaced or removed since a token.
  ///
  /// - Parameters:
  ///   - token: A token from ``watch()``, of this array or another array.
  ///   - withAdditions: Whether to include the ids of elements that were added.
  func changes(since token: ChangeToken, withAdditions: Bool = false) -> ReadChanges<ID> {
    var ids: [ID] = []
    let changes = history?.changes(since: token, withAdditions: withAdditions, into: &ids) ?? .unknown
    return ReadChanges(changes, ids)
  }

  /// Ends reading.
  mutating func end(_ length: Int) -> ChangeToken {
    var ids: [ID] = []
    return endReading(length, clearing: &ids)
  }

  /// Begins to read the changes since a token.
  mutating func read(since token: ChangeToken?, withAdditions: Bool, length: inout Int) -> ReadChanges<ID> {
    var ids: [ID] = []
    let changes = beginReading(since: token, withAdditions: withAdditions, length: &length, into: &ids)
    return ReadChanges(changes, ids)
  }
}

/// Changes and their ids as one value.
enum ReadChanges<ID: Equatable>: Equatable {
  case nothing
  case these([ID])
  case unknown

  init(_ changes: Changes, _ ids: [ID]) {
    switch changes {
    case .nothing: self = .nothing
    case .these: self = .these(ids)
    case .unknown: self = .unknown
    }
  }
}
