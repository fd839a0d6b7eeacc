import TroupeDurable

/// A call of a storage, on its way.
struct Call: Sendable {
  typealias ID = UInt64
  typealias Answer = CheckedContinuation<Result<Reply, StorageError>, Never>

  let id: ID
  let request: Request
  /// Whether it failed together with others, and has to be tried alone.
  var isAlone = false
}

/// What a call asks for.
enum Request: Sendable {
  case load(key: [UInt8])
  case save(Save)
  case remove(key: [UInt8], expected: RevisionBits)
  /// - Parameter instant: Microseconds since 1970.
  case due(before: Int64, limit: Int)

  struct Save: Sendable {
    let key: [UInt8]
    let bytes: [UInt8]
    let expected: RevisionBits?
    let revision: RevisionBits
    /// Microseconds since 1970.
    let wake: Int64?
  }

  var key: [UInt8]? {
    switch self {
    case .load(let key), .remove(let key, _): key
    case .save(let save): save.key
    case .due: nil
    }
  }

  var storageKey: StorageKey? { key.map { StorageKey(String(decoding: $0, as: UTF8.self)) } }

  /// The revision that is there if the call was done, or, for a removal, was there.
  var mark: RevisionBits? {
    switch self {
    case .save(let save): save.revision
    case .remove(_, let expected): expected
    case .load, .due: nil
    }
  }

  var expected: RevisionBits? {
    switch self {
    case .save(let save): save.expected
    case .remove(_, let expected): expected
    case .load, .due: nil
    }
  }

  /// About how many bytes it sends.
  var size: Int {
    guard case .save(let save) = self else { return key?.count ?? 0 }
    return save.key.count + save.bytes.count + 64
  }
}

/// The answer to a call that went well.
enum Reply: Sendable {
  case done
  case value(bytes: [UInt8], RevisionBits)
  case nothing
  case due([(key: [UInt8], wake: Int64)])
}
