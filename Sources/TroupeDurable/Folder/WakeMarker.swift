/// The name of an empty file that says when a key is due. Listing the names shows which keys are due.
///
/// Sorted by name, markers are in the order of their instants. A marker is created before the value that asks
/// for it, and may be left behind: the header of the key's file shows whether it is outdated.
struct WakeMarker: Hashable, Comparable {
  /// The name of the file that says that all markers exist.
  static let complete = "complete"

  let wake: WallClockInstant
  let name: FileName

  init(_ wake: WallClockInstant, _ name: FileName) {
    self.wake = wake
    self.name = name
  }

  /// Reads the name of a marker.
  init?(text: String) {
    let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let seconds = UInt64(parts[0], radix: 16), let rest = Int64(parts[1], radix: 16)
    else {
      return nil
    }
    let components = (Int64(truncatingIfNeeded: seconds ^ 1 << 63), rest)
    wake = WallClockInstant(
      sinceEpoch: Duration(secondsComponent: components.0, attosecondsComponent: components.1)
    )
    name = FileName(text: String(parts[2]))
  }

  var text: String {
    // The attoseconds count up from the beginning of a second, also before 1970.
    var (seconds, attoseconds) = wake.sinceEpoch.components
    if attoseconds < 0 {
      seconds -= 1
      attoseconds += 1_000_000_000_000_000_000
    }
    let order = UInt64(bitPattern: seconds) ^ 1 << 63
    return "\(Self.digits(order, 16)).\(Self.digits(UInt64(attoseconds), 15)).\(name.text)"
  }

  static func < (lhs: Self, rhs: Self) -> Bool { (lhs.wake, lhs.name.text) < (rhs.wake, rhs.name.text) }

  private static func digits(_ number: UInt64, _ count: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: count - digits.count) + digits
  }
}
