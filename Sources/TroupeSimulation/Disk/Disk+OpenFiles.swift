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

/// The calls on open files.
extension Disk {
  private func descriptor(_ file: Int32, _ process: Int) throws(DiskError) -> Descriptor {
    guard let found = descriptors[file], found.process == process else { throw DiskError(EBADF) }
    return found
  }

  /// Returns the path with which a process opened a descriptor.
  func path(of file: Int32, of process: Int) throws(DiskError) -> String {
    try descriptor(file, process).path
  }

  mutating func close(_ file: Int32, by process: Int) throws(DiskError) {
    let node = try descriptor(file, process).node
    descriptors[file] = nil
    if locks[node] == file { locks[node] = nil }
  }

  mutating func status(of file: Int32, by process: Int) throws(DiskError) -> FileStatus {
    status(try descriptor(file, process).node, process)
  }

  mutating func status(_ node: Int, _ process: Int) -> FileStatus {
    files[node]?.observe(by: process)
    return FileStatus(
      kind: folders.isFolder(node) ? .folder : .file,
      size: files[node]?.bytes.count ?? 0,
      identity: FileStatus.Identity(device: 1, number: UInt64(node))
    )
  }

  mutating func write(_ bytes: [UInt8], to file: Int32, by process: Int) throws(DiskError) {
    let found = try descriptor(file, process)
    guard found.canWrite, let size = files[found.node]?.bytes.count else { throw DiskError(EBADF) }
    let offset = found.appends ? size : found.offset
    files[found.node]?.write(bytes, at: offset, by: process, limit: unsyncedLimit)
    descriptors[file]?.offset = offset + bytes.count
  }

  mutating func read(_ file: Int32, upTo count: Int, by process: Int) throws(DiskError) -> [UInt8] {
    let found = try descriptor(file, process)
    guard found.canRead else { throw DiskError(EBADF) }
    guard let content = files[found.node] else { throw DiskError(EISDIR) }
    files[found.node]?.observe(by: process)
    let bytes = Array(content.bytes.dropFirst(found.offset).prefix(count))
    descriptors[file]?.offset += bytes.count
    return bytes
  }

  mutating func sync(_ file: Int32, by process: Int) throws(DiskError) {
    let node = try descriptor(file, process).node
    files[node]?.sync()
    if folders.isFolder(node) { folders.sync(node) }
  }

  mutating func lock(_ file: Int32, by process: Int) throws(DiskError) {
    let node = try descriptor(file, process).node
    guard locks[node] == nil || locks[node] == file else { throw DiskError(EWOULDBLOCK) }
    locks[node] = file
  }
}
