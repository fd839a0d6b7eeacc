import Foundation
import XCTest

/// The Swift compiler, run on snippets with the plugin and the modules of this build.
enum Compiler {
  /// How far the compiler goes.
  enum Stage: String {
    /// It checks types. It doesn't check functions in the expansions of macros.
    case types = "-typecheck"
    /// It also checks the generated code, and everything in expansions.
    case code = "-emit-sil"
  }

  /// Checks source, and returns the compiler's messages: `3:7: error: …`, with the fix-its as notes.
  ///
  /// - Parameters:
  ///   - source: The source, which follows `import Troupe` in line 1.
  ///   - stage: How far the compiler goes.
  ///   - options: Further options of the compiler.
  static func check(_ source: String, stage: Stage = .types, options: [String] = []) throws -> [String] {
    try check(files: ["import Troupe\n" + source], stage: stage, options: options)[0]
  }

  /// Checks the files of a module, and returns the compiler's messages for each.
  ///
  /// A message about a macro's expansion comes with the file that uses the macro, without a place.
  ///
  /// - Parameters:
  ///   - files: The sources.
  ///   - stage: How far the compiler goes.
  ///   - options: Further options of the compiler.
  static func check(
    files: [String],
    stage: Stage = .types,
    options: [String] = []
  ) throws -> [[String]] {
    let said = try messages(of: files, stage, options: options)
    var messages = said.messages
    // A compiler that crashes may print nothing.
    if said.end == .crash { messages[0].append("<unknown>:0: error: the compiler crashed") }
    return messages
  }

  /// Compiles files that follow a first one in a module, each separately, and returns the compiler's messages
  /// for each. A file with which the compiler crashes is found by bisection.
  static func compile(_ files: [String], after first: String) throws -> [[String]] {
    let options = ["-warnings-as-errors", "-package-name", "client", "-o", "/dev/null"]
    let said = try messages(of: [first] + files, .code, options: options)
    let messages = Array(said.messages.dropFirst())
    let ofFirst = said.messages[0].filter { !$0.contains(" note: ") }
    // An error ends the compilation before the checks that follow type checking, so files without an error
    // aren't fully checked yet.
    let isGood = messages.map(\.isEmpty)
    if ofFirst.isEmpty, isGood.contains(true), isGood.contains(false) {
      let good = try compile(zip(files, isGood).filter(\.1).map(\.0), after: first)
      var rest = good[...]
      return messages.map { $0.isEmpty ? rest.removeFirst() : $0 }
    }
    guard said.end != .success, ofFirst.isEmpty, messages.allSatisfy(\.isEmpty) else {
      return ofFirst.isEmpty ? messages : messages.map { _ in ofFirst }
    }
    if files.count == 1 { return [["The compiler crashes."]] }
    return try [files[..<(files.count / 2)], files[(files.count / 2)...]].flatMap {
      try compile(Array($0), after: first)
    }
  }

  /// The compiler's messages for each file, and how it ended.
  private static func messages(
    of files: [String],
    _ stage: Stage,
    options: [String]
  ) throws -> (messages: [[String]], end: End) {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "TroupeMacrosTests-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = files.indices.map { folder.appending(path: "Source\($0).swift").path }
    for (path, file) in zip(paths, files) {
      try file.write(to: URL(filePath: path), atomically: true, encoding: .utf8)
    }
    let (said, end) = try run(
      ["swiftc", "-frontend", stage.rawValue, "-module-name", "Client"] + (try common()) + options + paths
    )
    return (sorted(said, by: paths), end)
  }

  /// Builds a module, and returns the compiler's messages: nothing if there are none.
  ///
  /// Unlike ``check(files:options:)``, it also finds errors that the compiler detects after type checking:
  /// data races.
  ///
  /// - Parameters:
  ///   - module: The name of the module.
  ///   - files: The sources.
  ///   - folder: The folder for the module. Modules in it are preferred to the modules of this build.
  ///   - isOfThePackage: Whether the module can use declarations with `package` access.
  static func build(
    _ module: String,
    _ files: [URL],
    in folder: URL,
    isOfThePackage: Bool = false
  ) throws -> String {
    try run(
      [
        "swiftc", "-wmo", "-c", "-module-name", module, "-o", folder.appending(path: "\(module).o").path,
        "-emit-module", "-emit-module-path", folder.appending(path: "\(module).swiftmodule").path,
        "-I", folder.path,
      ] + (isOfThePackage ? ["-package-name", BuildProducts.package] : []) + (try common())
        + files.map(\.path)
    ).said
  }

  /// The options with which the macros of Swift Testing are found.
  static func testingOptions() throws -> [String] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swiftc", "-print-target-info"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let info = try JSONDecoder().decode(TargetInfo.self, from: text)
    let plugins = URL(filePath: info.paths.runtimeResourcePath).appending(path: "host/plugins")
    return [plugins, plugins.appending(path: "testing")].flatMap { ["-plugin-path", $0.path] }
  }

  private struct TargetInfo: Decodable {
    struct Paths: Decodable { let runtimeResourcePath: String }

    let paths: Paths
  }

  /// The options of every run.
  private static func common() throws -> [String] {
    [
      "-swift-version", "6", "-parse-as-library", "-I", BuildProducts.modules.path,
      // `TroupeTesting` imports a module in C.
      "-Xcc", "-fmodule-map-file=\(BuildProducts.hooks.path)",
      "-module-cache-path", BuildProducts.moduleCache.path,
      "-load-plugin-executable", "\(try BuildProducts.plugin().path)#TroupeMacros",
      "-diagnostic-style", "llvm", "-enable-upcoming-feature", "ExistentialAny",
      "-enable-upcoming-feature", "MemberImportVisibility",
    ]
  }

  /// How a command ended.
  private enum End {
    case success, failure, crash

    init(_ process: Process) {
      let hasCrashed = process.terminationReason == .uncaughtSignal || process.terminationStatus > 127
      self = hasCrashed ? .crash : process.terminationStatus == 0 ? .success : .failure
    }
  }

  /// The output of a command, and how it ended.
  private static func run(_ command: [String]) throws -> (said: String, end: End) {
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = command
    let pipe = Pipe()
    compiler.standardError = pipe
    compiler.standardOutput = FileHandle.nullDevice
    try compiler.run()
    let said = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    compiler.waitUntilExit()
    return (said, End(compiler))
  }

  /// The messages of each file. After a message about an expansion, a note has its place.
  private static func sorted(_ output: String, by paths: [String]) -> [[String]] {
    var messages = paths.map { _ in [String]() }
    var pending: [String] = []
    for line in output.split(separator: "\n") {
      guard [" error: ", " warning: ", " note: "].contains(where: line.contains) else { continue }
      let message = String(line.replacing(" (from macro '", with: "\n").split(separator: "\n")[0])
      let isOfExpansion =
        pending.isEmpty || !line.contains(" note: ") || line.contains("in expansion of macro")
      guard isOfExpansion, let index = paths.firstIndex(where: { message.hasPrefix($0 + ":") }) else {
        pending.append(message)
        continue
      }
      messages[index] += pending + [String(message.dropFirst(paths[index].count + 1))]
      pending = []
    }
    // A message without any place, such as one about a wrong option, must not be lost. A note that comes last
    // has the place of a declaration.
    if !messages.isEmpty { messages[0] += pending.filter { !$0.contains(" note: ") } }
    return messages
  }
}
