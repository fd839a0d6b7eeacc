import Foundation

/// The files of a folder and of its subfolders, each folder read when its turn comes.
struct FolderWalk: AsyncSequence, Sendable {
  typealias Element = Listing
  typealias Failure = any Error

  let folder: String
  let selection: Selection

  func makeAsyncIterator() -> Iterator { Iterator(root: folder, selection: selection) }

  struct Iterator: AsyncIteratorProtocol {
    private let root: String
    private let selection: Selection
    /// The length of the part of each path that names the root.
    private let rootLength: Int
    private var isAtStart = true
    private var folders: [String] = []
    private var listings: [Listing] = []

    fileprivate init(root: String, selection: Selection) {
      self.root = root
      self.selection = selection
      rootLength = root.utf8.count + (root.hasSuffix("/") ? 0 : 1)
    }

    mutating func next() async throws -> Listing? {
      if isAtStart { try start() }
      while !Task.isCancelled {
        if let listing = listings.popLast() { return listing }
        guard let folder = folders.popLast() else { return nil }
        do {
          try look(into: folder)
        } catch {
          return .unreadable(Skipped(path: folder, reason: "\(error)"))
        }
      }
      return nil
    }

    private mutating func start() throws(FolderError) {
      isAtStart = false
      var status = stat()
      // Only here a link is followed: a user who names a link to a folder means the folder.
      guard stat(root, &status) == 0 else {
        throw errno == ENOENT ? .missing(root) : .unreadable(root, .system())
      }
      guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(root) }
      do {
        try look(into: root)
      } catch {
        throw .unreadable(root, error)
      }
    }

    private mutating func look(into folder: String) throws(FileError) {
      for entry in try FolderEntry.all(of: folder) {
        switch entry.kind {
        case .file: if selection.includesFile(relative(entry.path)) { listings.append(.file(entry.path)) }
        case .folder:
          if selection.includesFolder(relative(entry.path)) {
            folders.append(entry.path)
          } else {
            listings.append(.leftOut(entry.path))
          }
        case .unreadable(let error):
          listings.append(.unreadable(Skipped(path: entry.path, reason: "\(error)")))
        case .other: break
        }
      }
    }

    private func relative(_ path: String) -> String {
      String(decoding: path.utf8.dropFirst(rootLength), as: UTF8.self)
    }
  }
}
