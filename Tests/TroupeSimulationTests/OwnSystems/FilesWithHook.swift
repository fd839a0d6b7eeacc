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

/// A file system that calls a closure before each call that reads or changes the disk.
struct FilesWithHook: FileSystemCalls {
  let base: any FileSystemCalls
  let willCall: @Sendable () -> Void

  private var files: any FileSystemCalls {
    willCall()
    return base
  }

  func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int { files.open(path, flags, mode) }
  func close(_ file: Int32) -> Int { base.close(file) }
  func status(of file: Int32, _ status: inout FileStatus) -> Int { files.status(of: file, &status) }
  func status(at path: String, _ status: inout FileStatus) -> Int { files.status(at: path, &status) }
  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int { files.write(bytes, to: file) }
  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    files.read(file, into: buffer)
  }
  func sync(_ file: Int32) -> Int { files.sync(file) }
  func rename(_ old: String, to new: String) -> Int { files.rename(old, to: new) }
  func remove(_ path: String) -> Int { files.remove(path) }
  func makeFolder(_ path: String, _ mode: mode_t) -> Int { files.makeFolder(path, mode) }
  func list(_ path: String, _ names: inout [String]) -> Int { files.list(path, &names) }
  func lock(_ file: Int32) -> Int { files.lock(file) }
  func currentFolder() -> String? { base.currentFolder() }
}
