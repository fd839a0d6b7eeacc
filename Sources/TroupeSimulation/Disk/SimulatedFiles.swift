import Troupe
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

/// A file system in memory that several simulated processes share, and that loses unsynced changes in a
/// crash.
///
/// The calls have the results and error numbers of POSIX. The file system has files and folders, but no
/// links, permissions or other users. A folder can't be renamed (`ENOTSUP`). All state is deterministic:
/// names are listed in the order of their bytes, and no descriptor or object number is used twice.
///
/// ## What survives a crash
///
/// The rules are pessimistic: they permit everything that POSIX permits, and more than most file systems do.
///
/// - A sync of a file makes its content durable, but not its name. A sync of a folder makes the names in the
///   folder durable, but neither the contents of the files nor the folder's own name.
/// - A creation, a removal or a rename survives completely or not at all. A rename between two folders is
///   durable after both have been synced.
/// - Changes of the same name survive in order: if a change survives, the earlier ones do. A change in a
///   folder survives only if the creation of the folder does. Changes of different names, and of names and
///   contents, are independent. Thus, a renamed file may be empty.
/// - Of the unsynced writes to a file, the earliest survive. The last surviving write may be torn: only its
///   first bytes survive.
/// - Nothing that another process has seen is lost, unless this process crashes at the same time. A process
///   sees a change of a name when it looks the name up or lists the folder; it sees a write when it reads the
///   file or its size, or changes the file. Otherwise, a running process could observe that a file reverts to
///   an older state, which no real system permits.
/// - If the number of unsynced changes exceeds a limit, the oldest become durable, as if the system had
///   written them to the disk by itself.
/// - A crash either loses nothing, as when a process is killed, or it is a power failure. After a kill, the
///   unsynced changes can still be lost in the next crash. After a power failure, the remaining changes of
///   the crashed processes are durable, together with the changes that they require.
package final class SimulatedFiles: FileSystemCalls {
  /// The outcome that the gate chooses for a call. With `interrupt`, the call fails with `EINTR`.
  package typealias Gate = FileCalls.Verdict

  private let disk: Locked<Disk>
  private let currentProcess: @Sendable () -> Int
  private let gate: @Sendable (FileCalls.Call) -> Gate

  /// Creates an empty file system.
  ///
  /// - Parameters:
  ///   - unsyncedLimit: The maximum number of unsynced changes of names, and of each file.
  ///   - currentProcess: A closure that returns the id of the process that makes the current call.
  ///   - gate: A closure that is called before each call, and decides about its outcome. It may use the file
  ///     system, for example to make a process crash. Closing a file has no gate.
  package init(
    unsyncedLimit: Int = 128,
    currentProcess: @escaping @Sendable () -> Int = { 0 },
    gate: @escaping @Sendable (FileCalls.Call) -> Gate = { _ in .perform }
  ) {
    disk = Locked(Disk(unsyncedLimit: unsyncedLimit))
    self.currentProcess = currentProcess
    self.gate = gate
  }

  // MARK: Crashes

  /// Makes a process crash: closes its files, releases its locks, and loses a part of its unsynced changes.
  ///
  /// - Parameters:
  ///   - process: The id of the process. The process can use the file system again, as after a restart.
  ///   - choose: A closure that returns a number from zero to one less than the number of options. With zero,
  ///     nothing is lost. The first choice is between a kill and a power failure. After that, there is a
  ///     choice for each change of a name that can be lost, and up to three choices for each file. If nothing
  ///     can be lost, the closure isn't called. The closure must not use the file system.
  package func crash(of process: Int, choose: (_ options: Int) -> Int) {
    crash(of: [process], choose: choose)
  }

  /// Makes processes crash at the same time, as if their computer lost power.
  package func crash(of processes: Set<Int>, choose: (_ options: Int) -> Int) {
    disk.withLock { $0.crash(of: processes, choose: choose) }
  }

  // MARK: Inspection

  /// The paths of all files, sorted. Reading them isn't an observation by a process.
  package var paths: [String] { disk.withLock { $0.paths } }

  /// Returns the bytes that a process would read from a file; nil if the path refers to no file. The call
  /// isn't an observation by a process.
  package func bytes(at path: String) -> [UInt8]? { disk.withLock { $0.bytes(at: path) } }

  /// Inverts a bit of a file, as if the disk had damaged it.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - bit: The number of the bit. Bit 0 is the least significant bit of the first byte.
  /// - Returns: Whether the file exists and has this bit.
  @discardableResult
  package func damage(path: String, bit: Int) -> Bool { disk.withLock { $0.flip(bit: bit, at: path) } }

  // MARK: Calls

  package func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int {
    perform(.open, path) { (disk, process) throws(DiskError) in
      try disk.open(path, flags, by: process)
    }
  }

  package func close(_ file: Int32) -> Int {
    call { (disk, process) throws(DiskError) in
      try disk.close(file, by: process)
      return 0
    }
  }

  package func status(of file: Int32, _ status: inout FileStatus) -> Int {
    var found = status
    let result = perform(.examine, file) { (disk, process) throws(DiskError) in
      found = try disk.status(of: file, by: process)
      return 0
    }
    status = found
    return result
  }

  package func status(at path: String, _ status: inout FileStatus) -> Int {
    var found = status
    let result = perform(.examine, path) { (disk, process) throws(DiskError) in
      found = try disk.status(at: path, by: process)
      return 0
    }
    status = found
    return result
  }

  package func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int {
    let bytes = Array(bytes)
    let half = Array(bytes.prefix(bytes.count / 2))
    let tear: Body = { disk, process throws(DiskError) in
      try disk.write(half, to: file, by: process)
      return half.count
    }
    return perform(.write, file, torn: tear) { (disk, process) throws(DiskError) in
      try disk.write(bytes, to: file, by: process)
      return bytes.count
    }
  }

  package func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = buffer.count
    var bytes: [UInt8] = []
    let result = perform(.read, file) { (disk, process) throws(DiskError) in
      bytes = try disk.read(file, upTo: count, by: process)
      return bytes.count
    }
    buffer.copyBytes(from: bytes)
    return result
  }

  package func sync(_ file: Int32) -> Int {
    perform(.sync, file) { (disk, process) throws(DiskError) in
      try disk.sync(file, by: process)
      return 0
    }
  }

  package func rename(_ old: String, to new: String) -> Int {
    perform(.rename, old) { (disk, process) throws(DiskError) in
      try disk.rename(old, to: new, by: process)
      return 0
    }
  }

  package func remove(_ path: String) -> Int {
    perform(.remove, path) { (disk, process) throws(DiskError) in
      try disk.remove(path, by: process)
      return 0
    }
  }

  package func makeFolder(_ path: String, _ mode: mode_t) -> Int {
    perform(.makeFolder, path) { (disk, process) throws(DiskError) in
      try disk.makeFolder(path, by: process)
      return 0
    }
  }

  package func list(_ path: String, _ names: inout [String]) -> Int {
    var found: [String] = []
    let result = perform(.list, path) { (disk, process) throws(DiskError) in
      found = try disk.list(path, by: process)
      return 0
    }
    names += found
    return result
  }

  package func lock(_ file: Int32) -> Int {
    perform(.lock, file) { (disk, process) throws(DiskError) in
      try disk.lock(file, by: process)
      return 0
    }
  }

  package func currentFolder() -> String? { "/" }

  // MARK: Performing

  private typealias Body = (inout Disk, _ process: Int) throws(DiskError) -> Int

  private func call(_ body: Body) -> Int {
    let process = currentProcess()
    return disk.withLock { disk in
      do throws(DiskError) { return try body(&disk, process) } catch { return -Int(error.number) }
    }
  }

  private func perform(_ name: FileCalls.Call.Name, _ path: String, torn: Body? = nil, _ body: Body) -> Int {
    switch gate(FileCalls.Call(name: name, path: path)) {
    case .perform: return call(body)
    case .interrupt: return -Int(EINTR)
    case .fail(let number): return -Int(number)
    case .tear(let number):
      if let torn { _ = call(torn) }
      return -Int(number)
    }
  }

  /// Performs a call on an open file. Its path is the path with which it was opened.
  private func perform(_ name: FileCalls.Call.Name, _ file: Int32, torn: Body? = nil, _ body: Body) -> Int {
    let process = currentProcess()
    guard let path = disk.withLock({ try? $0.path(of: file, of: process) }) else { return -Int(EBADF) }
    return perform(name, path, torn: torn, body)
  }
}
