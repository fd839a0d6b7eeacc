import Troupe
import TroupeDurable
import XCTest

/// What has left the stores of one key: it must be part of every state that is found there later.
final class World: Sendable {
  private struct Facts {
    var acknowledged: Set<Int> = []
    var published: Set<Int> = []
    var started: [Int] = []
    var returned: Set<Int> = []
  }

  private let facts = Locked(Facts())

  var acknowledgedCount: Int { facts.withLock { $0.acknowledged.count } }
  var startedCount: Int { facts.withLock { $0.started.count } }

  /// Checks the state that a store has when it is opened.
  func check(_ entries: [Int], _ moment: String, file: StaticString = #filePath, line: UInt = #line) {
    let facts = facts.withLock { $0 }
    let found = Set(entries)
    XCTAssertEqual(found.count, entries.count, "\(moment): noted twice", file: file, line: line)
    for (what, numbers) in [
      ("acknowledged", facts.acknowledged), ("published", facts.published), ("started", Set(facts.started)),
      ("returned", facts.returned),
    ] {
      let lost = numbers.subtracting(found).sorted()
      XCTAssertEqual(lost, [], "\(moment): \(what), and lost", file: file, line: line)
    }
    XCTAssertEqual(Set(facts.started).count, facts.started.count, "started twice", file: file, line: line)
  }

  fileprivate func note(_ change: (inout Set<Int>, inout Set<Int>, inout [Int], inout Set<Int>) -> Void) {
    facts.withLock { change(&$0.acknowledged, &$0.published, &$0.started, &$0.returned) }
  }
}

/// A process: after its crash it is silent, and its calls don't reach the storage. Calls in progress still
/// arrive.
final class Life: Storage {
  private let world: World
  private let storage: any Storage
  private let isRunning = Locked(true)
  /// The values that its declared effects have watched.
  let watched = Collector<Int>()

  init(in world: World, on storage: any Storage) {
    self.world = world
    self.storage = storage
  }

  var hasCrashed: Bool { !isRunning.withLock { $0 } }

  func crash() { isRunning.withLock { $0 = false } }

  func acknowledged(_ number: Int) { whileRunning { $0.note { facts, _, _, _ in _ = facts.insert(number) } } }
  func published(_ numbers: [Int]) {
    whileRunning { $0.note { _, facts, _, _ in facts.formUnion(numbers) } }
  }

  var outside: Journal.Outside {
    Journal.Outside(
      started: { number in self.whileRunning { $0.note { _, _, facts, _ in facts.append(number) } } },
      returned: { number in self.whileRunning { $0.note { _, _, _, facts in _ = facts.insert(number) } } },
      watching: { number in self.watched.append(number) }
    )
  }

  private func whileRunning(_ body: (World) -> Void) { isRunning.withLock { if $0 { body(world) } } }

  // MARK: The storage

  private func reach(_ key: StorageKey) throws(StorageError) {
    // So that its remaining work ends: its store believes that it is superseded.
    if !isRunning.withLock({ $0 }) { throw .superseded(key) }
  }

  func load(_ key: StorageKey) async throws(StorageError) -> StoredValue? {
    try reach(key)
    return try await storage.load(key)
  }

  func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?
  ) async throws(StorageError) {
    try reach(key)
    try await storage.save(bytes, for: key, expecting: expected, as: revision, wake: wake)
  }

  func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError) {
    try reach(key)
    try await storage.remove(key, expecting: expected)
  }

  func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [ScheduledKey] {
    try await storage.due(before: instant, limit: limit)
  }
}
