import Foundation
import TestSupport
import TroupeDurable

@testable import TroupeSimulation

/// Random calls of two processes on a disk, with the oracle of what a crash may leave.
struct CrashRun {
  private static let paths = ["/a", "/b", "/d/a", "/d/b"]

  private(set) var disk = Disk(unsyncedLimit: 1_000)
  private(set) var oracle = CrashOracle()
  private var random: SeededRandom
  private var nextByte: UInt8 = 1

  /// Makes up to a number of calls, until a number of changes is unsynced.
  init(seed: UInt64, calls: Int = 20, unsynced: Int = 7) {
    random = SeededRandom(seed)
    let processes = Bool.random(using: &random) ? 1...1 : 1...2
    for _ in 0..<calls where oracle.unsyncedCount < unsynced {
      call(by: Int.random(in: processes, using: &random))
    }
  }

  private mutating func path() -> String { Self.paths[Int.random(in: 0..<Self.paths.count, using: &random)] }

  private mutating func call(by process: Int) {
    let path = path()
    switch Int.random(in: 0..<16, using: &random) {
    case 0...4:
      oracle.lookUp(path, by: process)
      create(path, by: process)
    case 5...6:
      oracle.lookUp(path, by: process)
      guard (try? disk.remove(path, by: process)) != nil else { return }
      oracle.remove(path, by: process)
    case 7...9: rename(path, to: self.path(), by: process)
    case 10...11:
      oracle.lookUp("/d", by: process)
      if (try? disk.makeFolder("/d", by: process)) != nil { oracle.makeFolder("/d", by: process) }
      _ = try? disk.status(at: path, by: process)
      oracle.lookUp(path, by: process)
      if case .file(let file) = oracle.current[path] { oracle.see(file, by: process) }
    case 12: withFile(path, O_RDONLY, process) { (_, _) in }
    case 13:
      withFile(path, O_RDONLY, process) { run, file in
        _ = try? run.disk.read(file.descriptor, upTo: 100, by: process)
        run.oracle.see(file.number, by: process)
      }
    case 14:
      withFile(path, O_RDONLY, process) { run, file in
        _ = try? run.disk.sync(file.descriptor, by: process)
        run.oracle.sync(file.number)
      }
    default: useFolder(CrashOracle.parent(of: path), by: process)
    }
  }

  private mutating func rename(_ old: String, to new: String, by process: Int) {
    // The call looks up the folders, then the old name, and then the new name. It ends at a missing object.
    for path in [CrashOracle.parent(of: old), CrashOracle.parent(of: new), old, new] {
      oracle.lookUp(path, by: process)
      if path != "", path != new, oracle.current[path] == nil { break }
    }
    guard (try? disk.rename(old, to: new, by: process)) != nil else { return }
    oracle.rename(old, to: new, by: process)
  }

  /// Creates a file with some bytes, and syncs it in half of the cases.
  private mutating func create(_ path: String, by process: Int) {
    guard let descriptor = try? disk.open(path, O_WRONLY | O_CREAT | O_EXCL, by: process) else { return }
    let file = oracle.create(path, by: process)
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      let bytes = (0..<Int.random(in: 1...3, using: &random)).map { nextByte + UInt8($0) }
      nextByte += UInt8(bytes.count)
      _ = try? disk.write(bytes, to: Int32(descriptor), by: process)
      oracle.write(bytes, to: file, by: process)
    }
    if Bool.random(using: &random) {
      _ = try? disk.sync(Int32(descriptor), by: process)
      oracle.sync(file)
    }
    _ = try? disk.close(Int32(descriptor), by: process)
  }

  private mutating func withFile(
    _ path: String,
    _ flags: Int32,
    _ process: Int,
    _ body: (inout CrashRun, (descriptor: Int32, number: Int)) -> Void
  ) {
    oracle.lookUp(path, by: process)
    guard let descriptor = try? disk.open(path, flags, by: process),
      case .file(let number) = oracle.current[path]
    else { return }
    body(&self, (Int32(descriptor), number))
    _ = try? disk.close(Int32(descriptor), by: process)
  }

  /// Lists or syncs a folder.
  private mutating func useFolder(_ folder: String, by process: Int) {
    oracle.lookUp(folder, by: process)
    guard let descriptor = try? disk.open(folder + "/", O_RDONLY | O_DIRECTORY, by: process) else { return }
    if Int.random(in: 0..<3, using: &random) == 0 {
      _ = try? disk.list(folder + "/", by: process)
      oracle.list(folder, by: process)
    } else {
      _ = try? disk.sync(Int32(descriptor), by: process)
      oracle.sync(folder: folder)
    }
    _ = try? disk.close(Int32(descriptor), by: process)
  }
}

extension Disk {
  /// The state of the disk in the form that the oracle uses.
  var state: CrashOracle.State {
    var state: CrashOracle.State = [:]
    for path in paths { state[path] = bytes(at: path) }
    for folder in ["/d"] where isFolder(folder) { state[folder] = .some(nil) }
    return state
  }

  private func isFolder(_ path: String) -> Bool {
    // The call may be an observation, but only in a copy.
    var copy = self
    return (try? copy.status(at: path, by: 0).kind) == .folder
  }
}
