#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The lock of a key, which excludes others in this process and in all others.
///
/// It is `flock` on a file that is there only while somebody uses it. A lock belongs to an open file, and not
/// to a path: who opens the file before another removes it gets the lock of a file that nobody else will
/// find. So whoever gets a lock looks whether the path still leads to the file, and whoever removes the file
/// has its lock. The system gives back the locks of a process that crashes; the file that it leaves is used
/// by the next.
struct KeyLock: ~Copyable {
  private let file: Int32
  private let path: String
  private let calls: FileCalls

  /// Takes a lock; nil when somebody else has it.
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
      // Somebody has removed it since it was opened.
      calls.close(file)
    }
    return nil
  }

  deinit {
    // When it can't be removed it is left, as after a crash.
    try? calls.remove(path)
    calls.close(file)
  }
}
