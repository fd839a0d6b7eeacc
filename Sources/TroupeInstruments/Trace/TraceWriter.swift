import Troupe
import TroupeDiagnostics

/// Writes events in chunks. A ``TraceFile`` guards the writer with a lock.
struct TraceWriter {
  /// The number of buffered bytes at which the buffer is written to the file.
  static let chunkSize = 64 * 1_024

  /// The least time between two events of a sequential trace, in nanoseconds.
  private static let sequentialDistance: Int64 = 1_000

  private let output: TraceOutput
  private let start: ContinuousClock.Instant
  /// Whether each event is later than the event before it, also on other tracks.
  private let isSequential: Bool
  private var lastTime: Int64 = 0
  private var buffer = TraceBuffer(capacity: chunkSize + 4_096)
  private(set) var tracks: TraceTracks
  private var isEmpty = true
  private var isClosed = false
  private var lastFlow: UInt64 = 0
  private var lastSave: UInt64 = 0
  private var failure: TraceFileError?
  /// Whether the write error has been thrown.
  private(set) var hasThrown = false

  init(
    output: TraceOutput,
    trackLimit: Int,
    isSequential: Bool = false,
    start: ContinuousClock.Instant = .now
  ) {
    self.output = output
    self.start = start
    self.isSequential = isSequential
    tracks = TraceTracks(limit: trackLimit)
    buffer.append("[")
  }

  // MARK: The file

  /// Writes the buffered events. Returns the error that stopped the writing, or nil.
  mutating func flush() -> TraceFileError? {
    write()
    return failure
  }

  /// Ends the turns and the array, and closes the file. Returns the error that stopped the writing, or nil.
  mutating func finish() -> TraceFileError? {
    guard !isClosed else { return failure }
    for track in tracks.inTurn where track.depth == 0 { appendTurnEnd(on: track.number, at: track.last + 1) }
    if failure == nil { buffer.append("\n]\n") }
    write()
    isClosed = true
    if let reason = output.close() { fail(reason) }
    return failure
  }

  /// Throws the error that an operation returns.
  mutating func throwing(_ operation: (inout TraceWriter) -> TraceFileError?) throws(TraceFileError) {
    guard let failure = operation(&self) else { return }
    hasThrown = true
    throw failure
  }

  private mutating func write() {
    guard failure == nil, !isClosed, !buffer.bytes.isEmpty else { return }
    if let reason = output.write(buffer.bytes) { fail(reason) }
    buffer.removeAll()
  }

  private mutating func fail(_ reason: String) {
    failure = failure ?? TraceFileError(code: .cannotWrite, path: output.path, reason: reason)
  }

  // MARK: Events

  /// Returns the time of the next event.
  mutating func nanoseconds(of instant: ContinuousClock.Instant) -> Int64 {
    let (seconds, attoseconds) = start.duration(to: instant).components
    return time(from: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  mutating func time(from earliest: Int64) -> Int64 {
    guard isSequential else { return earliest }
    lastTime = max(earliest, lastTime + Self.sequentialDistance)
    return lastTime
  }

  mutating func now() -> Int64 { nanoseconds(of: .now) }

  /// Adds an event on a separate line.
  mutating func append(
    _ phase: StaticString,
    _ category: StaticString,
    _ name: String,
    on track: Int,
    at nanoseconds: Int64,
    id: TraceID? = nil,
    _ arguments: (inout TraceBuffer) -> Void = { _ in }
  ) {
    guard failure == nil, !isClosed else { return }
    // The comma is written before the event, so that after each complete line, the file is valid except for
    // the missing closing bracket.
    buffer.append(isEmpty ? "\n" : ",\n")
    isEmpty = false
    let head = TraceBuffer.Head(phase: phase, category: category, track: track, nanoseconds: nanoseconds)
    buffer.appendEvent(head, name: name, id: id, arguments)
    if buffer.bytes.count >= Self.chunkSize { write() }
  }

  // MARK: Tracks

  /// Changes a store's track. If the store has no track, a new track is added and named.
  mutating func track(of store: StoreInfo, _ change: (inout TraceTrack) -> Void = { _ in }) -> TraceTrack {
    var track = tracks[store] ?? insertTrack(of: store)
    change(&track)
    tracks[store] = track
    return track
  }

  private mutating func insertTrack(of store: StoreInfo) -> TraceTrack {
    let track = tracks.insert(store)
    name(track.number, store.name.map { IssueText.name($0) } ?? store.description)
    return track
  }

  /// Adds a named track that doesn't belong to a store.
  mutating func insertTrack(named name: String) -> Int {
    let number = tracks.newNumber()
    self.name(number, name)
    return number
  }

  private mutating func name(_ number: Int, _ name: String) {
    append("M", "track", "process_name", on: number, at: 0) { $0.add("name", name) }
    append("M", "track", "thread_name", on: number, at: 0) { $0.add("name", name) }
  }

  // MARK: Turns

  /// Starts a slice, and its turn if no turn is open. Returns the track's number and the slice's time.
  ///
  /// - Parameters:
  ///   - isNext: Whether the slice belongs to an open turn.
  mutating func beginSlice(
    _ category: StaticString,
    _ name: String,
    of store: StoreInfo,
    at instant: ContinuousClock.Instant,
    isNext: Bool,
    _ arguments: (inout TraceBuffer) -> Void
  ) -> (track: Int, nanoseconds: Int64) {
    var track = self.track(of: store)
    // An instrument of a single reducer isn't notified of the ends of turns.
    if track.isInTurn, track.depth == 0, !isNext {
      appendTurnEnd(on: track.number, at: track.advance(to: track.last + 1))
      track.isInTurn = false
    }
    let time = track.advance(to: nanoseconds(of: instant))
    if !track.isInTurn {
      append("B", "turn", "turn", on: track.number, at: time)
      track.isInTurn = true
    }
    track.depth += 1
    tracks[store] = track
    append("B", category, name, on: track.number, at: time, arguments)
    return (track.number, time)
  }

  /// Adds a track that doesn't belong to a store, with its slices.
  mutating func appendTrack(named name: String, _ category: StaticString, _ edges: [TraceEdge]) {
    guard !edges.isEmpty else { return }
    let track = insertTrack(named: name)
    var open: [String] = []
    for edge in edges {
      switch edge {
      case .begin(let name, let arguments, let time):
        open.append(name)
        append("B", category, name, on: track, at: time) { buffer in
          for (name, value) in arguments { buffer.add(name, value) }
        }
      case .end(let time):
        append("E", category, open.popLast() ?? "", on: track, at: time)
      }
    }
  }

  /// Ends a slice.
  mutating func endSlice(_ category: StaticString, _ name: String, of store: StoreInfo, from begin: Int64) {
    let now = now()
    let track = self.track(of: store) { track in
      track.depth -= 1
      // A viewer would draw the arrows of a slice without a duration beside it.
      _ = track.advance(to: max(now, begin + 1))
    }
    append("E", category, name, on: track.number, at: track.last)
  }

  mutating func endTurn(_ turn: TurnInfo) {
    guard var track = tracks[turn.store], track.isInTurn, track.depth == 0 else { return }
    track.isInTurn = false
    let time = track.advance(to: max(nanoseconds(of: turn.end), track.last + 1))
    tracks[turn.store] = track
    appendTurnEnd(on: track.number, at: time) {
      $0.add("turn", turn.number)
      $0.add("actions", turn.actionCount)
    }
  }

  private mutating func appendTurnEnd(
    on track: Int,
    at nanoseconds: Int64,
    _ arguments: (inout TraceBuffer) -> Void = { _ in }
  ) {
    append("E", "turn", "turn", on: track, at: nanoseconds, arguments)
  }

  /// Adds the arrow from the cause's slice to a slice.
  ///
  /// - Parameters:
  ///   - origin: The slice that the instrument remembers. This slice differs from the cause's slice if the
  ///     instrument wasn't notified of an action in between. In that case, there is no arrow.
  ///   - cause: The cause of the slice's action.
  mutating func appendFlow(
    from origin: TraceOrigin?,
    to cause: Cause?,
    on track: Int,
    at nanoseconds: Int64
  ) {
    guard let origin, origin.id == cause?.action else { return }
    lastFlow += 1
    append("s", "cause", "cause", on: origin.track, at: origin.nanoseconds, id: .number(lastFlow))
    // The arrow ends at the enclosing slice, not at the next slice.
    append("f\",\"bp\":\"e", "cause", "cause", on: track, at: nanoseconds, id: .number(lastFlow))
  }

  // MARK: Events outside slices

  /// Adds an event without a duration to a store's track.
  mutating func appendInstant(
    _ category: StaticString,
    _ name: String,
    of store: StoreInfo,
    _ arguments: (inout TraceBuffer) -> Void = { _ in }
  ) {
    let now = now()
    let track = self.track(of: store) { _ = $0.advance(to: now) }
    append("i", category, name, on: track.number, at: track.last, arguments)
  }

  /// Adds the interval of a save, which ends now.
  mutating func appendSave(_ save: SaveInfo) {
    lastSave += 1
    let (now, track) = (now(), self.track(of: save.store).number)
    let (seconds, attoseconds) = save.wait.components
    let wait = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    let id = TraceID.text("save \(lastSave)")
    append("b", "save", "save", on: track, at: max(0, now - wait), id: id) {
      $0.add("turns", save.turnCount)
    }
    append("e", "save", "save", on: track, at: now, id: id)
  }
}

/// The beginning or the end of a slice on a track that doesn't belong to a store.
package enum TraceEdge: Sendable {
  case begin(String, arguments: [(name: StaticString, value: String)], at: Int64)
  case end(at: Int64)
}

/// An action's slice, which is passed to everything that the action causes.
struct TraceOrigin: Sendable {
  /// The trace that contains the slice. The stores of an effect and of its action may have different traces.
  let file: ObjectIdentifier
  let id: ActionID
  let track: Int
  let nanoseconds: Int64
}
