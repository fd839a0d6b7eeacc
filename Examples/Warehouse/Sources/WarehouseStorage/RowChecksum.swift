import Foundation
import GRDB
import TroupeDurable

/// The checksum of a row of the table `state`, over all of its other columns.
enum RowChecksum {
  /// The columns that ``isRight(of:for:)`` reads, in its order.
  static let columns = "key, revision, wake, value, checksum"

  static func of(
    key: some ContiguousBytes,
    revision: String,
    wake: Int64?,
    value: some ContiguousBytes
  ) -> Int64 {
    var sum = CRC64()
    sum.add(part: key)
    sum.add(part: Data(revision.utf8))
    sum.add(UInt8(wake == nil ? 0 : 1))
    sum.add(wake ?? 0)
    sum.add(part: value)
    return Int64(bitPattern: sum.checksum)
  }

  /// Whether a row is unchanged since it was saved.
  ///
  /// - Parameter key: The key by which the row was found; nil for the key of the row.
  static func isRight(of row: Row, for key: Data? = nil) throws -> Bool {
    guard case .blob(let rowKey) = (row[0] as DatabaseValue).storage,
      case .string(let revision) = (row[1] as DatabaseValue).storage, StorageRevision(revision) != nil,
      case .int64(let checksum) = (row[4] as DatabaseValue).storage
    else { return false }
    let wake: Int64?
    switch (row[2] as DatabaseValue).storage {
    case .null: wake = nil
    case .int64(let microseconds): wake = microseconds
    default: return false
    }
    // It isn't copied: there may be a hundred thousand rows.
    return try row.withUnsafeData(atIndex: 3) { value in
      value.map { of(key: key ?? rowKey, revision: revision, wake: wake, value: $0) } == checksum
    }
  }
}

extension CRC64 {
  /// Adds bytes after their number, so that none can be taken for a byte of the next part.
  fileprivate mutating func add(part: some ContiguousBytes) {
    part.withUnsafeBytes { bytes in
      add(UInt64(bytes.count))
      add(bytes)
    }
  }
}
