import Foundation
import TestSupport
import TroupeDurable

/// An operation on a file system, for a comparison of two file systems.
enum FileOperation {
  case open(slot: Int, path: String, flags: Int32)
  case close(slot: Int)
  case write(slot: Int, bytes: [UInt8])
  case read(slot: Int, count: Int)
  case examineFile(slot: Int)
  case examine(path: String)
  case isFile(slot: Int, path: String)
  case sync(slot: Int)
  case rename(from: String, to: String)
  case remove(path: String)
  case makeFolder(path: String)
  case list(path: String)
  case lock(slot: Int)

  static let slots = 4

  private static let paths = [
    "", "/", "/a", "/a", "/a", "/b", "/b", "/d", "/d/a", "/d/b", "/d/e", "/d/e/a", "/a/x", "/./a", "//d//a",
    "/d/../b",
    "/d/", "/a/", "/.", "/d/.", "/d/..", "/d/e/../a", "/none/a", "/none/", "/é", "/e\u{301}", "/a\u{0}b",
    "/" + String(repeating: "n", count: 255), "/" + String(repeating: "n", count: 256),
  ]

  private static let flags = [
    O_RDONLY, O_RDONLY, O_RDWR, O_WRONLY, O_RDWR | O_CREAT, O_RDWR | O_CREAT, O_WRONLY | O_CREAT | O_EXCL,
    O_RDONLY | O_DIRECTORY, O_RDWR | O_CREAT | O_TRUNC, O_RDWR | O_APPEND,
  ]

  static func random(_ random: inout SeededRandom) -> FileOperation {
    func path() -> String { paths[Int.random(in: 0..<paths.count, using: &random)] }
    let slot = Int.random(in: 0..<slots, using: &random)
    switch Int.random(in: 0..<24, using: &random) {
    case 0...4:
      let extra = Bool.random(using: &random) ? O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK : 0
      return .open(
        slot: slot,
        path: path(),
        flags: flags[Int.random(in: 0..<flags.count, using: &random)] | extra
      )
    case 5: return .close(slot: slot)
    case 6...8:
      let count = Int.random(in: 0..<20, using: &random)
      return .write(slot: slot, bytes: (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    case 9...10: return .read(slot: slot, count: Int.random(in: 0..<30, using: &random))
    case 11: return .examineFile(slot: slot)
    case 12: return .examine(path: path())
    case 13: return .isFile(slot: slot, path: path())
    case 14: return .sync(slot: slot)
    case 15...16: return .rename(from: path(), to: path())
    case 17: return .remove(path: path())
    case 18...19: return .makeFolder(path: path())
    case 20: return .list(path: path())
    default: return .lock(slot: slot)
    }
  }
}

/// A file system with the descriptors of a run of operations.
struct FileSystemRun {
  /// The comparable part of an operation's result.
  struct Outcome: Equatable {
    var result: Int
    var bytes: [UInt8] = []
    var names: [[UInt8]] = []
    var kind: FileStatus.Kind?
    var size: Int?
    var isSame: Bool?
  }

  let files: any FileSystemCalls
  let root: String
  private var descriptors = [Int32](repeating: -1, count: FileOperation.slots)

  init(_ files: any FileSystemCalls, root: String) {
    self.files = files
    self.root = root
    _ = files.makeFolder(root, 0o755)
  }

  mutating func perform(_ operation: FileOperation) -> Outcome {
    switch operation {
    case .open(let slot, let path, let flags):
      _ = files.close(descriptors[slot])
      descriptors[slot] = Int32(files.open(root + path, flags, 0o600))
      return Outcome(result: min(0, Int(descriptors[slot])))
    case .close(let slot):
      defer { descriptors[slot] = -1 }
      return Outcome(result: files.close(descriptors[slot]))
    case .write(let slot, let bytes):
      return Outcome(result: bytes.withUnsafeBytes { files.write($0, to: descriptors[slot]) })
    case .read(let slot, let count):
      var bytes = [UInt8](repeating: 0, count: count)
      let result = bytes.withUnsafeMutableBytes { files.read(descriptors[slot], into: $0) }
      return Outcome(result: result, bytes: Array(bytes.prefix(max(0, result))))
    case .examineFile(let slot):
      var status = FileStatus.unknown
      return outcome(files.status(of: descriptors[slot], &status), status)
    case .examine(let path):
      var status = FileStatus.unknown
      return outcome(files.status(at: root + path, &status), status)
    case .isFile(let slot, let path):
      var (open, found) = (FileStatus.unknown, FileStatus.unknown)
      let results = (files.status(of: descriptors[slot], &open), files.status(at: root + path, &found))
      return Outcome(result: min(results.0, results.1), isSame: open.identity == found.identity)
    case .sync(let slot): return Outcome(result: files.sync(descriptors[slot]))
    case .rename(let old, let new): return Outcome(result: files.rename(root + old, to: root + new))
    case .remove(let path): return Outcome(result: files.remove(root + path))
    case .makeFolder(let path): return Outcome(result: files.makeFolder(root + path, 0o700))
    case .list(let path):
      var names: [String] = []
      let result = files.list(root + path, &names)
      let bytes = names.filter { $0 != "." && $0 != ".." }.map { Array($0.utf8) }
      return Outcome(result: result, names: bytes.sorted { $0.lexicographicallyPrecedes($1) })
    case .lock(let slot): return Outcome(result: files.lock(descriptors[slot]))
    }
  }

  private func outcome(_ result: Int, _ status: FileStatus) -> Outcome {
    Outcome(result: result, kind: status.kind, size: status.kind == .file ? status.size : nil)
  }

  /// Closes all descriptors.
  func end() {
    for descriptor in descriptors where descriptor >= 0 { _ = files.close(descriptor) }
  }
}
