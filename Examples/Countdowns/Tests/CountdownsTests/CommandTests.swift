import Foundation
import Troupe
import TroupeDurable
import TroupeFoundation
import XCTest

@testable import Countdowns

/// The commands, as a user sees them.
final class CommandTests: XCTestCase {
  private func run(_ program: Program) async -> (lines: [String], status: Int32, errors: String) {
    var lines: [String] = []
    for await line in program.lines { lines.append(line) }
    let end = await program.end()
    return (lines, end.status, end.errors)
  }

  func testACountdownThatIsAddedWhileAProgramRunsRings() async throws {
    for signal in [SIGTERM, SIGINT] {
      let folder = TestFolder()
      let runner = try Program(folder, "run", "--interval", "10ms")
      var lines = runner.lines.makeAsyncIterator()
      let ready = await lines.next()
      XCTAssertEqual(ready, "ready")
      let add = await run(try Program(folder, "add", "0s", "green tea"))
      let key = try XCTUnwrap(add.lines.first)
      XCTAssertTrue(key.hasPrefix("green-tea-"), key)
      let rang = await lines.next()
      XCTAssertEqual(rang, "rang \(key) green tea")
      let marked = await lines.next()
      XCTAssertEqual(marked, "marked \(key)")
      runner.signal(signal)
      let last = await lines.next()
      XCTAssertNil(last)
      let end = await runner.end()
      XCTAssertEqual(end.status, 0)
      XCTAssertFalse(end.isKilled)
      XCTAssertEqual(end.errors, "")
    }
  }

  func testCountdownsThatHaveNotRungAreListedByTheirEnds() async throws {
    let folder = TestFolder()
    var list = await run(try Program(folder, "list"))
    XCTAssertEqual(list.lines, [])
    var lines: [String] = []
    for (duration, name) in [("2h", "bread"), ("1h30m", "tea"), ("1h", "tea")] {
      let add = await run(try Program(folder, "add", duration, name))
      let key = try XCTUnwrap(add.lines.first)
      let countdown = try await folder.countdowns.countdown(StorageKey(key))
      let end = Date(try XCTUnwrap(countdown?.timer?.end))
      lines.insert("\(key) \(end.formatted(.iso8601)) \(name)", at: 0)
    }
    list = await run(try Program(folder, "list"))
    XCTAssertEqual(list.lines, lines)
    XCTAssertEqual(list.errors, "")
  }

  func testMistakesAreNamed() async throws {
    let (folder, file) = (TestFolder(), TestFolder(path: "/dev/null/countdowns"))
    let commands: [(Program, status: Int32, error: String)] = [
      (try Program(folder, "add", "90x", "tea"), 64, "\"90x\" is no duration."),
      (try Program(folder, "add", "90s", ""), 64, "The name of a countdown is one line of text."),
      (try Program(folder, "add", "90s", "a\nb"), 64, "The name of a countdown is one line of text."),
      (try Program(folder, "add", "90s"), 64, "Missing expected argument '<name>'"),
      (try Program(folder, "add", "90s", "tea", "--count", "0"), 64, "At least one countdown can be"),
      (try Program(folder, "run", "--interval", "0s"), 64, "The interval can't be zero."),
      (try Program(file, "add", "90s", "tea"), 1, "The folder /dev/null/countdowns can't be used"),
      (try Program(file, "list"), 1, "The folder /dev/null/countdowns can't be used"),
      (try Program(file, "run"), 1, "The folder /dev/null/countdowns can't be used"),
    ]
    for (program, status, error) in commands {
      let end = await run(program)
      XCTAssertEqual(end.lines, [])
      XCTAssertEqual(end.status, status, end.errors)
      XCTAssertTrue(end.errors.contains(error), end.errors)
    }
  }

  func testACountdownThatIsDamagedIsNamedAndTheOthersAreListed() async throws {
    let folder = TestFolder()
    let key = StorageKey("damaged")
    let (revision, storage) = (StorageRevision(), folder.countdowns.storage)
    try await storage.save([1, 2, 3], for: key, expecting: nil, as: revision, wake: .now)
    _ = await run(try Program(folder, "add", "1h", "tea"))
    let list = await run(try Program(folder, "list"))
    XCTAssertEqual(list.lines.count, 1, "\(list.lines)")
    XCTAssertTrue(list.errors.hasPrefix("Error: The countdown damaged in the folder"), list.errors)
    XCTAssertEqual(list.status, 1)
  }

  func testACountdownThatAnotherProgramHasTakenIsInUse() async throws {
    let folder = TestFolder()
    let retry = Backoff.exponential(initial: .zero, maximum: .zero, attempts: 1)
    let first = try await folder.countdowns.store("tea", retry: retry, Countdown())
    _ = try await folder.countdowns.store("tea", retry: retry, Countdown())
    await withExpectedIssue {
      do {
        try await first.commit(.started(Countdown.Timer(name: "tea", end: .now)))
        XCTFail("It is started.")
      } catch {
        let error = CountdownsError(error, in: folder.path)
        XCTAssertEqual(error.code, .inUse)
        XCTAssertTrue("\(error)".hasPrefix("The countdown tea is used by another program."), "\(error)")
      }
    }
  }
}
