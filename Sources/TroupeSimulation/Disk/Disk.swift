import TroupeDurable

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The state of a ``SimulatedFiles``: names, contents, open files and locks. Each method is a system call,
/// which throws an error number.
struct Disk: Sendable {
  /// An open file or folder.
  struct Descriptor: Sendable {
    let process: Int
    let node: Int
    /// The path with which it was opened.
    let path: String
    let canRead: Bool
    let canWrite: Bool
    let appends: Bool
    var offset = 0
  }

  static let root = 1
  #if canImport(Darwin)
    private static let removedFolder = EPERM
  #else
    private static let removedFolder = EISDIR
  #endif

  /// The number of unsynced changes, of names and of each file, after which the oldest become durable.
  let unsyncedLimit: Int
  var folders = FolderNames(root: root)
  var files: [Int: FileContent] = [:]
  var parents = [root: root]
  /// The open files. No number is used twice, so that a crashed process can't close another process's file.
  var descriptors: [Int32: Descriptor] = [:]
  /// The descriptors that have the locks of objects.
  var locks: [Int: Int32] = [:]
  private var lastNode = root
  private var lastDescriptor: Int32 = 2
  var garbageLimit = 256

  init(unsyncedLimit: Int) { self.unsyncedLimit = unsyncedLimit }

  // MARK: Paths

  /// The place of a path's last name.
  private struct Place {
    let folder: Int
    /// Nil for the root.
    let last: DiskName?
    let endsWithSlash: Bool

    /// The name of an object; nil for `.`, `..` and the root.
    var name: DiskName? { last.flatMap { $0.isDot || $0.isDotDot ? nil : $0 } }
  }

  private mutating func place(_ text: String, _ process: Int) throws(DiskError) -> Place {
    let path = DiskPath(text)
    if path.length == 0 { throw DiskError(ENOENT) }
    if path.length > DiskPath.lengthLimit { throw DiskError(ENAMETOOLONG) }
    var folder = Self.root
    for name in path.names.dropLast() {
      guard let next = try find(name, in: folder, process) else { throw DiskError(ENOENT) }
      guard folders.isFolder(next) else { throw DiskError(ENOTDIR) }
      folder = next
    }
    return Place(folder: folder, last: path.names.last, endsWithSlash: path.endsWithSlash)
  }

  /// Returns the object at a place; nil if there is none.
  private mutating func find(_ place: Place, _ process: Int) throws(DiskError) -> Int? {
    guard let last = place.last else { return Self.root }
    return try find(last, in: place.folder, process)
  }

  private mutating func find(_ name: DiskName, in folder: Int, _ process: Int) throws(DiskError) -> Int? {
    if name.isDot { return folder }
    if name.isDotDot { return parents[folder] }
    if name.bytes.count > DiskName.lengthLimit { throw DiskError(ENAMETOOLONG) }
    let slot = NameChange.Slot(folder: folder, name: name)
    folders.observe(slot, by: process)
    return folders[slot]
  }

  /// Returns an existing object's number.
  private mutating func existing(_ path: String, _ process: Int) throws(DiskError) -> Int {
    let place = try place(path, process)
    guard let node = try find(place, process) else { throw DiskError(ENOENT) }
    if place.endsWithSlash, !folders.isFolder(node) { throw DiskError(ENOTDIR) }
    return node
  }

  private mutating func change(
    _ process: Int,
    _ entries: [(slot: NameChange.Slot, node: Int?)],
    newFolder: Int? = nil
  ) {
    folders.change(NameChange(by: process, entries, newFolder: newFolder), limit: unsyncedLimit)
    removeGarbage()
  }

  // MARK: Names

  mutating func open(_ path: String, _ flags: Int32, by process: Int) throws(DiskError) -> Int {
    let place = try place(path, process)
    let access = flags & O_ACCMODE
    let node: Int
    if let found = try find(place, process) {
      if flags & O_CREAT != 0 {
        if place.endsWithSlash { throw DiskError(EISDIR) }
        if flags & O_EXCL != 0 { throw DiskError(EEXIST) }
        if folders.isFolder(found) { throw DiskError(EISDIR) }
      }
      if folders.isFolder(found) {
        if access != O_RDONLY { throw DiskError(EISDIR) }
      } else if place.endsWithSlash || flags & O_DIRECTORY != 0 {
        throw DiskError(ENOTDIR)
      }
      node = found
      if flags & O_TRUNC != 0 { files[node]?.truncate(by: process, limit: unsyncedLimit) }
    } else {
      guard flags & O_CREAT != 0, let name = place.name else { throw DiskError(ENOENT) }
      if place.endsWithSlash { throw DiskError(EISDIR) }
      lastNode += 1
      node = lastNode
      files[node] = FileContent()
      change(process, [(NameChange.Slot(folder: place.folder, name: name), node)])
    }
    lastDescriptor += 1
    descriptors[lastDescriptor] = Descriptor(
      process: process,
      node: node,
      path: path,
      canRead: access != O_WRONLY,
      canWrite: access != O_RDONLY,
      appends: flags & O_APPEND != 0
    )
    return Int(lastDescriptor)
  }

  mutating func makeFolder(_ path: String, by process: Int) throws(DiskError) {
    let place = try place(path, process)
    guard try find(place, process) == nil, let name = place.name else { throw DiskError(EEXIST) }
    lastNode += 1
    parents[lastNode] = place.folder
    change(process, [(NameChange.Slot(folder: place.folder, name: name), lastNode)], newFolder: lastNode)
  }

  mutating func remove(_ path: String, by process: Int) throws(DiskError) {
    let place = try place(path, process)
    guard let name = place.name else { throw DiskError(Self.removedFolder) }
    guard let node = try find(place, process) else { throw DiskError(ENOENT) }
    if folders.isFolder(node) { throw DiskError(Self.removedFolder) }
    if place.endsWithSlash { throw DiskError(ENOTDIR) }
    change(process, [(NameChange.Slot(folder: place.folder, name: name), nil)])
  }

  mutating func rename(_ old: String, to new: String, by process: Int) throws(DiskError) {
    let (from, to) = (try place(old, process), try place(new, process))
    guard let oldName = from.name, let newName = to.name else { throw DiskError(EBUSY) }
    guard let node = try find(from, process) else { throw DiskError(ENOENT) }
    let found = try find(to, process)
    let isFolder = folders.isFolder(node)
    if !isFolder, from.endsWithSlash || to.endsWithSlash { throw DiskError(ENOTDIR) }
    if isFolder, contains(to.folder, in: node) { throw DiskError(EINVAL) }
    if let target = found {
      if folders.isFolder(target), contains(from.folder, in: target) { throw DiskError(ENOTEMPTY) }
      if target == node { return }
      if folders.isFolder(target), !isFolder { throw DiskError(EISDIR) }
      if !folders.isFolder(target), isFolder { throw DiskError(ENOTDIR) }
    }
    // No storage renames folders, and the rules for crashes would be more complex.
    if isFolder { throw DiskError(ENOTSUP) }
    change(
      process,
      [
        (NameChange.Slot(folder: to.folder, name: newName), node),
        (NameChange.Slot(folder: from.folder, name: oldName), nil),
      ]
    )
  }

  /// Whether a folder is another folder or inside it.
  private func contains(_ folder: Int, in other: Int) -> Bool {
    var folder = folder
    while folder != other {
      guard let parent = parents[folder], parent != folder else { return false }
      folder = parent
    }
    return true
  }

  mutating func list(_ path: String, by process: Int) throws(DiskError) -> [String] {
    let folder = try existing(path, process)
    guard folders.isFolder(folder) else { throw DiskError(ENOTDIR) }
    folders.observe(namesIn: folder, by: process)
    return folders.sortedNames(in: folder).map(\.name.text)
  }

  mutating func status(at path: String, by process: Int) throws(DiskError) -> FileStatus {
    status(try existing(path, process), process)
  }
}
