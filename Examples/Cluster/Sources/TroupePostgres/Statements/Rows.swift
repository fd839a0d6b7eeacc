import CPostgres

/// The rows that a statement returned, in the binary format. It stays on the thread of the connection.
final class Rows {
  private let result: OpaquePointer

  init(_ result: OpaquePointer) { self.result = result }

  deinit { PQclear(result) }

  var status: ExecStatusType { PQresultStatus(result) }

  /// A part of an error, as the protocol of the server names it; nil if it has none.
  func errorField(_ name: Unicode.Scalar) -> String? {
    PQresultErrorField(result, Int32(name.value)).map { String(cString: $0) }
  }

  var count: Int { Int(PQntuples(result)) }

  /// The bytes of a field; nil if it is null.
  func bytes(_ row: Int, _ column: Int32) -> [UInt8]? {
    field(row, column).map { Array($0) }
  }

  /// A number of eight bytes; nil if it is null.
  func number(_ row: Int, _ column: Int32) -> Int64? {
    field(row, column).map { Int64(bitPattern: Self.number($0)) }
  }

  /// A revision; nil if it is null.
  func revision(_ row: Int, _ column: Int32) -> RevisionBits? {
    field(row, column).map {
      RevisionBits(
        high: Self.number(UnsafeRawBufferPointer(rebasing: $0.prefix(8))),
        low: Self.number(UnsafeRawBufferPointer(rebasing: $0.dropFirst(8)))
      )
    }
  }

  private func field(_ row: Int, _ column: Int32) -> UnsafeRawBufferPointer? {
    guard PQgetisnull(result, Int32(row), column) == 0 else { return nil }
    let count = Int(PQgetlength(result, Int32(row), column))
    return UnsafeRawBufferPointer(start: PQgetvalue(result, Int32(row), column), count: count)
  }

  private static func number(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
