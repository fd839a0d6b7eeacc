import Troupe
import TroupeDurable
import TroupeTesting
import XCTest

@testable import TroupeDurable

/// Keys that are equal as strings and have different UTF-8: they are two keys, in a directory as in a
/// storage.
final class DirectoryKeyTests: TroupeTestCase {
  private static let spellings = ["\u{e9}", "e\u{301}"]

  private struct Room: Hashable, Sendable {
    let house: Int
    let name: String
  }

  private enum Place: Hashable, Sendable {
    case room(String), hall
    indirect case inside(Place)
  }

  private final class Name: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (lhs: Name, rhs: Name) -> Bool { lhs.text == rhs.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  /// Keys of a type whose equality ignores a string.
  private struct Labeled: Hashable, Sendable {
    let number: Int
    let label: String

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.number == rhs.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  /// Opens the store of each key, asks for the keys again while the stores are open and after they were
  /// passivated, and opens due stores.
  private func check<Key: Hashable & Sendable>(
    _ keys: [Key],
    _ storageKey: @escaping @Sendable (Key) -> StorageKey,
    file: StaticString = #filePath,
    line: UInt = #line
  ) async throws {
    XCTAssertEqual(Set(keys).count, keys.count / 2, "Swift compares them as strings.", file: file, line: line)
    try await underSeeds(1) { scheduler, clock in
      let storage = MemoryStorage()
      var configuration = StoreDirectoryConfiguration()
      (configuration.clock, configuration.executor, configuration.taskExecutor) = (
        clock, scheduler, scheduler
      )
      let directory = StoreDirectory(configuration: configuration) { (key: Key) in
        try await Journal.open(storage, storageKey(key), on: scheduler)
      }
      for round in 1...2 {
        for (number, key) in keys.enumerated() { try await directory.commit(.add(number), to: key) }
        let open = await directory.statistics.openCount
        XCTAssertEqual(open, keys.count, file: file, line: line)
        for (number, key) in keys.enumerated() {
          let entries = try await directory.withStore(for: key) { await $0.entries }
          XCTAssertEqual(entries, Array(repeating: number, count: round), file: file, line: line)
        }
        await clock.advance(by: .seconds(600))
        let left = await directory.statistics.openCount
        XCTAssertEqual(left, 0, file: file, line: line)
      }
      XCTAssertEqual(Set(storage.keys), Set(keys.map(storageKey)), file: file, line: line)
      let run = Task(executorPreference: scheduler) {
        let all = Dictionary(uniqueKeysWithValues: keys.map { (storageKey($0), $0) })
        try await directory.run(waking: storage, now: { .start }) { all[$0] }
      }
      await scheduler.settle()
      let open = await directory.statistics.openCount
      XCTAssertEqual(open, keys.count, file: file, line: line)
      run.cancel()
      _ = await run.result
      await directory.shutdown(within: .zero, clock: clock)
    }
  }

  // S778
  func testKeysOfEachTypeAreComparedByTheirUTF8() async throws {
    let spellings = Self.spellings
    let long = spellings.map { String(repeating: $0, count: 20) }
    try await check(spellings + long) { StorageKey($0) }
    try await check(spellings.map { $0[...] } + long.map { $0.dropLast() }) { StorageKey(String($0)) }
    try await check(spellings.compactMap(\.first)) { StorageKey(String($0)) }
    try await check(spellings.map { Room(house: 1, name: $0) } + long.map { Room(house: 1, name: $0) }) {
      StorageKey("\($0.house)/\($0.name)")
    }
    try await check(spellings.map { Place.room($0) } + long.map { .inside(.room($0)) }) {
      StorageKey("\($0)")
    }
    try await check(spellings.map { Optional($0) }) { StorageKey($0 ?? "") }
    try await check(long.map { ["a", $0] }) { StorageKey($0.joined(separator: "/")) }
    try await check(long.map { ["a": $0, "b": "f"] }) { StorageKey($0.values.sorted().joined()) }
    try await check(long.map { [$0: "a", "f": "b"] }) { StorageKey($0.keys.sorted().joined()) }
    try await check(spellings.map { Set([$0, "f", "g"]) }) { StorageKey($0.sorted().joined()) }
    try await check(long.map { Name($0) }) { StorageKey($0.text) }
  }

  // S778
  func testKeysAreTheSameIfTheirTypeIgnoresWhereTheyDiffer() {
    let text = Self.spellings.map { "the number \($0)" }
    XCTAssertEqual(SpelledKey(text[0]), SpelledKey(String(Array(text[0]))))
    XCTAssertNotEqual(SpelledKey(text[0]), SpelledKey(text[1]))
    XCTAssertEqual(
      SpelledKey(Labeled(number: 1, label: "a long label, one")),
      SpelledKey(Labeled(number: 1, label: "b"))
    )
    XCTAssertEqual(SpelledKey(1), SpelledKey(1))
    XCTAssertNotEqual(SpelledKey(1), SpelledKey(2))
    let objects = (0..<2).map { _ in Name("the same text of an object") }
    XCTAssertEqual(SpelledKey(objects[0]), SpelledKey(objects[1]))
  }

  /// One store's opening asks for the other spelling, which is another store.
  // S778
  func testAnOpeningMayAskForTheOtherSpelling() async throws {
    try await underSeeds { scheduler, clock in
      let storage = MemoryStorage()
      let ask = Locked<(@Sendable () async throws -> Void)?>(nil)
      var configuration = StoreDirectoryConfiguration()
      (configuration.clock, configuration.executor, configuration.taskExecutor) = (
        clock, scheduler, scheduler
      )
      let directory = StoreDirectory(configuration: configuration) { (key: String) in
        if key.utf8.count == 2 { try await ask.withLock { $0 }?() }
        return try await Journal.open(storage, StorageKey(key), on: scheduler)
      }
      ask.withLock { $0 = { _ = try await directory.commit(.add(2), to: Self.spellings[1]) } }
      try await directory.commit(.add(1), to: Self.spellings[0])
      for (spelling, number) in zip(Self.spellings, 1...) {
        let entries = try await directory.withStore(for: spelling) { await $0.entries }
        XCTAssertEqual(entries, [number])
      }
      ask.withLock { $0 = nil }
      await directory.shutdown(within: .zero, clock: clock)
    }
  }

  /// The dictionary of reports can have only one of the two. It is the relevant one.
  // S778
  func testOfTwoSpellingsTheReportThatIsNotCleanIsKept() async throws {
    for unsaved in Self.spellings {
      try await underSeeds { scheduler, clock in
        let storage = MemoryStorage { call in
          call.operation == .save && call.key == StorageKey(unsaved) && call.number > 2
            ? .wait({ try? await clock.sleep(for: .seconds(100)) }) : .perform
        }
        var configuration = StoreDirectoryConfiguration()
        (configuration.clock, configuration.executor, configuration.taskExecutor) = (
          clock, scheduler, scheduler
        )
        let directory = StoreDirectory(configuration: configuration) { (key: String) in
          try await Journal.open(storage, StorageKey(key), on: scheduler)
        }
        for spelling in Self.spellings { try await directory.withStore(for: spelling) { _ in } }
        for spelling in Self.spellings { try await directory.send(.add(1), to: spelling) }
        let shutdown = Task(executorPreference: scheduler) {
          await directory.shutdown(within: .seconds(1), cancellationGrace: .seconds(1), clock: clock)
        }
        await clock.advance(by: .seconds(10))
        let reports = await shutdown.value
        XCTAssertEqual(reports.count, 1)
        XCTAssertEqual(reports[unsaved]?.unsavedTurnCount, 1)
        await clock.advance(by: .seconds(1_000))
      }
    }
  }
}
