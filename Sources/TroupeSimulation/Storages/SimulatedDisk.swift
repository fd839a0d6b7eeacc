import Troupe
import TroupeDurable
import TroupeTesting

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A disk of a simulated world, with a file system that loses unsynced changes in a crash.
///
/// ``storage`` is a `FolderStorage` on this disk: the same code that a program runs, on simulated system
/// calls. A process may crash before each of these calls. When a process crashes, the disk keeps the
/// process's synced changes, and an arbitrary part of its other changes: a file may be empty or torn, and a
/// rename or a removal may be undone.
public final class SimulatedDisk: Sendable {
  private struct State {
    /// The storages, by the numbers of the processes that use them.
    var storages: [Int: FolderStorage] = [:]
    /// The virtual time until which calls fail, and the error number with which they fail.
    var fault: (end: Duration, error: Int32)?
  }

  /// The disk's name.
  public let name: String
  private let world: World
  private let endpoint: Endpoint
  private let files: SimulatedFiles
  /// The file system as processes see it.
  private let calls: any FileSystemCalls
  private let state = Locked(State())

  /// - Parameter change: Changes the behavior of the file system, for tests of programs with wrong calls.
  init(
    _ name: String,
    in world: World,
    _ change: (any FileSystemCalls) -> any FileSystemCalls
  ) {
    self.name = name
    self.world = world
    endpoint = Endpoint(place: world.newPlace(), name: "the disk \"\(name)\"")
    let gate = Locked<Gate>(Gate())
    files = SimulatedFiles(
      currentProcess: { world.scheduler.currentProcess },
      gate: { call in gate.withLock(\.self).disk?.verdict(on: call) ?? .fail(errno: EIO) }
    )
    calls = change(files)
    gate.withLock { $0.disk = self }
  }

  /// A weak reference to the disk, for its own file system.
  private struct Gate {
    weak var disk: SimulatedDisk?
  }

  /// The storage of the current process on this disk. Each run of a process has a separate storage.
  ///
  /// In the test, the storage reads and writes the disk without faults and delays.
  public var storage: FolderStorage {
    let run = world.scheduler.currentProcess
    if let known = state.withLock({ $0.storages[run] }) { return known }
    let threads = FileThreads.tasks { [weak self] work in
      _ = Task.detached {
        await self?.waitForDisk(run)
        work()
      }
    }
    let storage = FolderStorage(path: "/\(name)", calls: FileCalls(files: calls), threads: threads)
    return state.withLock { state in
      if let known = state.storages[run] { return known }
      state.storages[run] = storage
      return storage
    }
  }

  /// The paths of the disk's files, sorted.
  public var paths: [String] { files.paths }

  // MARK: Files of a program

  /// Returns a file's bytes; nil if there is no file at the path.
  ///
  /// - Parameter path: The absolute path, such as `/log`.
  /// - Throws: A ``DiskFailure``.
  public func read(_ path: String) throws(DiskFailure) -> [UInt8]? {
    let file = calls.open(path, O_RDONLY, 0)
    if file == -Int(ENOENT) { return nil }
    try check(file, "open", path)
    defer { _ = calls.close(Int32(file)) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = buffer.withUnsafeMutableBytes { calls.read(Int32(file), into: $0) }
      try check(count, "read", path)
      if count == 0 { return bytes }
      bytes += buffer.prefix(count)
    }
  }

  /// Appends bytes to a file, and creates the file if there is none.
  ///
  /// - Parameters:
  ///   - bytes: The bytes. After a crash before the sync, the file may have only some of them.
  ///   - path: The absolute path, such as `/log`.
  ///   - syncs: Whether the bytes, and the name of a new file, survive a crash when the method has returned.
  /// - Throws: A ``DiskFailure``. The file may have some of the bytes.
  public func append(_ bytes: [UInt8], to path: String, syncs: Bool = true) throws(DiskFailure) {
    let file = calls.open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    try check(file, "open", path)
    defer { _ = calls.close(Int32(file)) }
    try check(bytes.withUnsafeBytes { calls.write($0, to: Int32(file)) }, "write", path)
    guard syncs else { return }
    try check(calls.sync(Int32(file)), "sync", path)
    let folder = calls.open("/", O_RDONLY | O_DIRECTORY, 0)
    try check(folder, "open", "/")
    defer { _ = calls.close(Int32(folder)) }
    try check(calls.sync(Int32(folder)), "sync", "/")
  }

  private func check(_ result: Int, _ call: String, _ path: String) throws(DiskFailure) {
    if result < 0 { throw DiskFailure(call: "\(call) \(path)", number: Int32(-result)) }
  }

  /// Inverts a bit of a file, as if the disk had damaged it.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - bit: The number of the bit. Bit 0 is the least significant bit of the first byte.
  /// - Returns: Whether the file exists and has this bit.
  @discardableResult
  public func damage(path: String, bit: Int) -> Bool { files.damage(path: path, bit: bit) }

  // MARK: Calls

  /// Waits until the disk has time for a call of a process.
  private func waitForDisk(_ run: Int) async {
    guard run != 0, !world.hasEnded else { return }
    var wait = world.drawDuration(.latency, at: endpoint.place, from: .microseconds(50), to: .milliseconds(5))
    if world.choose(.slowDisk, at: endpoint.place) > 0 {
      let delay = world.drawDuration(.duration, at: endpoint.place, from: .milliseconds(50), to: .seconds(10))
      let caller = world.currentEndpoint.name
      world.record(.slowDisk, of: endpoint) {
        "a call of \(caller) to the disk \"\(name)\" took \(delay.inSeconds)"
      }
      wait += delay
    }
    // If the sleep is cancelled, the world has ended.
    try? await Task.sleep(for: wait)
  }

  private func verdict(on call: FileCalls.Call) -> FileCalls.Verdict {
    let run = world.scheduler.currentProcess
    if run == 0 { return .perform }
    if let (process, _) = world.currentProcess {
      guard process.willCall(in: run, { "its call \"\(call)\"" }) else { return .fail(errno: EIO) }
    } else if world.hasEnded {
      return .fail(errno: EIO)
    }
    return faultOfDisk(call).map { .fail(errno: $0) } ?? .perform
  }

  /// Returns the error number with which a call fails because of the disk.
  private func faultOfDisk(_ call: FileCalls.Call) -> Int32? {
    let choice = world.choose(.failingDisk, at: endpoint.place, among: 2)
    if choice > 0 {
      let error = choice == 1 ? ENOSPC : EIO
      let duration = world.drawDuration(
        .duration,
        at: endpoint.place,
        from: .milliseconds(1),
        to: .seconds(10)
      )
      world.record(.failingDisk, of: endpoint, choice) {
        "the disk \"\(name)\" \(choice == 1 ? "was full" : "failed") for \(duration.inSeconds), beginning with \"\(call)\""
      }
      state.withLock { $0.fault = (world.now + duration, error) }
    }
    guard let fault = state.withLock({ $0.fault }) else { return nil }
    guard world.now < fault.end, !world.hasHealed else {
      state.withLock { $0.fault = nil }
      return nil
    }
    return fault.error == EIO || call.isChange ? fault.error : nil
  }

  /// Loses a part of the unsynced changes of a process that has crashed.
  ///
  /// - Parameter runs: The scheduler's numbers of the process's runs, because a changed file of an earlier
  ///   run may still not be on the disk.
  func crash(of runs: Set<Int>) {
    let former = state.withLock { state in runs.map { state.storages.removeValue(forKey: $0) } }
    withExtendedLifetime(former) {}
    files.crash(of: runs) { options in
      var generator = world.draw(.survival, at: endpoint.place)
      return Int.random(in: 0..<options, using: &generator)
    }
  }
}

/// A failed call to a ``SimulatedDisk``.
public struct DiskFailure: Error, CustomStringConvertible {
  /// The call and its path, such as `write /log`.
  public let call: String
  /// The error number, such as `ENOSPC`.
  public let number: Int32

  /// The call and the error number.
  public var description: String { "\(call) failed with the error number \(number)" }
}

extension World {
  /// Adds an empty disk. Several processes may use it, as processes of one computer do.
  ///
  /// - Parameter name: The disk's name, for messages.
  public func disk(_ name: String) -> SimulatedDisk { disk(name) { $0 } }

  package func disk(
    _ name: String,
    _ change: (any FileSystemCalls) -> any FileSystemCalls
  ) -> SimulatedDisk {
    let disk = SimulatedDisk(name, in: self, change)
    state.withLock { $0.disks.append(disk) }
    return disk
  }
}
