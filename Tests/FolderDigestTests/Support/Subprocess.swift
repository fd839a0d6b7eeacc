import Foundation

/// The output and the exit status of another program.
struct Subprocess: Sendable {
  let exitCode: Int32
  let output: String
  let error: String

  /// Runs a program to its end, in the C locale.
  ///
  /// - Parameters:
  ///   - executable: The program.
  ///   - arguments: Its arguments.
  ///   - path: The file for its output; nil for a file that is read afterwards.
  static func run(
    _ executable: URL,
    _ arguments: [String],
    writingTo path: String? = nil
  ) async throws -> Subprocess {
    let folder = try TestFolder()
    let output = try emptyFile("output", in: folder)
    let error = try emptyFile("error", in: folder)
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C"]) { $1 }
    process.standardOutput = try FileHandle(forWritingTo: path.map { URL(fileURLWithPath: $0) } ?? output)
    process.standardError = try FileHandle(forWritingTo: error)
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do { try process.run() } catch { ended.resume(throwing: error) }
    }
    return Subprocess(
      exitCode: process.terminationStatus,
      output: try String(contentsOf: output, encoding: .utf8),
      error: try String(contentsOf: error, encoding: .utf8)
    )
  }

  /// Runs a shell script, and returns the lines that it wrote.
  static func lines(of script: String, _ arguments: String...) async throws -> [String] {
    let result = try await run(URL(fileURLWithPath: "/bin/sh"), ["-c", script, "sh"] + arguments)
    return result.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private static func emptyFile(_ name: String, in folder: TestFolder) throws -> URL {
    try folder.write(name, "")
    return URL(fileURLWithPath: folder.path).appending(path: name)
  }
}
