import Foundation
import Troupe
import TroupeInstruments

/// The trace of an exploration's reported run, in a file in the folder that `TROUPE_TRACES` names.
struct FailureTrace {
  private let path: String
  private let file: Result<TraceFile, any Error>

  /// The folder for traces; nil if the environment names none.
  static var folder: String? { ProcessInfo.processInfo.environment["TROUPE_TRACES"] }

  /// Creates the trace's file. Returns nil if no folder is given.
  ///
  /// - Parameters:
  ///   - function: The test.
  ///   - location: The location of the exploration.
  ///   - seed: The seed of the failed run.
  ///   - folder: The folder, which is created if necessary.
  init?(
    of function: String,
    at location: CallSite,
    seed: UInt64,
    in folder: String?
  ) {
    guard let folder, !folder.isEmpty else { return nil }
    let source = URL(fileURLWithPath: "\(location.fileID)").deletingPathExtension().lastPathComponent
    let folderURL = URL(fileURLWithPath: folder, isDirectory: true)
    path = folderURL.appending(path: "\(source)-\(function.prefix { $0 != "(" })-seed-\(seed).json").path
    file = Result { [path] in
      try FileManager.default.createDirectory(at: folderURL, withIntermediateDirectories: true)
      return try TraceFile(sequentialAt: path)
    }
  }

  /// The file that records the run's stores; nil if the file can't be created.
  var recorder: TraceFile? { try? file.get() }

  /// Adds the run's schedule, and closes the file. Draws a picture of a simulation's events. Returns a
  /// sentence with the files' locations, or with the reason why there is no file.
  func close(_ run: ExploredBody.Run) -> String {
    do {
      let file = try file.get()
      file.addTrack(named: "schedule", "job", run.trace.edges)
      try file.close()
      guard !run.events.isEmpty else { return "A trace of that run is in \(path)." }
      let picture = RunPicture(run.events, failures: run.failures.map(\.text))
      let picturePath = "\(path.dropLast(".json".count)).svg"
      try Data(picture.svg.utf8).write(to: URL(fileURLWithPath: picturePath))
      return "A trace of that run is in \(path), and a picture of its events is in \(picturePath)."
    } catch {
      return "A trace of that run can't be written: \(error)"
    }
  }
}
