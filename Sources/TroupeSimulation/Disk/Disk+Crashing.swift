/// Crashes, and access without effects on crashes.
extension Disk {
  /// Closes the files of processes. Then, their unsynced changes are lost as chosen.
  mutating func crash(of processes: Set<Int>, choose: (_ options: Int) -> Int) {
    for (file, descriptor) in descriptors where processes.contains(descriptor.process) {
      descriptors[file] = nil
      if locks[descriptor.node] == file { locks[descriptor.node] = nil }
    }
    let canLose = folders.reachable(from: Self.root).contains {
      files[$0]?.canLose(with: processes) == true
    }
    guard canLose || folders.canLose(with: processes), choose(2) == 1 else { return }
    folders.losePower(of: processes, choose: choose)
    // The order of the choices must not depend on the order of a set.
    for node in folders.reachable(from: Self.root).sorted() {
      files[node]?.losePower(of: processes, choose: choose)
    }
  }

  /// Frees objects that no name and no descriptor refers to.
  mutating func removeGarbage() {
    guard files.count > garbageLimit else { return }
    let used = folders.reachable(from: Self.root).union(descriptors.values.map(\.node))
    files = files.filter { used.contains($0.key) }
    parents = parents.filter { used.contains($0.key) }
    folders.keep(used)
    garbageLimit = max(256, 2 * files.count)
  }

  // MARK: Inspection

  /// The paths of all files, sorted by their bytes, without effects on crashes.
  var paths: [String] { paths(below: Self.root, "") }

  private func paths(below folder: Int, _ path: String) -> [String] {
    folders.sortedNames(in: folder).flatMap { name, node in
      let path = "\(path)/\(name.text)"
      return folders.isFolder(node) ? paths(below: node, path) : [path]
    }
  }

  /// Returns a file's bytes without effects on crashes; nil if the path refers to no file.
  func bytes(at path: String) -> [UInt8]? { file(at: path).flatMap { files[$0]?.bytes } }

  /// Inverts a bit of a file. Returns false if the path refers to no file, or the file has no such bit.
  mutating func flip(bit: Int, at path: String) -> Bool {
    guard let node = file(at: path) else { return false }
    return files[node]?.flip(bit: bit) == true
  }

  private func file(at path: String) -> Int? {
    var node = Self.root
    for name in DiskPath(path).names {
      guard let next = folders[NameChange.Slot(folder: node, name: name)] else { return nil }
      node = next
    }
    return files[node] == nil ? nil : node
  }
}
