/// A marker: an empty file whose name contains a key's file name and the time at which the key is due.
/// Listing the names shows which keys are due.
///
/// If markers are sorted by name, they are in the order of their instants. A marker is created before the
/// value with its instant is saved, and may be left over after a later save. The header of the key's state
/// shows whether a marker is outdated. Each marker is in two folders, so that a marker that is lost in one
/// folder is found in the other.
struct WakeMarker: Hashable, Comparable {
  /// The instant of a marker for a file that can't be read, so that its instant is unknown. Such a marker is
  /// always due, so that loading the key reports the damage.
  static let unknown = WallClockInstant(
    sinceEpoch: Duration(secondsComponent: .min, attosecondsComponent: 0)
  )

  let wake: WallClockInstant
  let name: FileName

  init(_ wake: WallClockInstant, _ name: FileName) {
    self.wake = wake
    self.name = name
  }

  /// Reads a marker's name.
  init?(text: String) {
    let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    // A folder may contain any name. An invalid number of attoseconds would represent an instant whose marker
    // has another name.
    guard parts.count == 3, let seconds = UInt64(parts[0], radix: 16), let rest = UInt64(parts[1], radix: 16),
      rest < 1_000_000_000_000_000_000, let name = FileName(text: String(parts[2]))
    else {
      return nil
    }
    let components = (Int64(truncatingIfNeeded: seconds ^ 1 << 63), Int64(rest))
    wake = WallClockInstant(
      sinceEpoch: Duration(secondsComponent: components.0, attosecondsComponent: components.1)
    )
    self.name = name
    // A number can be written in several ways, and a marker uses only one of them.
    guard self.text.utf8.elementsEqual(text.utf8) else { return nil }
  }

  /// Returns whether a name in a folder may be a marker for an instant before the limit's instant. This check
  /// is faster than reading the name.
  static func mayBe(_ text: String, before limit: String) -> Bool {
    text.utf8.lexicographicallyPrecedes(limit.utf8)
  }

  /// Returns an upper limit for the names of markers before an instant.
  static func limit(before instant: WallClockInstant) -> String { prefix(of: instant) }

  var text: String { "\(Self.prefix(of: wake)).\(name.text)" }

  private static func prefix(of wake: WallClockInstant) -> String {
    // The attoseconds count up from the start of a second, even before 1970.
    var (seconds, attoseconds) = wake.sinceEpoch.components
    if attoseconds < 0 {
      seconds -= 1
      attoseconds += 1_000_000_000_000_000_000
    }
    let order = UInt64(bitPattern: seconds) ^ 1 << 63
    return "\(digits(order, 16)).\(digits(UInt64(attoseconds), 15))"
  }

  static func < (lhs: Self, rhs: Self) -> Bool { (lhs.wake, lhs.name.text) < (rhs.wake, rhs.name.text) }

  private static func digits(_ number: UInt64, _ count: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: count - digits.count) + digits
  }
}
