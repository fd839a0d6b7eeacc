import Troupe
import TroupeInstruments
import TroupeRecording

/// The program as a function from arguments to an exit code.
struct Program: Sendable {
  var console = Console.live
  var clock: any Clock<Duration> = ContinuousClock()

  /// Runs the program.
  ///
  /// - Parameter arguments: The arguments, without the name of the program.
  /// - Returns: The exit code: 0 for success, 1 if the result, the trace or the recording can't be written, 2
  ///   for bad input, 130 for a run that was interrupted.
  func run(_ arguments: [String]) async -> Int32 {
    do {
      switch try Command(arguments) {
      case .help:
        try console.print(Arguments.usage)
        return 0
      case .version:
        try console.print(Arguments.version)
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
        group.addTask { await showProgress(of: store, clock) }
      }
      await store.send(.start(Scan.State(folder: arguments.folder, selection: arguments.selection)))
      // It waits for the result and not for the effects, as a read from a disk that hangs can't be cancelled.
      let result = try? await store.wait(until: { $0.result })
      group.cancelAll()
      return result
    }
    await store.shutdown(within: .zero, cancellationGrace: .seconds(2))
    interrupts.end()
    // There is always one, unless the program's own task was cancelled.
    return try result.map { try conclude($0, arguments) } ?? 130
  }

  /// Draws the progress, at most ten times a second.
  private func showProgress<C: Clock<Duration>>(of store: StoreOf<Session>, _ clock: C) async {
    let start = clock.now
    for await case let progress? in store.states(\.scan?.progress) {
      let line = ProgressLine(progress: progress, elapsed: start.duration(to: clock.now))
      console.complain(Report.erasedLine + line.text)
      // The next state is the newest one then. The wait ends early only when the program does.
      guard (try? await clock.sleep(for: .milliseconds(100))) != nil else { break }
    }
    console.complain(Report.erasedLine)
  }

  private func conclude(_ scan: Scan.State, _ arguments: Arguments) throws -> Int32 {
    if let failure = scan.failure {
      console.complain("FolderDigest: \(Report.plain(failure))\n")
      return 2
    }
    console.complain(Report.complaints(about: scan, isVerbose: arguments.isVerbose))
    try console.print(
      arguments.isJSON ? Summary(scan, top: arguments.top).json() : Report.text(for: scan, top: arguments.top)
    )
    return scan.isPartial ? 130 : 0
  }
}
