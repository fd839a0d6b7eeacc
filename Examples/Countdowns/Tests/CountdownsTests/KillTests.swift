import Foundation
import TroupeDurable
import XCTest

@testable import Countdowns

/// Programs that are killed while countdowns are added and ring.
final class KillTests: XCTestCase {
  /// How often all programs are killed. `.ci/soak` sets more.
  private var kills: Int { ProcessInfo.processInfo.environment["COUNTDOWNS_KILLS"].flatMap(Int.init) ?? 5 }

  func testProgramsThatAreKilledForgetNoAlarm() async throws {
    let folder = TestFolder()
    var history = History()
    for _ in 0..<kills {
      let runner = try Program(folder, "run", "--interval", "10ms")
      let first = try Program(folder, "add", "0s", "tea", "--count", "1000000")
      let second = try Program(folder, "add", "1ms", "rice", "--count", "1000000")
      async let firstKeys = first.lines(killedAfter: .random(in: 1...40))
      // This one continues until the other is killed, which always gets something to do.
      let lines = await runner.lines(killedAfter: .random(in: 1...120))
      second.signal(SIGKILL)
      var secondKeys: [String] = []
      for await key in second.lines { secondKeys.append(key) }
      for program in [runner, first, second] {
        let end = await program.end()
        XCTAssertTrue(end.isKilled, "It ended by itself with \(end.status): \(end.errors)")
        XCTAssertEqual(end.errors, "")
      }
      try await history.note(added: await firstKeys + secondKeys, in: folder.countdowns)
      try await history.note(run: lines, in: folder.countdowns)
    }
    let last = try Program(folder, "run", "--interval", "10ms")
    try await history.note(run: try await end([last], in: folder), in: folder.countdowns)
    try await history.checkAll(in: folder.countdowns)
    let again = history.rings.values.filter { $0 > 1 }.count
    print(
      """
      \(kills) times killed: \(history.acknowledged.count) countdowns acknowledged, \(history.rings.count) rang, \
      \(again) of them more than once
      """
    )
  }

  func testTwoProgramsMarkEachAlarmOnce() async throws {
    let folder = TestFolder()
    var history = History()
    let add = try Program(folder, "add", "0s", "green tea", "--count", "60")
    var keys: [String] = []
    for await key in add.lines { keys.append(key) }
    XCTAssertEqual(keys.count, 60)
    try await history.note(added: keys, in: folder.countdowns)
    let programs = try (0..<2).map { _ in try Program(folder, "run", "--interval", "10ms") }
    let lines = try await end(programs, in: folder)
    try await history.note(run: ringsFirst(lines), in: folder.countdowns)
    try await history.checkAll(in: folder.countdowns)
  }

  func testAProgramRingsForWhatAKilledOneHadTaken() async throws {
    for _ in 0..<kills {
      let folder = TestFolder()
      var (keys, history) = ([String](), History())
      let first = try Program(folder, "add", "0s", "tea", "--count", "60")
      for await key in first.lines { keys.append(key) }
      // Both begin with the same countdowns, and take them from each other.
      let survivor = try Program(folder, "run", "--interval", "10ms")
      let runner = try Program(folder, "run", "--interval", "10ms")
      let second = try Program(folder, "add", "0s", "rice", "--count", "1000000")
      var said = await runner.lines(killedAfter: .random(in: 2...40))
      second.signal(SIGKILL)
      for await key in second.lines { keys.append(key) }
      try await history.note(added: keys, in: folder.countdowns)
      said += try await end([survivor], in: folder)
      try await history.note(run: ringsFirst(said), in: folder.countdowns)
      try await history.checkAll(in: folder.countdowns)
    }
  }

  /// Sorts the lines of programs that ran at the same time. One of them may still ring for a countdown that
  /// another one has just taken over.
  private func ringsFirst(_ lines: [String]) -> [String] {
    lines.filter { $0.hasPrefix("rang") } + lines.filter { !$0.hasPrefix("rang") }
  }

  /// Waits until programs have marked all alarms, and ends them cleanly. Returns their lines.
  private func end(_ programs: [Program], in folder: TestFolder) async throws -> [String] {
    var pending = Set(try await folder.countdowns.pendingKeys().map { "marked \($0)" })
    let (lines, said) = AsyncStream<String>.makeStream()
    let reader = Task {
      await withTaskGroup { group in
        for program in programs { group.addTask { for await line in program.lines { said.yield(line) } } }
      }
      said.finish()
    }
    var all: [String] = []
    for await line in lines {
      all.append(line)
      pending.remove(line)
      let isReady = all.count { $0 == "ready" } == programs.count
      if isReady, pending.isEmpty { for program in programs { program.signal(SIGTERM) } }
    }
    await reader.value
    for program in programs {
      let end = await program.end()
      XCTAssertEqual(end.status, 0, end.errors)
    }
    return all
  }
}
