import Foundation

/// The files and folders that a digest includes.
struct Selection: Codable, Equatable, Sendable {
  /// Folders that build tools and package managers fill.
  static let buildFolders: Set<String> = [
    "build", "Carthage", "DerivedData", "node_modules", "Pods", "target", "__pycache__",
  ]

  /// The extensions that a file needs one of; empty for all files.
  var extensions: [String] = []
  /// Patterns of the names or, with a slash, of the paths of excluded files and folders.
  var excluded: [String] = []
  /// Whether hidden folders and build products are included.
  var includesAll = false

  /// Whether to read a folder inside the given one.
  ///
  /// - Parameter path: The folder's path, relative to the given folder.
  func includesFolder(_ path: String) -> Bool {
    let name = Self.name(of: path)
    if !includesAll, name.hasPrefix(".") || Self.buildFolders.contains(name) { return false }
    return !isExcluded(path)
  }

  /// Whether to read a file.
  ///
  /// - Parameter path: The file's path, relative to the given folder.
  func includesFile(_ path: String) -> Bool {
    (extensions.isEmpty || extensions.contains { path.hasSuffix(".\($0)") }) && !isExcluded(path)
  }

  private func isExcluded(_ path: String) -> Bool {
    excluded.contains { pattern in
      fnmatch(pattern, pattern.contains("/") ? path : Self.name(of: path), 0) == 0
    }
  }

  private static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }
}
