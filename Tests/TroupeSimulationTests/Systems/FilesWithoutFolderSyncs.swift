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

/// A file system for a program that forgets to sync its folders.
struct FilesWithoutFolderSyncs: FileSystemCalls {
  let base: any FileSystemCalls

  func sync(_ file: Int32) -> Int {
    let unknown = FileStatus(kind: .other, size: 0, identity: FileStatus.Identity(device: 0, number: 0))
    var found = unknown
    if base.status(of: file, &found) == 0, found.kind == .folder { return 0 }
    return base.sync(file)
  }

  func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int { base.open(path, flags, mode) }
  func close(_ file: Int32) -> Int { base.close(file) }
  func status(of file: Int32, _ status: inout FileStatus) -> Int { base.status(of: file, &status) }
  func status(at path: String, _ status: inout FileStatus) -> Int { base.status(at: path, &status) }
  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int { base.write(bytes, to: file) }
  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    base.read(file, into: buffer)
  }
  func rename(_ old: String, to new: String) -> Int { base.rename(old, to: new) }
  func remove(_ path: String) -> Int { base.remove(path) }
  func makeFolder(_ path: String, _ mode: mode_t) -> Int { base.makeFolder(path, mode) }
  func list(_ path: String, _ names: inout [String]) -> Int { base.list(path, &names) }
  func lock(_ file: Int32) -> Int { base.lock(file) }
  func currentFolder() -> String? { base.currentFolder() }
}
