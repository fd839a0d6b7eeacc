import Troupe
import TroupeInstruments
import TroupeRecording

/// The program as a function from arguments to an exit code.
struct Program: Sendable {
  var console = Console.live

  /// Runs the program.
  ///
  /// - Parameter arguments: The arguments, without the name of the program.
  /// - Returns: The exit code: 0 for success, 1 when the result, the trace or the recording can't be
  ///   written, 2 for bad input, 130 for a run that was asked to stop.
  func run(_ arguments: [String]) async -> Int32 {
    do {
      switch try Command(arguments) {
      case .help:
        try console.print(Arguments.usage)
        return 0
      case .digest(let arguments):
        let trace = try arguments.trace.map { try TraceFile(path: $0) }
        let recording = try arguments.record.map(Self.recording)
        let code = try await digest(arguments, trace, recording)
        try trace?.close()
        try recording?.close()
        return code
      }
    } catch let error as ArgumentError {
      console.complain("FolderDigest: \(Report.plain("\(error)"))\nTry 'FolderDigest --help'.\n")
      return 2
    } catch let error as TraceFileError where error.code == .cannotOpen {
      console.complain("FolderDigest: \(Report.plain("\(error)"))\n")
      return 2
    } catch let error as RecordingError where error.code == .cannotOpen || error.code == .inUse {
      console.complain("FolderDigest: \(Report.plain("\(error)"))\n")
      return 2
    } catch {
      console.complain("FolderDigest: \(error)\n")
      return 1
    }
  }

  /// Creates a recording. The state has all words of all files, so it isn't encoded in each turn.
  private static func recording(
    _ path: String
  ) throws -> Recording<Session.State, Session.Action> {
    var options = RecordingOptions()
    options.stateInterval = 500
    return try Recording(to: path, replacing: true, options: options)
  }

  private func digest(
    _ arguments: Arguments,
    _ trace: TraceFile?,
    _ recording: Recording<Session.State, Session.Action>?
  ) async throws -> Int32 {
    let interrupts = await Interrupts()
    var configuration = StoreConfiguration<Session.Action>()
    configuration.name = "FolderDigest"
    if let trace { configuration.instruments.append(trace) }
    if let recording { configuration.instruments.append(recording) }
    configuration.effectExecutor = DiskExecutor.shared
    let store = Store(initialState: Session.State(), configuration: configuration) {
      Session(workers: arguments.workers)
    }

    let result = await withTaskGroup(of: Void.self) { group in
      group.addTask { [signals = interrupts.signals] in
        for await _ in signals { await store.send(.stop) }
      }
      if console.isTerminal {
        group.addTask { await showProgress(of: store) }
      }
      await store.send(.start(Scan.State(folder: arguments.folder, extensions: arguments.extensions)))
      // Waiting for the result, not for the effects: a disk that hangs doesn't hold up one who wants to stop.
      let result = try? await store.wait(until: { $0.result })
      group.cancelAll()
      return result
    }
    await store.shutdown(within: .zero, cancellationGrace: .seconds(2))
    interrupts.end()
    // There is always one, unless the program's own task was cancelled.
    return try result.map { try conclude($0, top: arguments.top) } ?? 130
  }

  private func showProgress(of store: StoreOf<Session>) async {
    for await case let progress? in store.states(\.scan?.progress) {
      console.complain(Report.erasedLine + Report.line(for: progress))
    }
    console.complain(Report.erasedLine)
  }

  private func conclude(_ scan: Scan.State, top: Int) throws -> Int32 {
    if let failure = scan.failure {
      console.complain("FolderDigest: \(Report.plain(failure))\n")
      return 2
    }
    console.complain(Report.complaints(about: scan.skipped))
    try console.print(Report.text(for: scan, top: top))
    return scan.isPartial ? 130 : 0
  }
}
