#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A key's lock, which excludes other users in this process and in all other processes.
///
/// The lock uses `flock` on a file that exists only while the lock is used. An `flock` belongs to an open
/// file, not to a path. If a process opens the file before another process removes it, the first process
/// locks a file that no other process can find. A process that gets a lock therefore checks whether the path
/// still refers to the locked file, and only the lock's owner removes the file. When a process crashes, the
/// system releases its locks, and the next owner reuses the file.
struct KeyLock: ~Copyable {
  private let file: Int32
  private let path: String
  private let calls: FileCalls

  /// Takes a lock. Returns nil if the lock is already taken.
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
      // Another owner has removed the file since it was opened.
      calls.close(file)
    }
    return nil
  }

  deinit {
    // If the file can't be removed, the next owner reuses it, as after a crash.
    try? calls.remove(path)
    calls.close(file)
  }
}
