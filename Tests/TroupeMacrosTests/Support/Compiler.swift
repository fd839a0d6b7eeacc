import Foundation
import XCTest

/// The Swift compiler, run on a piece of source with the plugin and the modules of this build.
enum Compiler {
  /// Checks source, and returns what the compiler says: `3:7: error: …`, with the fix-its as notes.
  ///
  /// - Parameters:
  ///   - source: The source, which follows `import Troupe` in line 1.
  ///   - options: Further options of the compiler.
  static func check(_ source: String, options: [String] = []) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "TroupeMacrosTests-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = "import Troupe\n" + source
    let file = folder.appending(path: "Source.swift")
    try text.write(to: file, atomically: true, encoding: .utf8)

    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments =
      [
        "swiftc", "-frontend", "-typecheck", "-swift-version", "6", "-module-name", "Client",
        "-parse-as-library",
        "-I", BuildProducts.modules.path, "-module-cache-path", BuildProducts.moduleCache.path,
        "-load-plugin-executable", "\(try BuildProducts.plugin().path)#TroupeMacros",
        "-diagnostic-style", "llvm", "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature",
        "MemberImportVisibility",
      ] + options + [file.path]
    let pipe = Pipe()
    compiler.standardError = pipe
    compiler.standardOutput = FileHandle.nullDevice
    try compiler.run()
    let said = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    compiler.waitUntilExit()

    return said.split(separator: "\n").compactMap { line -> String? in
      guard [" error: ", " warning: ", " note: "].contains(where: line.contains) else { return nil }
      let message = line.replacing(" (from macro '", with: "\n").split(separator: "\n")[0]
      return message.hasPrefix(file.path + ":")
        ? String(message.dropFirst(file.path.count + 1)) : String(message)
    }
  }
}
