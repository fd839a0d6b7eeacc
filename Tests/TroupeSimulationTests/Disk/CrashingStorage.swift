import Foundation
import TestSupport
import Troupe
import TroupeDurable
import TroupeSimulation

/// A file system that ignores the syncs of files or of folders.
struct ForgetfulFiles: FileSystemCalls {
  let files: SimulatedFiles
  /// The kind of objects whose syncs are ignored.
  let forgotten: FileStatus.Kind?

  func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int { files.open(path, flags, mode) }
  func close(_ file: Int32) -> Int { files.close(file) }
  func status(of file: Int32, _ status: inout FileStatus) -> Int { files.status(of: file, &status) }
  func status(at path: String, _ status: inout FileStatus) -> Int { files.status(at: path, &status) }
  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int { files.write(bytes, to: file) }
  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    files.read(file, into: buffer)
  }
  func sync(_ file: Int32) -> Int {
    var status = FileStatus.unknown
    if files.status(of: file, &status) == 0, status.kind == forgotten { return 0 }
    return files.sync(file)
  }
  func rename(_ old: String, to new: String) -> Int { files.rename(old, to: new) }
  func remove(_ path: String) -> Int { files.remove(path) }
  func makeFolder(_ path: String, _ mode: mode_t) -> Int { files.makeFolder(path, mode) }
  func list(_ path: String, _ names: inout [String]) -> Int { files.list(path, &names) }
  func lock(_ file: Int32) -> Int { files.lock(file) }
  func currentFolder() -> String? { files.currentFolder() }
}

/// Two processes that save values in a folder and crash at random calls.
final class CrashingStorage: Sendable {
  /// A state that a key may have: its value and its instant. Nil is the state of a removed key.
  private struct Candidate: Equatable {
    let value: StoredValue?
    let wake: WallClockInstant?
  }

  private struct State {
    var process = 1
    var random: SeededRandom
    /// The number of calls until the crash.
    var callsLeft: Int
    var hasCrashed = false
  }

  private static let processes = 1...2
  private static let keys: [StorageKey] = ["a", "b", StorageKey(String(repeating: "long", count: 30))]
  private static let end = WallClockInstant(sinceEpoch: .seconds(1_000))

  private let state: Locked<State>
  private let forgotten: FileStatus.Kind?

  init(seed: UInt64, forgetting forgotten: FileStatus.Kind? = nil) {
    var random = SeededRandom(seed)
    let calls = Int.random(in: 0..<120, using: &random)
    state = Locked(State(random: random, callsLeft: calls))
    self.forgotten = forgotten
  }

  private func random(_ count: Int) -> Int {
    state.withLock { Int.random(in: 0..<count, using: &$0.random) }
  }

  /// Runs until a number of crashes, and returns a description of the first broken rule; nil for none.
  func run(crashes: Int) async -> String? {
    let files = SimulatedFiles(
      currentProcess: { self.state.withLock { $0.process } },
      gate: { _ in self.gate() }
    )
    func storage() -> FolderStorage {
      FolderStorage(
        path: "/storage",
        calls: FileCalls(files: ForgetfulFiles(files: files, forgotten: forgotten)),
        // No thread is started, so that the caller makes the calls.
        threads: FileThreads { _ in EAGAIN }
      )
    }
    var storages = Self.processes.map { _ in storage() }
    var permitted = Self.keys.map { _ in [Candidate(value: nil, wake: nil)] }
    var crashCount = 0
    while crashCount < crashes {
      let process = Self.processes.lowerBound + random(Self.processes.count)
      state.withLock { $0.process = process }
      let key = random(Self.keys.count)
      do {
        try await act(storages[process - 1], Self.keys[key], &permitted[key])
        if state.withLock({ $0.hasCrashed }) { throw Crashed() }
      } catch let broken as Broken {
        return broken.text
      } catch {
        guard state.withLock({ $0.hasCrashed }) else { return "\(error)" }
        // Either this process or the computer with both processes fails.
        let crashed = random(2) == 0 ? [process] : Set(Self.processes)
        files.crash(of: crashed) { random($0) }
        for process in crashed { storages[process - 1] = storage() }
        crashCount += 1
        state.withLock { state in
          state.hasCrashed = false
          state.callsLeft = Int.random(in: 0..<120, using: &state.random)
        }
      }
    }
    return nil
  }

  private func gate() -> SimulatedFiles.Gate {
    state.withLock { state in
      if state.hasCrashed { return .fail(errno: EIO) }
      state.callsLeft -= 1
      if state.callsLeft >= 0 { return .perform }
      state.hasCrashed = true
      return Bool.random(using: &state.random) ? .tear(errno: EIO) : .fail(errno: EIO)
    }
  }

  private struct Broken: Error { let text: String }
  private struct Crashed: Error {}

  /// Loads a key and checks its value. Then saves it, removes it, or asks when it is due.
  private func act(_ storage: FolderStorage, _ key: StorageKey, _ permitted: inout [Candidate]) async throws {
    let value: StoredValue?
    do { value = try await storage.load(key) } catch { throw cause("\(key.text)", error) }
    guard let found = permitted.first(where: { $0.value == value }) else {
      throw Broken(text: "\(key.text) was \(String(describing: value)) instead of \(permitted)")
    }
    permitted = [found]
    switch random(4) {
    case 0: try await checkDue(storage, key, found)
    case 1:
      guard let revision = value?.revision else { return }
      permitted.append(Candidate(value: nil, wake: nil))
      try await storage.remove(key, expecting: revision)
      permitted.removeFirst()
    default:
      let bytes = (0..<random(700)).map { _ in UInt8(random(256)) }
      let wake = random(2) == 0 ? nil : WallClockInstant(sinceEpoch: .seconds(random(100)))
      let new = Candidate(value: StoredValue(bytes: bytes, revision: StorageRevision()), wake: wake)
      guard let saved = new.value else { return }
      permitted.append(new)
      try await storage.save(
        saved.bytes,
        for: key,
        expecting: value?.revision,
        as: saved.revision,
        wake: wake
      )
      permitted.removeFirst()
    }
  }

  private func checkDue(_ storage: FolderStorage, _ key: StorageKey, _ found: Candidate) async throws {
    let due: [ScheduledKey]
    do { due = try await storage.due(before: Self.end, limit: 10) } catch { throw cause("due", error) }
    // A call that fails because of the crash makes a key count as due.
    if state.withLock({ $0.hasCrashed }) { throw Crashed() }
    let wake = due.first { $0.key == key }?.wake
    if wake != found.wake {
      throw Broken(text: "\(key.text) was due at \(String(describing: wake)), not \(found)")
    }
  }

  /// Returns the error of a call: the crash, or a broken rule.
  private func cause(_ call: String, _ error: StorageError) -> any Error {
    state.withLock { $0.hasCrashed } ? Crashed() : Broken(text: "\(call): \(error)")
  }
}
