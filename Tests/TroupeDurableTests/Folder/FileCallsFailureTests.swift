import Foundation
import XCTest

@testable import TroupeDurable

/// The system calls of a ``FolderStorage`` where the system interrupts or fails them.
final class FileCallsFailureTests: XCTestCase {
  private let folder = TestFolder()

  override func setUp() { XCTAssertEqual(mkdir(folder.path, 0o755), 0) }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  func testACallThatASignalInterruptsIsMadeAgain() throws {
    let attempts = Collector<FileCalls.Call.Name>()
    let calls = FileCalls { call in
      attempts.append(call.name)
      return attempts.count.isMultiple(of: 3) ? .perform : .interrupt
    }
    XCTAssertTrue(try calls.makeFolder(path("folder")))
    XCTAssertEqual(attempts.all, [.makeFolder, .makeFolder, .makeFolder])
    let file = try calls.create(path("file"))
    try calls.write([1, 2, 3], to: file, at: path("file"))
    calls.close(file)
    XCTAssertEqual(Set(try calls.list(folder.path)), ["file", "folder"])
    let opened = try XCTUnwrap(try calls.open(path("file"), O_RDONLY))
    XCTAssertEqual(try calls.read(opened, at: path("file")), [1, 2, 3])
    calls.close(opened)
  }

  func testAFileThatCannotBeCreatedIsNotRemoved() throws {
    let made = Collector<FileCalls.Call.Name>()
    let calls = FileCalls { call in
      made.append(call.name)
      return call.name == .open ? .fail(errno: ENOSPC) : .perform
    }
    XCTAssertThrowsError(try calls.create(path("file"))) { error in
      XCTAssertEqual((error as? FileError)?.number, ENOSPC)
    }
    XCTAssertEqual(made.all, [.open])
  }

  func testAnErrorOfAnEarlierCallIsNoneOfAFolder() throws {
    let calls = FileCalls { _ in
      errno = EIO
      return .perform
    }
    XCTAssertEqual(try calls.list(folder.path), [])
  }

  #if os(Linux)
    func testAFolderWhoseNamesCannotBeReadIsNotTakenForAnEmptyOne() throws {
      // One folder can be opened and not read: the one of a process that has ended and wasn't waited for.
      let name = strdup("true")
      defer { free(name) }
      var (child, arguments) = (pid_t(), [name, nil])
      XCTAssertEqual(posix_spawn(&child, "/bin/true", nil, nil, &arguments, environ), 0)
      var ended = siginfo_t()
      XCTAssertEqual(waitid(P_PID, id_t(child), &ended, WEXITED | WNOWAIT), 0)
      XCTAssertThrowsError(try FileCalls().list("/proc/\(child)/net")) { error in
        XCTAssertEqual((error as? FileError)?.number, EINVAL)
      }
      XCTAssertEqual(waitpid(child, nil, 0), child)
    }

    func testTwoFilesMayHaveOneNumberOnTwoDisks() throws {
      // Each is the first one of its file system.
      let numbers = ["/proc", "/sys"].map { path in
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_ino : nil
      }
      try XCTSkipUnless(numbers[0] != nil && numbers[0] == numbers[1], "They have other numbers here.")
      let calls = FileCalls()
      let file = try XCTUnwrap(try calls.open("/proc", O_RDONLY))
      defer { calls.close(file) }
      XCTAssertTrue(calls.isFile(file, at: "/proc"))
      XCTAssertFalse(calls.isFile(file, at: "/sys"))
    }
  #endif
}
