import Synchronization
import Troupe
import XCTest

@testable import FolderDigest

final class ProgressLineTests: FolderDigestTestCase {
  func testTheTexts() {
    let table: [(isListing: Bool, found: Int, done: Int, elapsed: Duration, text: String)] = [
      (true, 0, 0, .zero, "0 of 0 files found so far"),
      (true, 7, 3, .milliseconds(499), "3 of 7 files found so far"),
      (true, 7, 3, .milliseconds(500), "3 of 7 files found so far, 6 a second"),
      (false, 400, 0, .seconds(9), "0 of 400 files"),
      (false, 400, 120, .seconds(2), "120 of 400 files, 60 a second, 5 s left"),
      (false, 400, 400, .seconds(2), "400 of 400 files, 200 a second, 0 s left"),
      (false, 7_200, 100, .seconds(1), "100 of 7200 files, 100 a second, 1 min 11 s left"),
      (false, 7_300, 1, .seconds(1), "1 of 7300 files, 1 a second, 2 h 1 min left"),
      (false, .max, 1, .seconds(1_000_000), "1 of \(Int.max) files, 0 a second, 99 h 59 min left"),
    ]
    for row in table {
      let progress = Progress(isListing: row.isListing, found: row.found, done: row.done)
      XCTAssertEqual(ProgressLine(progress: progress, elapsed: row.elapsed).text, row.text)
    }
  }

  func testTheProgressIsDrawnTenTimesASecondAtMost() async throws {
    let clock = SteppingClock()
    let drawn = Mutex<[Duration]>([])
    let transcript = Transcript()
    var console = transcript.console(isTerminal: true)
    console.complain = { [complain = console.complain] text in
      complain(text)
      if text.contains(" files") { drawn.withLock { $0.append(clock.now.offset) } }
    }
    let texts = (0..<2_000).map { ("folder/\($0)", Array("word\n".utf8)) }
    let files = FileAccess.inMemory(Dictionary(uniqueKeysWithValues: texts))
    let code = await withDependencies {
      $0[FileAccess.self] = files
    } operation: { [console] in
      await Program(console: console, clock: clock).run(["folder"])
    }
    XCTAssertEqual(code, 0)
    let times = drawn.withLock { $0 }
    XCTAssertEqual(times, (0..<times.count).map { .milliseconds(100 * $0) })
    XCTAssertFalse(times.isEmpty)
    let lines = transcript.complained.split(separator: Report.erasedLine)
    XCTAssertEqual(Set(lines.dropFirst(times.count)), [], "Nothing but the line is drawn.")
    XCTAssertFalse(transcript.complained.contains("\n"))
  }
}

/// A clock whose sleeps take no time and advance it.
private final class SteppingClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Duration.zero
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private let time = Mutex(Instant())

  var now: Instant { time.withLock { $0 } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.yield()
  }
}
