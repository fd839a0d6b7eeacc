import Troupe

/// The track of a store, with the state of its slices.
struct TraceTrack {
  /// The number of the track in the file.
  let number: Int
  /// The time of the last event on the track.
  var last: Int64 = 0
  /// The number of nested open slices of actions.
  var depth = 0
  /// Whether the slice of a turn is open.
  var isInTurn = false
  /// The number of running effects.
  var effects = 0
  /// The number of scopes that have begun on this track and not ended. A store that was shut down may leave
  /// some.
  var scopes = 0

  /// Whether forgetting the track would lose nothing except the ends of scopes.
  var isIdle: Bool { depth == 0 && !isInTurn && effects <= 0 }

  /// Returns the time of an event on the track, which is never before the previous event's.
  mutating func advance(to nanoseconds: Int64) -> Int64 {
    last = max(last, nanoseconds)
    return last
  }
}

/// The tracks of the stores that have events. If there are too many, the tracks of idle stores are forgotten;
/// if such a store has events again, it gets another track.
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

  /// The number of known tracks.
  var count: Int { tracks.count }

  subscript(store: StoreInfo) -> TraceTrack? {
    get { tracks[store.run] }
    set { tracks[store.run] = newValue }
  }

  /// The tracks with an open turn.
  var inTurn: [TraceTrack] { tracks.values.filter(\.isInTurn) }

  /// Adds a track.
  mutating func insert(_ store: StoreInfo) -> TraceTrack {
    if tracks.count >= limit {
      tracks = tracks.filter { !$0.value.isIdle }
      // Checking all of them for each new one would take too long.
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
