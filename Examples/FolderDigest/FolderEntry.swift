import Foundation

/// An entry of a folder, distinguished by its own kind, and not by the target of a link.
struct FolderEntry {
  enum Kind {
    case file
    case folder
    case other
    case unreadable(FileError)
  }

  let path: String
  let kind: Kind

  /// The contents of a folder, without its subfolders.
  ///
  /// - Throws: ``FileError`` if the folder can't be read.
  static func all(of folder: String) throws(FileError) -> [FolderEntry] {
    guard let directory = opendir(folder) else { throw .system() }
    defer { closedir(directory) }
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    var entries: [FolderEntry] = []
    while true {
      // Only this distinguishes the end of the folder from an error.
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

  /// Reads an entry; nil for the entries `.` and `..`.
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
