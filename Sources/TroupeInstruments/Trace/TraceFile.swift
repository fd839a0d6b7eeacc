import Troupe
import TroupeDiagnostics

/// An instrument that writes what stores do into a file, which viewers of traces show on a time line.
///
/// The file is in the trace-event format of Chrome, as an array of JSON. Perfetto and speedscope open it.
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
/// - Each store has a track. Its turns are slices, and in them are the actions that they reduced. What was
///   dropped or cancelled is marked on the track.
/// - Effects, scopes and saves are intervals beside it.
/// - An arrow leads from each action to those that it caused, by its effects or by what its reducer returned.
///   The arguments of a slice have the ids of the action and of its cause, and the number of the effect.
///
/// Payloads of actions, ids of elements and of cancellations, and the texts of errors are in the file only if
/// they are asked for.
///
/// The events wait in memory, up to 64 KiB of them, and are then written by whoever adds the next one. If the
/// disk is slow, turns wait for it: nothing is left out. A program that is killed loses what waits; the file
/// is still a trace, without its end. Each line has one event.
///
/// The memory is bounded by what happens at one time, and by 1,024 tracks of stores that do nothing. A store
/// that comes back after so many others gets a further track.
public final class TraceFile: Instrument {
  let showsPayloads: Bool
  let writer: Locked<TraceWriter>

  /// Creates a file, or empties the one that is there.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - showsPayloads: Whether the payloads of actions, ids, and texts of errors are in it.
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

  /// Writes the events that wait in memory.
  ///
  /// - Throws: An error with the code `cannotWrite` if the file can't be written to, or couldn't be before.
  ///   After that, nothing more is written.
  public func flush() throws(TraceFileError) {
    try writer.withLock { writer throws(TraceFileError) in try writer.throwing { $0.flush() } }
  }

  /// Writes the events that wait in memory and the end of the array, and closes the file. It leaves out what
  /// happens later.
  ///
  /// - Throws: An error with the code `cannotWrite` if the file can't be written to, or couldn't be before.
  public func close() throws(TraceFileError) {
    try writer.withLock { writer throws(TraceFileError) in try writer.throwing { $0.finish() } }
  }
}
