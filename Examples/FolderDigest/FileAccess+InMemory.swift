extension FileAccess {
  /// Files that are kept in memory.
  ///
  /// - Parameters:
  ///   - files: The contents of the files by path.
  ///   - failures: Files that are found and can't be read, and why.
  ///   - chunkSize: How many bytes are counted before other tasks get their turn.
  static func inMemory(
    _ files: [String: [UInt8]],
    failures: [String: FileError] = [:],
    chunkSize: Int = 16
  ) -> FileAccess {
    let paths = (Array(files.keys) + failures.keys).sorted()
    return FileAccess(
      list: { folder, selection in
        AsyncThrowingStream { continuation in
          let found = paths.filter { $0.hasPrefix(folder + "/") }
          for path in found where selection.includesFile(String(path.dropFirst(folder.count + 1))) {
            continuation.yield(.file(path))
          }
          continuation.finish(throwing: found.isEmpty ? FolderError.missing(folder) : nil)
        }
      },
      digest: { path in
        if let failure = failures[path] { throw failure }
        var rest = files[path, default: []][...]
        var counter = TextCounter()
        while !rest.isEmpty {
          try await Task.takeTurns()
          try counter.count(rest.prefix(chunkSize))
          rest = rest.dropFirst(chunkSize)
        }
        return try counter.finish(path)
      }
    )
  }
}
