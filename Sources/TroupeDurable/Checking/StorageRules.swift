/// The rules of the ``Storage`` protocol, with checks that each use a new storage.
struct StorageRules {
  /// The error of a check that has found a broken rule.
  struct Broken: Error {
    let text: String
  }

  /// A function that throws ``Broken``, or the storage's error, if the storage breaks a rule.
  typealias Check = @Sendable (StorageRules) async throws -> Void

  /// The rules, each with its check.
  static let all: [(rule: String, check: Check)] = [
    ("a key without a value loads as nil", { try await $0.nothingIsThere() }),
    ("a saved value is loaded with its revision", { try await $0.valuesComeBack() }),
    ("any text is a key, and keys with different UTF-8 are different", { try await $0.keysAreDistinct() }),
    ("a save that expects another revision is superseded", { try await $0.conflictsAreRefused() }),
    ("a removal expects the stored revision", { try await $0.removalsExpectTheRevision() }),
    ("a removed key can be saved again", { try await $0.removedKeysCanBeSaved() }),
    ("exactly one of several concurrent saves succeeds", { try await $0.oneOfManyWins() }),
    ("scheduled keys are the keys before the instant, in order", { try await $0.dueKeysAreInOrder() }),
    ("a save replaces the instant of the previous save", { try await $0.instantsAreReplaced() }),
    (
      "a cancelled call throws unavailable, or takes effect",
      { try await $0.cancellationLeavesNothingHalf() }
    ),
  ]

  let storage: any Storage

  func require(_ isKept: Bool, _ text: @autoclosure () -> String) throws {
    if !isKept { throw Broken(text: text()) }
  }

  @discardableResult
  func save(
    _ bytes: [UInt8],
    _ key: StorageKey,
    after expected: StorageRevision? = nil,
    wake: WallClockInstant? = nil
  ) async throws -> StorageRevision {
    let revision = StorageRevision()
    try await storage.save(bytes, for: key, expecting: expected, as: revision, wake: wake)
    return revision
  }

  func expectSuperseded(_ what: String, _ call: () async throws -> Void) async throws {
    do {
      try await call()
    } catch let error as StorageError where error.code == .superseded {
      return
    }
    throw Broken(text: "\(what) was not refused.")
  }

  func expect(_ bytes: [UInt8]?, _ revision: StorageRevision?, at key: StorageKey) async throws {
    let value = try await storage.load(key)
    try require(value?.bytes == bytes, "\(key.text.debugDescription) had bytes other than the saved bytes.")
    try require(value?.revision == revision, "\(key.text.debugDescription) had a different revision.")
  }
}

// MARK: The rules

extension StorageRules {
  private func nothingIsThere() async throws {
    try await expect(nil, nil, at: "key")
    try await storage.remove("key", expecting: StorageRevision())
    let due = try await storage.due(before: Self.instant(100), limit: 10)
    try require(due.isEmpty, "An empty storage had scheduled keys.")
  }

  private func valuesComeBack() async throws {
    var revision: StorageRevision?
    for bytes in [[], [0], Array(0...255), Array(repeating: 0x0A, count: 100_000)] as [[UInt8]] {
      revision = try await save(bytes, "key", after: revision)
      try await expect(bytes, revision, at: "key")
    }
  }

  private func keysAreDistinct() async throws {
    let long = String(repeating: "long", count: 500)
    let keys: [StorageKey] = [
      "", " ", ".", "..", "/", "a", "A", "a/b", "a\\b", "%61", "\u{0}", "\n", "\u{e9}", "e\u{301}", "👩‍👩‍👧",
      StorageKey(long), StorageKey(long + "er"),
    ]
    var revisions: [StorageKey: StorageRevision] = [:]
    for (number, key) in keys.enumerated() {
      revisions[key] = try await save([UInt8(number)], key, wake: Self.instant(number))
    }
    for (number, key) in keys.enumerated() { try await expect([UInt8(number)], revisions[key], at: key) }
    let due = try await storage.due(before: Self.instant(keys.count), limit: keys.count + 1).map(\.key)
    try require(due == keys, "The scheduled keys, or their UTF-8, differed from the saved keys.")
    // A removal must remove only the key with exactly the same UTF-8.
    let (composed, decomposed) = (StorageKey("\u{e9}"), StorageKey("e\u{301}"))
    if let revision = revisions[composed] { try await storage.remove(composed, expecting: revision) }
    try await expect(nil, nil, at: composed)
    let left = try await storage.load(decomposed)
    try require(left?.revision == revisions[decomposed], "A removal removed a key with different UTF-8.")
  }

  private func conflictsAreRefused() async throws {
    try await expectSuperseded("A save that expects a revision of a key without a value") {
      try await save([1], "key", after: StorageRevision())
    }
    try await expect(nil, nil, at: "key")
    let first = try await save([1], "key")
    let second = try await save([2], "key", after: first)
    for (what, expected) in [
      ("no value", nil), ("an old revision", first), ("an unknown revision", StorageRevision()),
    ] {
      try await expectSuperseded("A save that expects \(what)") {
        try await save([3], "key", after: expected)
      }
    }
    try await expect([2], second, at: "key")
  }

  private func removalsExpectTheRevision() async throws {
    let first = try await save([1], "key")
    let second = try await save([2], "key", after: first)
    try await expectSuperseded("A removal that expects an old revision") {
      try await storage.remove("key", expecting: first)
    }
    try await expect([2], second, at: "key")
    try await storage.remove("key", expecting: second)
    try await expect(nil, nil, at: "key")
  }

  private func removedKeysCanBeSaved() async throws {
    let first = try await save([1], "key", wake: Self.instant(1))
    try await storage.remove("key", expecting: first)
    let due = try await storage.due(before: Self.instant(2), limit: 10)
    try require(due.isEmpty, "A removed key was due.")
    try await expectSuperseded("A save that expects a removed revision") {
      try await save([2], "key", after: first)
    }
    let second = try await save([3], "key")
    try await expect([3], second, at: "key")
  }

  private func oneOfManyWins() async throws {
    let first = try await save([0], "key")
    let winners = try await withThrowingTaskGroup(of: (UInt8, StorageRevision)?.self) { group in
      for number in 1...16 as ClosedRange<UInt8> {
        group.addTask {
          do {
            return (number, try await save([number], "key", after: first))
          } catch let error as StorageError where error.code == .superseded {
            return nil
          }
        }
      }
      return try await group.reduce(into: [(UInt8, StorageRevision)]()) {
        if let winner = $1 { $0.append(winner) }
      }
    }
    try require(winners.count == 1, "\(winners.count) of 16 saves that expected the same revision succeeded.")
    try await expect([winners[0].0], winners[0].1, at: "key")
  }

  private func dueKeysAreInOrder() async throws {
    for (key, second) in [("c", 3), ("a", 1), ("e", 5), ("b", 2), ("d", 4)] {
      try await save([], StorageKey(key), wake: Self.instant(second))
    }
    try await save([], "never")
    let due = try await storage.due(before: Self.instant(4), limit: 10)
    let expected = [("a", 1), ("b", 2), ("c", 3)].map {
      ScheduledKey(key: StorageKey($0.0), wake: Self.instant($0.1))
    }
    try require(due == expected, "The keys due before 4 s were \(due).")
    let some = try await storage.due(before: Self.instant(4), limit: 2)
    try require(some == Array(expected.prefix(2)), "The first two scheduled keys were \(some).")
    let none = try await storage.due(before: Self.instant(4), limit: 0)
    try require(none.isEmpty, "With a limit of zero, the scheduled keys were \(none).")
  }

  private func instantsAreReplaced() async throws {
    let first = try await save([], "key", wake: Self.instant(1))
    let second = try await save([], "key", after: first, wake: Self.instant(5))
    let early = try await storage.due(before: Self.instant(5), limit: 10)
    try require(early.isEmpty, "The instant of an earlier save was due.")
    let due = try await storage.due(before: Self.instant(6), limit: 10)
    try require(due == [ScheduledKey(key: "key", wake: Self.instant(5))], "The scheduled keys were \(due).")
    try await save([], "key", after: second)
    let none = try await storage.due(before: Self.instant(100), limit: 10)
    try require(none.isEmpty, "A key without an instant was due.")
  }

  private func cancellationLeavesNothingHalf() async throws {
    let first = try await save([1], "key")
    let second = StorageRevision()
    let call = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await storage.save([2], for: "key", expecting: first, as: second, wake: nil)
    }
    do {
      try await call.value
      try await expect([2], second, at: "key")
    } catch let error as StorageError where error.code == .unavailable {
      let value = try await storage.load("key")
      let isOne =
        value == StoredValue(bytes: [1], revision: first)
        || value == StoredValue(bytes: [2], revision: second)
      try require(isOne, "After a cancelled save, neither the old nor the new value was stored.")
    }
  }

  private static func instant(_ seconds: Int) -> WallClockInstant {
    WallClockInstant(sinceEpoch: .seconds(1_767_225_600 + seconds))
  }
}
