import Foundation

/// The program `Warehouse`, in a separate process.
struct ServerProcess {
  private let process = Process()
  private let output = Pipe()
  let port: Int

  /// Starts it, and waits until it listens.
  init(_ program: URL, _ arguments: [String]) throws {
    process.executableURL = program
    process.arguments = ["--port", "0"] + arguments
    process.standardOutput = output
    try process.run()
    var text = ""
    while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
      text += String(decoding: data, as: UTF8.self)
      if let match = text.firstMatch(of: /listening on http:\/\/127\.0\.0\.1:(\d+)\n/),
        let port = Int(match.1)
      {
        self.port = port
        return
      }
    }
    throw Failure("\(program.path) has ended, and said: \(text)")
  }

  /// Starts it with a database in a temporary folder, measures it, and ends it.
  static func run(_ program: URL?, _ arguments: [String], measure: (ServerProcess) throws -> Void)
    async throws
  {
    try await withTemporaryFolder { folder in
      let server = try ServerProcess(
        program ?? Bundle.main.bundleURL.appending(path: "Warehouse"),
        ["--database", folder.path] + arguments
      )
      do {
        try measure(server)
      } catch {
        try server.end()
        throw error
      }
      try server.end()
    }
  }

  var figures: ProcessFigures { ProcessFigures(pid: process.processIdentifier) }

  /// Ends it, and waits for that.
  func end() throws {
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw Failure("The server has ended with \(process.terminationStatus).")
    }
  }
}
