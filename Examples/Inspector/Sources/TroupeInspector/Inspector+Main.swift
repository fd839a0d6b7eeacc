import Foundation
import Troupe
import TroupeRecording

extension Inspector {
  /// Runs a program that shows a recording, and that replays it with a reducer.
  ///
  /// ```swift
  /// await Inspector.main { Checkout() }
  /// ```
  ///
  /// With the reducer, the page shows where the code of today diverges from the recording, and what would
  /// have happened after another action. The arguments are the recording's path, and `--port` with a number.
  ///
  /// It returns when the task is cancelled, and exits the process if the file can't be shown.
  ///
  /// - Parameter reducer: Makes the reducer of the recorded store.
  public static func main<State: Codable, Action: Codable & Sendable>(
    @ReducerBuilder<State, Action> replaying reducer: @Sendable () -> some Reducer<State, Action>
  ) async {
    await main(Array(CommandLine.arguments.dropFirst())) { path in
      try Replayer<State, Action>(path, reducer)
    }
  }

  /// Runs a program that shows a recording or a trace.
  ///
  /// The arguments are the file's path, and `--port` with a number. It returns when the task is cancelled,
  /// and exits the process if the file can't be shown.
  public static func main() async { await main(Array(CommandLine.arguments.dropFirst())) { _ in nil } }

  private static func main(_ arguments: [String], _ replayer: (String) throws -> (any Replaying)?) async {
    do {
      let (path, port) = try read(arguments)
      let file = try OpenedFile(path: path)
      let replaying = file.recording == nil ? nil : try replayer(path)
      let server = InspectorServer(.file(file, replaying), port: port) {
        InspectorServer.say("Inspector: \($0)")
      }
      try await server.run()
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(EXIT_FAILURE)
    }
  }

  static func read(_ arguments: [String]) throws -> (path: String, port: Int) {
    let usage = FileProblem(description: "Usage: inspect FILE [--port PORT]")
    var (path, port): (String?, Int) = (nil, 0)
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--port" {
        guard let number = rest.popFirst().flatMap({ UInt16($0) }) else { throw usage }
        port = Int(number)
      } else {
        if path != nil || argument.hasPrefix("-") { throw usage }
        path = argument
      }
    }
    guard let path else { throw usage }
    return (path, port)
  }
}
