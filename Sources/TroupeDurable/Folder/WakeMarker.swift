/// The name of an empty file that contains the time at which a key is due. Listing the names shows which keys
/// are due.
///
/// Sorted by name, markers are in the order of their instants. A marker is created before the value that asks
/// for it, and may be left behind: the header of the key's file shows whether the marker is outdated. Each
/// marker is in two folders, so that a marker that is lost in one is found in the other.
struct WakeMarker: Hashable, Comparable {
  /// The instant of a marker for a file that can't be read, whose instant is unknown. It is always due, so
  /// that loading the key reports the damage.
  static let unknown = WallClockInstant(
    sinceEpoch: Duration(secondsComponent: .min, attosecondsComponent: 0)
  )

  let wake: WallClockInstant
  let name: FileName

  init(_ wake: WallClockInstant, _ name: FileName) {
    self.wake = wake
    self.name = name
  }

  /// Reads the name of a marker.
  init?(text: String) {
    let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    // Any name may be in a folder. A name with a negative rest would represent an instant that has no marker.
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
    // A number can be written in several ways, only one of which is a marker's.
    guard self.text.utf8.elementsEqual(text.utf8) else { return nil }
  }

  /// Returns whether a name in a folder may be a marker for an instant before another. It is faster than
  /// reading the name.
  static func mayBe(_ text: String, before limit: String) -> Bool {
    text.utf8.lexicographicallyPrecedes(limit.utf8)
  }

  /// Returns an upper limit for the names of markers before an instant.
  static func limit(before instant: WallClockInstant) -> String { prefix(of: instant) }

  var text: String { "\(Self.prefix(of: wake)).\(name.text)" }

  private static func prefix(of wake: WallClockInstant) -> String {
    // The attoseconds count up from the beginning of a second, also before 1970.
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
