extension FileAccess {
  /// The files of the file system.
  static var live: FileAccess {
    FileAccess(
      list: { FolderWalk(folder: $0, selection: $1) },
      digest: { path in
        let file = try OpenFile(path)
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        var counter = TextCounter()
        while true {
          try await Task.takeTurns()
          let count = try file.read(into: &chunk)
          if count == 0 { return try counter.finish(path) }
          try counter.count(chunk[..<count])
        }
      }
    )
  }
}
