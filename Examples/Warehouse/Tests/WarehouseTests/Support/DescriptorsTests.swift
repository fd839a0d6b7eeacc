import BrowserTesting
import Foundation
import Synchronization
import XCTest

@testable import Warehouse

/// Initializers that fail after they have opened a file close it once. If an initializer throws when all
/// properties are set, the deinitializer runs, too. The second time, it may be another thread's file.
final class DescriptorsTests: XCTestCase {
  /// The files that a thread opens and closes.
  private final class Files: Sendable {
    let isOver = Atomic(false)
    let opened = Atomic(0)
    let lost = Atomic(0)

    func openAndClose() {
      while !isOver.load(ordering: .acquiring) {
        let file = open("/dev/null", O_RDONLY)
        guard file >= 0 else { continue }
        opened.add(1, ordering: .relaxed)
        if close(file) != 0 { lost.add(1, ordering: .relaxed) }
      }
    }
  }

  /// Calls a function that fails, while another thread opens and closes files. Returns how many of these
  /// files the function has closed.
  private func closedFiles(during attempt: () throws -> Void) -> Int {
    let files = Files()
    let thread = DispatchGroup()
    DispatchQueue.global().async(group: thread) { files.openAndClose() }
    var attempts = 0
    while attempts < 5_000 || files.opened.load(ordering: .relaxed) < 1_000 {
      attempts += 1
      if (try? attempt()) != nil { XCTFail("It hasn't failed.") }
    }
    files.isOver.store(true, ordering: .releasing)
    thread.wait()
    return files.lost.load(ordering: .relaxed)
  }

  func testALockThatIsRefusedClosesItsFolderOnce() throws {
    let folder = TestFolder()
    defer { folder.remove() }
    let path = folder.path
    let lock = try FolderLock(path, databaseAt: path + "/warehouses.sqlite")
    let closed = closedFiles { _ = try FolderLock(path, databaseAt: path + "/warehouses.sqlite") }
    XCTAssertEqual(closed, 0)
    withExtendedLifetime(lock) {}
  }

  func testAConnectionThatIsRefusedClosesItsSocketOnce() {
    // Nobody listens on the port 1.
    XCTAssertEqual(closedFiles { _ = try Connection(port: 1) }, 0)
  }
}
