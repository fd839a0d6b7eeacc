/// A name in a folder. Names are compared as bytes, because strings with different bytes can be equal.
struct DiskName: Hashable, Comparable, Sendable {
  /// The maximum number of bytes, as on the usual file systems.
  static let lengthLimit = 255

  let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  var text: String { String(decoding: bytes, as: UTF8.self) }
  /// Whether the name is `.`, which refers to the folder that contains it.
  var isDot: Bool { bytes == [UInt8(ascii: ".")] }
  /// Whether the name is `..`, which refers to the parent folder.
  var isDotDot: Bool { bytes == [UInt8(ascii: "."), UInt8(ascii: ".")] }

  static func < (lhs: Self, rhs: Self) -> Bool { lhs.bytes.lexicographicallyPrecedes(rhs.bytes) }
}

/// A path, split into names. A relative path starts at the root, which is the current folder of all
/// processes.
struct DiskPath: Sendable {
  /// The maximum number of bytes, without the terminating zero.
  static let lengthLimit = 4_095

  let names: [DiskName]
  /// Whether a slash is at the end, so that the path can only refer to a folder.
  let endsWithSlash: Bool
  let length: Int

  init(_ text: String) {
    // A C string ends at the first zero.
    let bytes = text.utf8.prefix { $0 != 0 }
    let slash = UInt8(ascii: "/")
    names = bytes.split(separator: slash).map { DiskName($0) }
    endsWithSlash = bytes.last == slash
    length = bytes.count
  }
}

/// The error number of a failed call.
struct DiskError: Error, Hashable {
  let number: Int32

  init(_ number: Int32) { self.number = number }
}
