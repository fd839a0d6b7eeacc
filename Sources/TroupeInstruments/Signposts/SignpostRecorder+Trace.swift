import Troupe

extension SignpostRecorder {
  /// Returns a recorder that writes signposts to a trace, as intervals on a separate track.
  ///
  /// ```swift
  /// let trace = try TraceFile(path: path)
  /// let store = withDependencies {
  ///   $0.signpostRecorder = .trace(trace)
  /// } operation: {
  ///   Store(initialState: Player.State()) { Player().signpost("player") }
  /// }
  /// await store.send(.played("song.mp3")).finish()
  /// try trace.close()
  /// ```
  ///
  /// - Parameter file: The trace, which stays open as long as the recorder exists, unless it is closed
  ///   explicitly.
  public static func trace(_ file: TraceFile) -> SignpostRecorder {
    let track = file.writer.withLock { $0.insertTrack(named: "signposts") }
    return SignpostRecorder { signpost in
      file.writer.withLock { $0.append(signpost, on: track) }
    }
  }
}

extension TraceWriter {
  fileprivate mutating func append(_ signpost: Signpost, on track: Int) {
    let phase: StaticString =
      switch signpost.phase {
      case .begin: "b"
      case .event: "n"
      case .end: "e"
      }
    // The start and the end of an interval have the same name.
    let name =
      switch signpost.name {
      case .action: signpost.message
      case .effect: "effect"
      case .output: "output"
      }
    append(phase, "signpost", name, on: track, at: now(), id: .text("signpost \(signpost.id)")) {
      if signpost.name != .action { $0.add("message", signpost.message) }
    }
  }
}
