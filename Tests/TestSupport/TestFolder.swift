import Foundation
import Synchronization

/// A folder on the disk that is removed when the test ends.
package final class TestFolder: Sendable {
  package let path: String

  package init() {
    path = FileManager.default.temporaryDirectory.appending(path: Self.newName()).path
  }

  /// A folder in memory if the system has such a place, for tests that use thousands of folders.
  package init(inMemory: Void) {
    let memory = "/dev/shm"
    let parent =
      FileManager.default.isWritableFile(atPath: memory)
      ? URL(fileURLWithPath: memory) : FileManager.default.temporaryDirectory
    path = parent.appending(path: Self.newName()).path
  }

  private static let count = Atomic(0)

  /// A name that no other folder has. In a scheduler's code, a `UUID` isn't unique: it follows from the seed.
  private static func newName() -> String {
    var time = timespec()
    // not a wait: it makes a name. Unlike Swift's clocks, it has the real time in a scheduler's code as well.
    clock_gettime(CLOCK_REALTIME, &time)
    let number = count.add(1, ordering: .relaxed).newValue
    return "TroupeTests-\(ProcessInfo.processInfo.processIdentifier)-\(time.tv_sec)-\(time.tv_nsec)-\(number)"
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The names of the files in one of its folders.
  package func files(_ folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []
    return names.sorted()
  }

  /// Changes the bytes of a file.
  package func change(_ file: String, _ body: (inout [UInt8]) -> Void) throws {
    let url = URL(fileURLWithPath: "\(path)/\(file)")
    var bytes = Array(try Data(contentsOf: url))
    body(&bytes)
    try Data(bytes).write(to: url)
  }

  package func remove(_ file: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(file)") }
}
