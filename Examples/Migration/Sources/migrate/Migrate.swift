import ArgumentParser
import Foundation
import MigrationRules

/// Moves the Swift files of a folder from the Composable Architecture to this package.
@main
struct Migrate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Makes the edits that need no decision, and lists the places that need one."
  )

  @Argument(help: "A folder, or a Swift file.")
  var path: String

  @Flag(help: "List what would change, and change nothing.")
  var dryRun = false

  func run() throws {
    var (changed, left) = (0, 0)
    for file in try Self.swiftFiles(at: URL(filePath: path)) {
      let source = try String(contentsOf: file, encoding: .utf8)
      let migration = Migration(source)
      for finding in migration.findings {
        print(
          "\(file.path):\(finding.line): \(finding.message) "
            + "(Coming from the Composable Architecture, \(finding.section))"
        )
      }
      left += migration.findings.count
      guard migration.source != source else { continue }
      changed += 1
      if !dryRun { try migration.source.write(to: file, atomically: true, encoding: .utf8) }
    }
    print("\(changed) files \(dryRun ? "would change" : "changed"); \(left) places are left.")
  }

  private static func swiftFiles(at url: URL) throws -> [URL] {
    if try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory != true { return [url] }
    let files = FileManager.default.enumerator(
      at: url,
      includingPropertiesForKeys: nil,
      options: .skipsHiddenFiles
    )
    return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
      .sorted { $0.path < $1.path }
  }
}
