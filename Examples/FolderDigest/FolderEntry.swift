import Foundation

/// Something in a folder, told apart by what it is itself, not by what it links to.
struct FolderEntry {
  enum Kind {
    case file
    case folder
    case other
    case unreadable(FileError)
  }

  let path: String
  let kind: Kind

  /// What is in a folder, but not in the folders below it.
  ///
  /// - Throws: ``FileError`` when the folder can't be read.
  static func all(of folder: String) throws(FileError) -> [FolderEntry] {
    guard let directory = opendir(folder) else { throw .system() }
    defer { closedir(directory) }
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    var entries: [FolderEntry] = []
    while true {
      // The end of the folder and an error look the same but for this.
      errno = 0
      guard let entry = readdir(directory) else { break }
      let found = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
          FolderEntry($0, prefix: prefix, folder: dirfd(directory))
        }
      }
      if let found { entries.append(found) }
    }
    guard errno == 0 else { throw .system() }
    return entries
  }

  /// Looks at an entry; nil for those that stand for the folder itself and the one above it.
  private init?(_ name: UnsafePointer<CChar>, prefix: String, folder: CInt) {
    let shown = String(cString: name)
    if shown == "." || shown == ".." { return nil }
    path = prefix + shown
    kind = Kind(name, folder: folder)
  }
}

extension FolderEntry.Kind {
  fileprivate init(_ name: UnsafePointer<CChar>, folder: CInt) {
    var status = stat()
    guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      self = .unreadable(.system())
      return
    }
    let isNamed = String(validatingCString: name) != nil
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = isNamed ? .file : .unreadable(.misnamed)
    case S_IFDIR: self = isNamed ? .folder : .unreadable(.misnamed)
    default: self = .other
    }
  }
}
