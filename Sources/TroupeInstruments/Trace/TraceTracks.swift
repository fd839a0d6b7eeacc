import Troupe

/// A store's track, with the state of its slices.
struct TraceTrack {
  /// The track's number in the file.
  let number: Int
  /// The time of the track's last event.
  var last: Int64 = 0
  /// The number of nested open slices of actions.
  var depth = 0
  /// Whether a turn's slice is open.
  var isInTurn = false
  /// The number of running effects.
  var effects = 0
  /// The number of scopes that have begun on this track and haven't ended. A store that was shut down may
  /// leave some scopes open.
  var scopes = 0

  /// Whether forgetting the track would lose only the ends of scopes.
  var isIdle: Bool { depth == 0 && !isInTurn && effects <= 0 }

  /// Returns the time of the track's next event, which is never before its previous event.
  mutating func advance(to nanoseconds: Int64) -> Int64 {
    last = max(last, nanoseconds)
    return last
  }
}

/// The tracks of stores that have events. If there are too many tracks, the tracks of idle stores are
/// forgotten. If such a store has events again, it gets another track.
struct TraceTracks {
  /// The number of tracks above which idle tracks are forgotten.
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

  /// Adds a store's track.
  mutating func insert(_ store: StoreInfo) -> TraceTrack {
    if tracks.count >= limit {
      tracks = tracks.filter { !$0.value.isIdle }
      // Checking all tracks for each new track would take too long.
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
