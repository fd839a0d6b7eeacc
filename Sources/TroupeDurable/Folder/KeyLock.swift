#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The lock of a key, which excludes other users in this process and in all other processes.
///
/// It uses `flock` on a file that exists only while the lock is used. Such a lock belongs to an open file,
/// not to a path: if a process opens the file before another process removes it, it locks a file that no
/// other process can find. So a process that gets a lock checks whether the path still leads to the file, and
/// only the lock's owner removes the file. The system releases the locks of a process that crashes; the next
/// owner reuses its file.
struct KeyLock: ~Copyable {
  private let file: Int32
  private let path: String
  private let calls: FileCalls

  /// Takes a lock, or returns nil if the lock is taken.
  static func take(_ path: String, _ calls: FileCalls) throws(FileError) -> KeyLock? {
    while let file = try calls.open(path, O_RDWR | O_CREAT) {
      do throws(FileError) {
        guard try calls.tryLock(file, at: path) else {
          calls.close(file)
          return nil
        }
      } catch {
        calls.close(file)
        throw error
      }
      if calls.isFile(file, at: path) { return KeyLock(file: file, path: path, calls: calls) }
      // Another process has removed the file since it was opened.
      calls.close(file)
    }
    return nil
  }

  deinit {
    // If the file can't be removed, it stays, as after a crash.
    try? calls.remove(path)
    calls.close(file)
  }
}
