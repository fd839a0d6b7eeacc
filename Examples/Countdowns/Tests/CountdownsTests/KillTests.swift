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
      // This one goes on until the other is killed, which always gets something to do.
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
    try await ringAll(in: folder, programs: 1, &history)
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
    try await ringAll(in: folder, programs: 2, &history)
    try await history.checkAll(in: folder.countdowns)
  }

  /// Runs programs until all alarms are marked, and ends them in an orderly way.
  private func ringAll(in folder: TestFolder, programs count: Int, _ history: inout History) async throws {
    var pending = Set(try await folder.countdowns.pendingKeys().map { "marked \($0)" })
    let programs = try (0..<count).map { _ in try Program(folder, "run", "--interval", "10ms") }
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
      let isReady = all.count { $0 == "ready" } == count
      if isReady, pending.isEmpty { for program in programs { program.signal(SIGTERM) } }
    }
    await reader.value
    for program in programs {
      let end = await program.end()
      XCTAssertEqual(end.status, 0, end.errors)
      if count == 1 { XCTAssertEqual(end.errors, "") }
    }
    // One of two programs may still ring for a countdown that the other has just taken from it.
    if count > 1 { all = all.filter { $0.hasPrefix("rang") } + all.filter { $0.hasPrefix("marked") } }
    try await history.note(run: all, in: folder.countdowns)
  }
}
