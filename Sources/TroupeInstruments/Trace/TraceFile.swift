import Troupe
import TroupeDiagnostics

/// An instrument that writes the events of stores into a file, which trace viewers show on a time line.
///
/// The file has Chrome's trace-event format, as a JSON array. Perfetto and speedscope open it.
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
/// - Each store has a track. Its turns are slices that contain the actions that they reduced. Dropped actions
///   and cancellations are marked on the track.
/// - Effects, scopes and saves are intervals beside the track.
/// - An arrow leads from each action to the actions that it caused, through its effects or the actions that
///   its reducer returned. The arguments of a slice contain the ids of the action and of its cause, and the
///   number of the effect.
///
/// The file contains payloads of actions, ids of elements and cancellations, and the texts of errors only if
/// `showsPayloads` is true.
///
/// Events are buffered in memory, up to 64 KiB, and then written when the next event is added. If the disk is
/// slow, turns wait for it, so no event is lost. If the program is killed, the buffered events are lost; the
/// file is still a valid trace, without its end. Each line has one event.
///
/// The memory is limited by the number of concurrent activities, and by 1,024 tracks of idle stores. If an
/// idle store beyond this limit becomes active again, it gets another track.
public final class TraceFile: Instrument {
  let showsPayloads: Bool
  let writer: Locked<TraceWriter>

  /// Creates a file, or empties an existing file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - showsPayloads: Whether the file contains payloads of actions, ids, and texts of errors.
  /// - Throws: An error with the code `cannotOpen` if the file can't be created, or `inUse` if another trace
  ///   writes it.
  public convenience init(path: String, showsPayloads: Bool = false) throws(TraceFileError) {
    self.init(output: try .file(path), showsPayloads: showsPayloads)
  }

  init(output: TraceOutput, showsPayloads: Bool = false, trackLimit: Int = 1_024) {
    self.showsPayloads = showsPayloads
    writer = Locked(TraceWriter(output: output, trackLimit: trackLimit))
  }

  /// Closes the file. An error is reported as an issue, unless ``close()`` or ``flush()`` has thrown it.
  deinit {
    let (failure, wasThrown) = writer.withLock { ($0.finish(), $0.hasThrown) }
    if let failure, !wasThrown { reportIssue("\(failure)") }
  }

  /// Writes the buffered events.
  ///
  /// - Throws: An error with the code `cannotWrite` if writing to the file fails or has failed before. After
  ///   that, nothing more is written.
  public func flush() throws(TraceFileError) {
    try writer.withLock { writer throws(TraceFileError) in try writer.throwing { $0.flush() } }
  }

  /// Writes the buffered events and the end of the array, and closes the file. Later events are ignored.
  ///
  /// - Throws: An error with the code `cannotWrite` if writing to the file fails or has failed before.
  public func close() throws(TraceFileError) {
    try writer.withLock { writer throws(TraceFileError) in try writer.throwing { $0.finish() } }
  }
}
