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

  func testAPageShowsTheCountdownsOnlyIfTheUserAsksForIt() async throws {
    let folder = TestFolder()
    let runner = try Program(folder, "run", "--inspect")
    var lines = runner.lines.makeAsyncIterator()
    var first: [String] = []
    for _ in 0..<2 {
      let line = await lines.next()
      first.append(try XCTUnwrap(line))
    }
    XCTAssertTrue(first.contains("ready"), "\(first)")
    let address = first.first { $0.hasPrefix("inspect http://127.0.0.1:") }
    XCTAssertEqual(address?.split(separator: "/").last?.count, 32, "\(first)")
    runner.signal(SIGTERM)
    let last = await lines.next()
    XCTAssertNil(last)
    let end = await runner.end()
    XCTAssertEqual(end.status, 0)
    XCTAssertEqual(end.errors, "")
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
    let line = "The name of a countdown is one line of text."
    let unusable = "The folder /dev/null/countdowns can't be used"
    let commands: [(arguments: [String], folder: TestFolder, status: Int32, error: String)] = [
      (["add", "90x", "tea"], folder, 64, "\"90x\" isn't a duration."),
      (["add", "90s\u{1B}[2J", "tea"], folder, 64, "\"90s\\u{1B}[2J\" isn't a duration."),
      (["add", "-5s", "tea"], folder, 64, "isn't a duration."),
      (["add", "--", "-5s", "tea"], folder, 64, "\"-5s\" isn't a duration."),
      (["add", "1000001d", "tea"], folder, 64, "isn't a duration."),
      (["add", "99999999999999999999s", "tea"], folder, 64, "isn't a duration."),
      (["add", "90s", ""], folder, 64, line),
      (["add", "90s", " "], folder, 64, line),
      (["add", "90s", "a\nb"], folder, 64, line),
      (["add", "90s", "a\u{1B}[31mb"], folder, 64, "doesn't show: a\\u{1B}[31mb"),
      (["add", "90s", "a\u{200B}b"], folder, 64, "doesn't show: a\\u{200B}b"),
      (["add", "90s", "a\u{202E}b"], folder, 64, "doesn't show: a\\u{202E}b"),
      (["add", "90s", String(repeating: "a", count: 201)], folder, 64, "The name has 201 bytes."),
      (["add", "90s", "a", "b\u{1B}b"], folder, 64, "Unexpected argument 'b\\u{1B}b'"),
      (["add", "90s"], folder, 64, "Missing expected argument '<name>'"),
      (["add", "90s", "tea", "--count", "0"], folder, 64, "At least one countdown can be"),
      (["add", "90s", "tea", "--count", "-1"], folder, 64, "Missing value for '--count"),
      (["add", "90s", "tea", "--count", "99999999999999999999"], folder, 64, "is invalid for '--count"),
      (["run", "--interval", "0s"], folder, 64, "The interval can't be zero."),
      (["run", "--interval", "2d"], folder, 64, "The interval can't be longer than a day."),
      (["run", "--interval", "-1s"], folder, 64, "Missing value for '--interval"),
      (["list", "all"], folder, 64, "Unexpected argument 'all'"),
      (["stop\u{1B}"], folder, 64, "Unexpected argument 'stop\\u{1B}'"),
      (["add", "90s", "tea"], file, 1, unusable),
      (["list"], file, 1, unusable),
      (["run"], file, 1, unusable),
    ]
    for (arguments, folder, status, error) in commands {
      let end = await run(try Program(folder, arguments))
      XCTAssertEqual(end.lines, [])
      XCTAssertEqual(end.status, status, end.errors)
      XCTAssertTrue(end.errors.contains(error), "\(arguments): \(end.errors)")
      XCTAssertFalse(end.errors.contains("\u{1B}"), "\(arguments): \(end.errors)")
    }
  }

  /// Root may run this test, for which nothing is read-only: a file is in the place of the folder.
  func testAFolderThatCannotBeWrittenToIsNamed() async throws {
    for part in ["states", "locks", "keys", "wakes", "wakes.copy"] {
      for command in [["add", "90s", "tea"], ["list"], ["run"]] {
        let folder = TestFolder()
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        try Data([1]).write(to: URL(fileURLWithPath: "\(folder.path)/\(part)"))
        let end = await run(try Program(folder, command))
        XCTAssertEqual(end.lines, [], "\(command), \(part)")
        XCTAssertEqual(end.status, 1, "\(command), \(part): \(end.errors)")
        XCTAssertTrue(end.errors.contains("\(folder.path)/\(part)"), "\(command), \(part): \(end.errors)")
      }
    }
  }

  func testTheLongestCountdownIsListed() async throws {
    let folder = TestFolder()
    for duration in ["1000000d1000000h1000000m1000000s1000000ms", "1000000d", "0ms"] {
      let add = await run(try Program(folder, ["add", duration, "tea"]))
      XCTAssertEqual(add.lines.count, 1, add.errors)
    }
    let list = await run(try Program(folder, ["list"]))
    XCTAssertEqual(list.lines.count, 3, "\(list)")
    XCTAssertEqual(list.errors, "")
  }

  /// A name that an earlier version, or another program, has saved.
  func testANameThatIsSavedIsShownAsItIs() async throws {
    let folder = TestFolder()
    let retry = Backoff.exponential(initial: .zero, maximum: .zero, attempts: 1)
    let store = try await folder.countdowns.store("k\u{1B}", retry: retry, Countdown())
    try await store.commit(.started(Countdown.Timer(name: "a\u{1B}[2J\u{200B}b\nc", end: .now)))
    let list = await run(try Program(folder, ["list"]))
    XCTAssertTrue(list.lines.first?.hasPrefix("k\\u{1B} ") == true, "\(list)")
    XCTAssertTrue(list.lines.first?.hasSuffix(" a\\u{1B}[2J\\u{200B}b\\u{A}c") == true, "\(list)")
    let runner = try Program(folder, ["run", "--interval", "10ms"])
    var lines = runner.lines.makeAsyncIterator()
    var rang: String?
    while let line = await lines.next() {
      if line.hasPrefix("rang") { rang = line }
      if line.hasPrefix("marked") { runner.signal(SIGTERM) }
    }
    XCTAssertEqual(rang, "rang k\\u{1B} a\\u{1B}[2J\\u{200B}b\\u{A}c")
    _ = await runner.end()
  }

  /// An alarm is due, and the disk is full.
  func testARunOnAFullDiskSaysSo() async throws {
    let (folder, issues) = (TestFolder(), IssueStream())
    let countdowns = CountdownFolder(path: folder.path, storage: FullDisk(storage: folder.countdowns.storage))
    let retry = Backoff.exponential(initial: .zero, maximum: .zero, attempts: 1)
    let store = try await folder.countdowns.store("tea", retry: retry, Countdown())
    try await store.commit(.started(Countdown.Timer(name: "tea", end: .now)))
    await withIssueReporters([issues]) {
      let clock = Task { try await AlarmClock(folder: countdowns, interval: .milliseconds(10)).run() }
      var messages = issues.messages.makeAsyncIterator()
      let message = await messages.next() ?? ""
      XCTAssertTrue(message.contains("A store is waiting for its storage and is retrying."), message)
      XCTAssertTrue(message.contains("No space left on device"), message)
      clock.cancel()
      _ = await clock.result
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

/// Issues, each when it is reported.
private final class IssueStream: IssueReporter {
  let messages: AsyncStream<String>
  private let said: AsyncStream<String>.Continuation

  init() { (messages, said) = AsyncStream<String>.makeStream() }

  func report(_ issue: ReportedIssue) { said.yield(issue.message) }
}

/// A storage whose disk is full.
private struct FullDisk: Storage {
  let storage: any Storage

  func load(_ key: StorageKey) async throws(StorageError) -> StoredValue? { try await storage.load(key) }

  func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?
  ) async throws(StorageError) {
    struct NoSpace: Error, CustomStringConvertible { let description = "No space left on device" }
    throw .unavailable(key, because: NoSpace())
  }

  func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError) {
    try await storage.remove(key, expecting: expected)
  }

  func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [ScheduledKey] {
    try await storage.due(before: instant, limit: limit)
  }
}
