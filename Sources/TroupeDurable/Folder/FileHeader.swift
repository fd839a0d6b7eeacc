/// The header that precedes a value's bytes in a file of a ``FolderStorage``.
///
/// Numbers are little-endian. The header consists of eight bytes that identify the format; the checksum of
/// the following parts; the revision; whether there is a wake instant, and its seconds and attoseconds; the
/// number and the checksum of the value's bytes; the number of the key's bytes; and the key.
struct FileHeader: Equatable {
  /// A defect in a file.
  enum Damage: Error, Equatable, CustomStringConvertible {
    case noHeader, wrongHeader, wrongBytes
    /// The file contains another key, which belongs to another file name.
    case otherKey(String)
    /// The name belongs to a folder, a link, or another object that isn't a regular file.
    case noFile
    /// The file is missing although another file shows that the key wasn't removed.
    case missing(evidence: String)

    var description: String {
      switch self {
      case .noHeader: "the file doesn't start with this storage's header"
      case .wrongHeader: "the header's checksum or length is invalid"
      case .wrongBytes: "the checksum or the number of bytes is invalid"
      case .otherKey(let name): "the file belongs to another key, whose file is called \(name)"
      case .noFile: "a folder, a link or something else has the file's name"
      case .missing(let evidence):
        "the file is missing, although the storage didn't remove it, as \(evidence) shows"
      }
    }
  }

  private static let signature = Array("troupe1\n".utf8)
  /// The number of bytes before the key.
  private static let fixedCount = 8 + 8 + 16 + 17 + 16 + 4
  /// The number of bytes that are read first. These bytes contain the header unless the key is long.
  static let usualCount = 512

  let key: StorageKey
  let revision: StorageRevision
  let wake: WallClockInstant?
  private let byteCount: UInt64
  private let byteChecksum: UInt64
  /// The header's length in bytes.
  private let count: Int

  init(_ key: StorageKey, _ revision: StorageRevision, _ wake: WallClockInstant?, _ bytes: [UInt8]) {
    self.key = key
    self.revision = revision
    self.wake = wake
    byteCount = UInt64(bytes.count)
    byteChecksum = CRC64.checksum(of: bytes[...])
    count = Self.fixedCount + key.text.utf8.count
  }

  var encoded: [UInt8] {
    let (seconds, attoseconds) = wake?.sinceEpoch.components ?? (0, 0)
    var covered: [UInt8] = []
    covered.append(number: revision.low)
    covered.append(number: revision.high)
    covered.append(wake == nil ? 0 : 1)
    covered.append(number: seconds)
    covered.append(number: attoseconds)
    covered.append(number: byteCount)
    covered.append(number: byteChecksum)
    covered.append(number: UInt32(key.text.utf8.count))
    covered += key.text.utf8
    var all = Self.signature
    all.append(number: CRC64.checksum(of: covered[...]))
    return all + covered
  }

  /// Returns the header's length in bytes, from the beginning of a file with a given size.
  static func count(in beginning: [UInt8], of size: Int) throws(Damage) -> Int {
    guard beginning.count >= fixedCount, beginning.starts(with: signature) else { throw .noHeader }
    let count = fixedCount + Int(beginning.number(at: fixedCount - 4, as: UInt32.self))
    // The length is checked before further bytes are read, because a damaged file can contain any number.
    guard count <= size else { throw .wrongHeader }
    return count
  }

  /// Reads the header from a file's bytes.
  init(_ file: [UInt8]) throws(Damage) {
    count = try Self.count(in: file, of: file.count)
    let checksum = file.number(at: 8, as: UInt64.self)
    guard CRC64.checksum(of: file[16..<count]) == checksum else { throw .wrongHeader }
    revision = StorageRevision(
      high: file.number(at: 24, as: UInt64.self),
      low: file.number(at: 16, as: UInt64.self)
    )
    let seconds = file.number(at: 33, as: Int64.self)
    let attoseconds = file.number(at: 41, as: Int64.self)
    wake =
      file[32] == 0
      ? nil
      : WallClockInstant(sinceEpoch: Duration(secondsComponent: seconds, attosecondsComponent: attoseconds))
    byteCount = file.number(at: 49, as: UInt64.self)
    byteChecksum = file.number(at: 57, as: UInt64.self)
    key = StorageKey(String(decoding: file[Self.fixedCount..<count], as: UTF8.self))
  }

  /// Checks that a file's size matches its header.
  func checkSize(_ size: Int) throws(Damage) {
    let (whole, isTooMuch) = byteCount.addingReportingOverflow(UInt64(count))
    guard !isTooMuch, whole == UInt64(size) else { throw .wrongBytes }
  }

  /// Returns the value's bytes from a file that starts with this header.
  func bytes(in file: [UInt8]) throws(Damage) -> [UInt8] {
    let bytes = file[count...]
    guard UInt64(bytes.count) == byteCount, CRC64.checksum(of: bytes) == byteChecksum else {
      throw .wrongBytes
    }
    return Array(bytes)
  }
}

extension [UInt8] {
  fileprivate mutating func append(number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  /// Returns the little-endian number at an offset. The offset must be in range.
  fileprivate func number<Number: FixedWidthInteger>(at offset: Int, as type: Number.Type) -> Number {
    withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: type)) }
  }
}
