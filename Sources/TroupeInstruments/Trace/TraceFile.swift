import Troupe
import TroupeDiagnostics

/// An instrument that writes stores' events to a file, which trace viewers show on a timeline.
///
/// The file has Chrome's trace-event format, as a JSON array. Perfetto and speedscope can open the file.
///
/// ```swift
/// let trace = try TraceFile(path: path)
/// var configuration = StoreConfiguration<Player.Action>()
/// configuration.name = "player"
/// configuration.instruments = [trace]
/// let store = Store(initialState: Player.State(), configuration: configuration) { Player() }
/// await store.send(.played("song.mp3")).finish()
/// try trace.close()
/// ```
///
/// - Each store has a track. Its turns are slices, which contain slices of the actions reduced in these
///   turns. Dropped actions and cancellations are marked on the track.
/// - Effects, scopes and saves are intervals beside the track.
/// - An arrow connects each action to the actions that it caused, through its effects or the actions that its
///   reducer returned. A slice's arguments contain the ids of the action and its cause, and the number of the
///   effect.
///
/// The file contains actions' payloads, the ids of elements and cancellations, and the texts of errors only
/// if `showsPayloads` is true.
///
/// Up to 64 KiB of events are buffered in memory. A full buffer is written when the next event is added. If
/// the disk is slow, turns wait for the write, so that no event is lost. If the program is killed, the
/// buffered events are lost, but the file is still a valid trace without its end. Each line contains one
/// event.
///
/// Memory is limited by the number of concurrent activities, and by 1,024 tracks of idle stores. If an idle
/// store beyond this limit becomes active again, it gets another track.
public final class TraceFile: Instrument {
  let showsPayloads: Bool
  let writer: Locked<TraceWriter>

  /// Creates a file, or empties an existing file.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - showsPayloads: Whether the file contains actions' payloads, the ids of elements and cancellations,
  ///     and the texts of errors.
  /// - Throws: An error with the code `cannotOpen` if the file can't be created, or `inUse` if another trace
  ///   is writing the file.
  public convenience init(path: String, showsPayloads: Bool = false) throws(TraceFileError) {
    self.init(output: try .file(path), showsPayloads: showsPayloads)
  }

  /// Creates the file of a run whose jobs run one after another.
  ///
  /// Each event is at least a microsecond later than the event before it. The trace therefore shows the order
  /// of events that happen at the same virtual time.
  package convenience init(sequentialAt path: String) throws(TraceFileError) {
    self.init(output: try .file(path), showsPayloads: true, isSequential: true)
  }

  init(
    output: TraceOutput,
    showsPayloads: Bool = false,
    trackLimit: Int = 1_024,
    isSequential: Bool = false
  ) {
    self.showsPayloads = showsPayloads
    writer = Locked(TraceWriter(output: output, trackLimit: trackLimit, isSequential: isSequential))
  }

  /// Returns the time of an event that is added later, in nanoseconds.
  ///
  /// - Parameter earliest: The nanoseconds since the start of the run. If the last event is later, the result
  ///   is after the last event.
  package func time(from earliest: Int64) -> Int64 { writer.withLock { $0.time(from: earliest) } }

  /// Adds a track that doesn't belong to a store.
  ///
  /// - Parameters:
  ///   - name: The track's name.
  ///   - category: The category of the track's slices.
  ///   - edges: The beginnings and ends of the slices, in their order. Slices can be nested.
  package func addTrack(named name: String, _ category: StaticString, _ edges: [TraceEdge]) {
    writer.withLock { $0.appendTrack(named: name, category, edges) }
  }

  /// Closes the file. If closing fails, an issue is reported, unless ``close()`` or ``flush()`` has already
  /// thrown the error.
  deinit {
    let (failure, wasThrown) = writer.withLock { ($0.finish(), $0.hasThrown) }
    if let failure, !wasThrown { reportIssue("\(failure)") }
  }

  /// Writes the buffered events.
  ///
  /// - Throws: An error with the code `cannotWrite` if writing to the file fails or failed earlier. After an
  ///   error, no more events are written.
  public func flush() throws(TraceFileError) {
    try writer.withLock { writer throws(TraceFileError) in try writer.throwing { $0.flush() } }
  }

  /// Writes the buffered events and the end of the array, and closes the file. Later events are ignored.
  ///
  /// - Throws: An error with the code `cannotWrite` if writing to the file fails or failed earlier.
  public func close() throws(TraceFileError) {
    try writer.withLock { writer throws(TraceFileError) in try writer.throwing { $0.finish() } }
  }
}
