import Troupe

/// The track of a store: what is known of the slices on it.
struct TraceTrack {
  /// The number of the track in the file.
  let number: Int
  /// The time of the last event on it.
  var last: Int64 = 0
  /// The slices of actions that are open, one in another.
  var depth = 0
  /// Whether the slice of a turn is open.
  var isInTurn = false
  /// The effects that run.
  var effects = 0
  /// The scopes that have begun on this track and not ended. A store that was shut down may leave some.
  var scopes = 0

  /// Whether nothing would be missed if it were forgotten, but for the ends of scopes.
  var isIdle: Bool { depth == 0 && !isInTurn && effects <= 0 }

  /// The time of an event on the track: never before the one before it.
  mutating func advance(to nanoseconds: Int64) -> Int64 {
    last = max(last, nanoseconds)
    return last
  }
}

/// The tracks of the stores that have events. When there are too many, those are forgotten of stores that do
/// nothing; if such a store has events again, it gets another track.
struct TraceTracks {
  /// The number of tracks above which idle ones are forgotten.
  private var limit: Int
  private let smallestLimit: Int
  private var tracks: [UInt64: TraceTrack] = [:]
  private var lastNumber = 0

  init(limit: Int) {
    self.limit = limit
    smallestLimit = limit
  }

  /// The number of tracks that are known.
  var count: Int { tracks.count }

  subscript(store: StoreInfo) -> TraceTrack? {
    get { tracks[store.run] }
    set { tracks[store.run] = newValue }
  }

  /// The tracks on which a turn is open.
  var inTurn: [TraceTrack] { tracks.values.filter(\.isInTurn) }

  /// Adds a track.
  mutating func insert(_ store: StoreInfo) -> TraceTrack {
    if tracks.count >= limit {
      tracks = tracks.filter { !$0.value.isIdle }
      // Looking at all of them for each new one would take forever.
      limit = max(smallestLimit, 2 * tracks.count)
    }
    let track = TraceTrack(number: newNumber())
    tracks[store.run] = track
    return track
  }

  /// Returns the number of a new track.
  mutating func newNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }
}
