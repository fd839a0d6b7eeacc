import Foundation
import Troupe
import TroupeDurable
import TroupeSimulation
import XCTest

/// Processes, gates and inspection of a simulated file system.
final class SimulatedFilesTests: XCTestCase {
  private func open(_ files: SimulatedFiles, _ path: String, _ flags: Int32 = O_RDWR | O_CREAT) -> Int32 {
    Int32(files.open(path, flags, 0o600))
  }

  private func write(_ bytes: [UInt8], to file: Int32, _ files: SimulatedFiles) -> Int {
    bytes.withUnsafeBytes { files.write($0, to: file) }
  }

  func testACrashClosesOnlyTheFilesOfTheProcess() {
    let process = Locked(1)
    let files = SimulatedFiles(currentProcess: { process.withLock { $0 } })
    let first = open(files, "/a")
    XCTAssertEqual(files.lock(first), 0)
    process.withLock { $0 = 2 }
    let second = open(files, "/a")
    XCTAssertEqual(files.lock(second), -Int(EWOULDBLOCK))
    // A process can't use another process's descriptor.
    XCTAssertEqual(files.sync(first), -Int(EBADF))
    XCTAssertEqual(files.close(first), -Int(EBADF))
    files.crash(of: 1) { _ in 0 }
    XCTAssertEqual(files.lock(second), 0)
    XCTAssertEqual(write([1], to: second, files), 1)
    process.withLock { $0 = 1 }
    XCTAssertEqual(files.sync(first), -Int(EBADF))
    XCTAssertNotEqual(open(files, "/b"), first)
  }

  func testAGateFailsInterruptsAndTearsCalls() {
    let gate = Locked(SimulatedFiles.Gate.perform)
    let calls = Collector<FileCalls.Call>()
    let files = SimulatedFiles(gate: { call in
      calls.append(call)
      return gate.withLock { $0 }
    })
    let file = open(files, "/a")
    gate.withLock { $0 = .fail(errno: EIO) }
    XCTAssertEqual(write([1, 2, 3], to: file, files), -Int(EIO))
    XCTAssertEqual(files.remove("/a"), -Int(EIO))
    gate.withLock { $0 = .interrupt }
    XCTAssertEqual(files.rename("/a", to: "/b"), -Int(EINTR))
    XCTAssertEqual(files.bytes(at: "/a"), [])
    gate.withLock { $0 = .tear(errno: ENOSPC) }
    XCTAssertEqual(write([1, 2, 3, 4, 5], to: file, files), -Int(ENOSPC))
    XCTAssertEqual(files.makeFolder("/d", 0), -Int(ENOSPC))
    XCTAssertEqual(files.bytes(at: "/a"), [1, 2])
    XCTAssertEqual(files.paths, ["/a"])
    XCTAssertEqual(
      calls.all.map(\.description),
      ["open /a", "write /a", "remove /a", "rename /a", "write /a", "makeFolder /d"]
    )
  }

  func testDamageSurvivesSyncsAndCrashes() {
    let files = SimulatedFiles()
    let file = open(files, "/a")
    XCTAssertEqual(write([0, 0], to: file, files), 2)
    XCTAssertEqual(files.sync(file), 0)
    XCTAssertEqual(files.sync(open(files, "/", O_RDONLY)), 0)
    XCTAssertEqual(write([0, 0], to: file, files), 2)
    XCTAssertTrue(files.damage(path: "/a", bit: 1))
    XCTAssertTrue(files.damage(path: "/a", bit: 16 + 7))
    XCTAssertEqual(files.bytes(at: "/a"), [2, 0, 128, 0])
    for (path, bit) in [("/a", 32), ("/b", 0), ("/", 0)] {
      XCTAssertFalse(files.damage(path: path, bit: bit))
    }
    // The choices are a power failure, one lost write, a torn write, and its first byte.
    var choices = [1, 1, 1, 0]
    files.crash(of: 0) { _ in choices.removeFirst() }
    XCTAssertEqual(files.bytes(at: "/a"), [2, 0, 128])
    XCTAssertEqual(choices, [])
  }
}
