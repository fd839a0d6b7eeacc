import ArgumentParser
import Foundation

/// The given files, and the files that end in `.swift` in the given folders, in order of their paths.
///
/// A file with the same contents as an earlier one is left out.
func swiftFiles(in paths: [String]) throws -> [String] {
  var found: [String] = []
  for path in paths {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw ValidationError("There is nothing at \(path).")
    }
    guard isFolder.boolValue else {
      found.append(path)
      continue
    }
    let folder = try FileManager.default.subpathsOfDirectory(atPath: path)
    found += folder.filter { $0.hasSuffix(".swift") }.sorted().map { "\(path)/\($0)" }
  }
  var seen: Set<Data> = []
  return found.filter { path in
    FileManager.default.contents(atPath: path).map { seen.insert($0).inserted } ?? false
  }
}
