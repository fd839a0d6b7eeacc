import PostgresTesting
import TroupeDurable
import TroupePostgres
import TroupeTesting
import XCTest

final class PostgresStorageTests: XCTestCase {
  func testItKeepsTheRulesOfAStorage() async throws {
    // Ask first: a skip inside the check would be an issue.
    _ = try await PostgresServer.shared.value
    await checkStorage { try await Database().storage() }
  }

  func testWhatIsSavedIsThereForAnother() async throws {
    let database = try await Database()
    let revision = StorageRevision()
    let wake = WallClockInstant(sinceEpoch: .seconds(1_767_225_600) + .nanoseconds(1))
    let first = try database.storage()
    try await first.save([1, 2], for: "b\u{0}", expecting: nil, as: revision, wake: wake)
    await first.close()

    let second = try database.storage()
    let value = try await second.load("b\u{0}")
    XCTAssertEqual(value, StoredValue(bytes: [1, 2], revision: revision))
    // Microseconds, rounded up: nothing is due too early.
    let early = try await second.due(before: wake, limit: 10)
    XCTAssertEqual(early, [])
    let due = try await second.due(before: wake.advanced(by: .microseconds(1)), limit: 10)
    XCTAssertEqual(due.map(\.key), ["b\u{0}"])
    await second.close()
  }

  func testKeysAreInTheOrderOfTheirBytes() async throws {
    let database = try await Database()
    let storage = try database.storage()
    for key: StorageKey in ["b", "ä", "a", "a\u{0}", "B"] {
      try await storage.save([], for: key, expecting: nil, as: StorageRevision(), wake: nil)
    }
    let all = try await storage.keys(limit: 10)
    XCTAssertEqual(all, ["B", "a", "a\u{0}", "b", "ä"])
    let two = try await storage.keys(limit: 2)
    XCTAssertEqual(two, ["B", "a"])
    let rest = try await storage.keys(from: "a\u{0}", limit: 10)
    XCTAssertEqual(rest, ["a\u{0}", "b", "ä"])
    let later = try await storage.keys(from: "aa", limit: 1)
    XCTAssertEqual(later, ["b"])
    await storage.close()
  }

  func testTenThousandSavesAtOnceShareTransactions() async throws {
    let database = try await Database()
    let storage = try database.storage()
    try await storage.ready()
    let revisions = try await withThrowingTaskGroup(of: (Int, StorageRevision).self) { group in
      try await database.holdingChanges { tasks in
        for number in 0..<10_000 {
          group.addTask(executorPreference: tasks) {
            let revision = StorageRevision()
            try await storage.save([1], for: StorageKey("\(number)"), expecting: nil, as: revision, wake: nil)
            return (number, revision)
          }
        }
      }
      return try await group.reduce(into: [Int: StorageRevision]()) { $0[$1.0] = $1.1 }
    }
    // The saves that arrived before the first transaction began, and the others in transactions of 1,000.
    XCTAssertLessThanOrEqual(storage.statistics.transactions, 11)
    XCTAssertEqual(storage.statistics.changes, 10_000)
    try await withThrowingTaskGroup { group in
      for (number, revision) in revisions {
        group.addTask {
          let value = try await storage.load(StorageKey("\(number)"))
          XCTAssertEqual(value?.revision, revision)
        }
      }
      try await group.waitForAll()
    }
    await storage.close()
  }

  func testASupersededSaveLeavesTheOthersOfItsTransactionAlone() async throws {
    let database = try await Database()
    let storage = try database.storage()
    let firsts = try await (0..<100).asyncMap { number in
      let revision = StorageRevision()
      try await storage.save([], for: StorageKey("\(number)"), expecting: nil, as: revision, wake: nil)
      return revision
    }
    let before = storage.statistics.transactions
    let refused = try await withThrowingTaskGroup(of: Int?.self) { group in
      try await database.holdingChanges { tasks in
        for (number, first) in firsts.enumerated() {
          group.addTask(executorPreference: tasks) {
            let expected = number % 10 == 0 ? StorageRevision() : first
            let key = StorageKey("\(number)")
            let code = await code { () throws(StorageError) in
              try await storage.save([1], for: key, expecting: expected, as: StorageRevision(), wake: nil)
            }
            XCTAssertEqual(code, number % 10 == 0 ? .superseded : nil)
            return code.map { _ in number }
          }
        }
      }
      return try await group.reduce(into: Set<Int>()) { if let number = $1 { $0.insert(number) } }
    }
    XCTAssertEqual(refused, Set((0..<10).map { $0 * 10 }))
    XCTAssertEqual(storage.statistics.superseded, 10)
    XCTAssertLessThanOrEqual(storage.statistics.transactions - before, 2)
    for number in 0..<100 {
      let value = try await storage.load(StorageKey("\(number)"))
      XCTAssertEqual(value?.bytes, number % 10 == 0 ? [] : [1])
    }
    await storage.close()
  }

  func testASaveThatTheServerRefusesLeavesTheOthersOfItsTransactionAlone() async throws {
    let database = try await Database()
    let storage = try database.storage()
    try await storage.ready()
    try database.run("ALTER TABLE {s}.state ADD CHECK (value <> '\\x07')")
    await withTaskGroup { group in
      for number in 0..<100 as Range<UInt8> {
        group.addTask {
          let failure = await failure { () throws(StorageError) in
            let key = StorageKey("\(number)")
            try await storage.save([number], for: key, expecting: nil, as: StorageRevision(), wake: nil)
          }
          XCTAssertEqual(failure?.code, number == 7 ? .unavailable : nil)
          XCTAssertEqual((failure?.underlying as? PostgresError)?.sqlState, number == 7 ? "23514" : nil)
        }
      }
    }
    XCTAssertEqual(try database.run("SELECT count(*) FROM {s}.state"), "99")
    await storage.close()
  }

  func testOfTwoStoragesThatFightForAKeyEachSaveIsAfterTheOther() async throws {
    let database = try await Database()
    let storages = [try database.storage(), try database.storage()]
    let total = try await withThrowingTaskGroup(of: Int.self) { group in
      for storage in storages {
        for _ in 0..<4 {
          group.addTask {
            var saved = 0
            for _ in 0..<50 {
              let value = try await storage.load("key")
              let next = (value?.bytes.reduce(0) { $0 * 256 + Int($1) } ?? 0) + 1
              let failure = await failure { () throws(StorageError) in
                let bytes = [UInt8(next / 256), UInt8(next % 256)]
                let revision = StorageRevision()
                try await storage.save(bytes, for: "key", expecting: value?.revision, as: revision, wake: nil)
              }
              if let failure { XCTAssertEqual(failure.code, .superseded) } else { saved += 1 }
            }
            return saved
          }
        }
      }
      return try await group.reduce(0, +)
    }
    let value = try await storages[0].load("key")
    XCTAssertEqual(value?.bytes, [UInt8(total / 256), UInt8(total % 256)])
    for storage in storages { await storage.close() }
  }

  func testTransactionsOfTwoStoragesNeverWaitInACircle() async throws {
    let database = try await Database()
    let storages = [try database.storage(), try database.storage()]
    let count = { try database.run("SELECT deadlocks FROM pg_stat_database WHERE datname = 'postgres'") }
    let before = try count()
    for _ in 0..<5 {
      try await withThrowingTaskGroup { group in
        for number in (0..<400).shuffled() {
          let key = StorageKey("\(number)")
          for storage in storages {
            group.addTask {
              let value = try await storage.load(key)
              let failure = await failure { () throws(StorageError) in
                if let value, number % 4 == 0 {
                  try await storage.remove(key, expecting: value.revision)
                } else {
                  let revision = StorageRevision()
                  try await storage.save([1], for: key, expecting: value?.revision, as: revision, wake: nil)
                }
              }
              if let failure { XCTAssertEqual(failure.code, .superseded) }
            }
          }
        }
        try await group.waitForAll()
      }
    }
    // The server writes its statistics when a connection ends.
    for storage in storages { await storage.close() }
    XCTAssertEqual(try count(), before)
  }

  func testManyWhoStartAtOnceMakeTheTablesOnce() async throws {
    let database = try await Database()
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          let storage = try database.storage()
          try await storage.ready()
          await storage.close()
        }
      }
      try await group.waitForAll()
    }
    XCTAssertEqual(try database.rows("SELECT number FROM {s}.version ORDER BY number"), ["1", "2"])
  }

  func testTablesOfAnEarlierVersionAreBroughtUpToDate() async throws {
    let database = try await Database()
    let revision = StorageRevision()
    try database.run(
      """
      CREATE SCHEMA {s};
      CREATE TABLE {s}.version AS SELECT 1 AS number;
      CREATE TABLE {s}.state (
        key bytea PRIMARY KEY, revision uuid NOT NULL, value bytea NOT NULL, wake int8,
        home text, expiry timestamptz
      );
      CREATE INDEX state_wake ON {s}.state (wake) WHERE wake IS NOT NULL;
      INSERT INTO {s}.state (key, revision, value) VALUES ('key', '\(revision)', '\\x0102')
      """
    )
    let storage = try database.storage()
    let value = try await storage.load("key")
    XCTAssertEqual(value, StoredValue(bytes: [1, 2], revision: revision))
    try await storage.save([3], for: "key", expecting: revision, as: StorageRevision(), wake: nil)
    await storage.close()
  }

  func testTablesOfALaterVersionAreLeftAlone() async throws {
    let database = try await Database()
    try database.run("CREATE SCHEMA {s}; CREATE TABLE {s}.version AS SELECT 99 AS number")
    let storage = try database.storage()
    do {
      try await storage.ready()
      XCTFail("It is ready.")
    } catch {
      XCTAssertEqual(error.code, .newerSchema)
      XCTAssertTrue(error.description.contains("99"), error.description)
    }
    await storage.close()
  }

  func testARoleThatMayMakeNoTablesUsesThoseThatAreThere() async throws {
    let database = try await Database()
    let first = try database.storage()
    try await first.ready()
    await first.close()
    try database.run(
      """
      CREATE ROLE {s} LOGIN; GRANT USAGE ON SCHEMA {s} TO {s}; GRANT SELECT ON {s}.version TO {s};
      GRANT SELECT, INSERT, UPDATE, DELETE ON {s}.state, {s}.node TO {s}
      """
    )
    let storage = try database.storage(
      connection: "host=\(database.server.folder) user=\(database.schema) dbname=postgres"
    )
    try await storage.save([1], for: "key", expecting: nil, as: StorageRevision(), wake: nil)
    await storage.close()
  }

  func testWhatIsTooLargeIsRefused() async throws {
    let database = try await Database()
    let storage = try database.storage()
    let longest = StorageKey(
      String((0..<2_500).map { _ in Character(Unicode.Scalar(UInt8.random(in: 33..<127))) })
    )
    try await storage.save([], for: longest, expecting: nil, as: StorageRevision(), wake: nil)
    let failure = await failure { () throws(StorageError) in
      let key = StorageKey(longest.text + "e")
      try await storage.save([], for: key, expecting: nil, as: StorageRevision(), wake: nil)
    }
    XCTAssertEqual((failure?.underlying as? PostgresError)?.code, .tooLarge)
    await storage.close()
  }
}

extension Sequence {
  func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await transform(element)) }
    return values
  }
}

/// The error of a call; nil if there is none.
func failure<Value>(_ call: () async throws(StorageError) -> Value) async -> StorageError? {
  do throws(StorageError) {
    _ = try await call()
    return nil
  } catch {
    return error
  }
}

/// The code of the error of a call; nil if there is none.
func code<Value>(_ call: () async throws(StorageError) -> Value) async -> StorageError.Code? {
  await failure(call)?.code
}
