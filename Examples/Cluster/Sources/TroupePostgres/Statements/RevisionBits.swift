import TroupeDurable

/// The bits of a revision, which the table keeps as a `uuid`.
package struct RevisionBits: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  package init(_ revision: StorageRevision) {
    var (high, low): (UInt64, UInt64) = (0, 0)
    for digit in revision.description.utf8 {
      high = high << 4 | low >> 60
      // Digits, then lower-case letters.
      low = low << 4 | UInt64(digit < 0x3A ? digit - 0x30 : digit - 0x57)
    }
    self.init(high: high, low: low)
  }

  /// Nil if a revision can't be read from its description, which is a mistake of this package.
  package var revision: StorageRevision? { StorageRevision(Self.digits(high) + Self.digits(low)) }

  private static func digits(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
