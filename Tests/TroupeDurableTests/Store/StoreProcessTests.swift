import Foundation
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeTesting
import XCTest

/// Stores in several processes on one folder.
final class StoreProcessTests: TroupeTestCase {
  private struct Numbers: Codable, Sendable { var numbers: [Int] = [] }

  private func saved(_ folder: TestFolder) async throws -> [Int] {
    let value = try await FolderStorage(path: folder.path).load("key")
    let codec = StateCodec(Numbers.self, format: JSONFormat())
    return try value.map { try codec.decode($0.bytes).numbers } ?? []
  }

  /// Checks that everything that has left the stores is saved, once.
  private func check(
    _ lines: [String],
    _ folder: TestFolder,
    file: StaticString = #filePath,
    line: UInt = #line
  ) async throws {
    let saved = try await saved(folder)
    XCTAssertEqual(Set(saved).count, saved.count, "saved twice", file: file, line: line)
    for word in ["committed", "started"] {
      let numbers = lines.filter { $0.hasPrefix("\(word) ") }.compactMap { Int($0.dropFirst(word.count + 1)) }
      XCTAssertEqual(Set(numbers).count, numbers.count, "\(word) twice", file: file, line: line)
      let lost = Set(numbers).subtracting(saved).sorted()
      XCTAssertEqual(lost, [], "\(word), and lost", file: file, line: line)
    }
  }

  // S581
  func testAProcessThatIsKilledLosesNothingThatLeftIt() async throws {
    let folder = TestFolder()
    var lines: [String] = []
    for round in 0..<5 {
      let process = try LineProcess("StoreProcess", folder.path, "key", "\(round * 1_000_000)", "1000000")
      var count = 0
      for await line in process.lines {
        lines.append(line)
        count += 1
        if count == 5 + round * 7 { process.signal(SIGKILL) }
      }
      try await check(lines, folder)
    }
    XCTAssertGreaterThan(lines.count, 50)
  }

  // S588
  func testAPausedProcessThatComesBackIsSupersededAndStartsNothing() async throws {
    let folder = TestFolder()
    // It is paused between two saves: in the middle of one it would hold the lock, and no other process could
    // continue.
    let first = try LineProcess("StoreProcess", folder.path, "key", "0", "1000000", "10")
    var (lines, firstLines) = ([String](), first.lines.makeAsyncIterator())
    while lines.last != "paused", let line = await firstLines.next() { lines.append(line) }
    var secondLines: [String] = []
    let second = try LineProcess("StoreProcess", folder.path, "key", "5000000", "20")
    for await line in second.lines { secondLines.append(line) }
    first.signal(SIGCONT)
    while let line = await firstLines.next() { lines.append(line) }
    XCTAssertEqual(lines.last, "superseded")
    XCTAssertEqual(secondLines.filter { $0.hasPrefix("committed") }.count, 20)
    try await check(lines + secondLines, folder)
    let saved = try await saved(folder)
    // From the first number of the second process on, there are only its own.
    let start = try XCTUnwrap(saved.firstIndex { $0 >= 5_000_000 })
    XCTAssertEqual(saved[start...].filter { $0 < 5_000_000 }, [])
    XCTAssertEqual(lines.filter { $0.hasPrefix("started") }.count, 10)
  }
}
