import PostgresTesting
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeTesting
import XCTest

@testable import TroupePostgres

/// A store that counts.
private struct Counter: Reducer {
  struct State: Codable, Sendable {
    var count = 0
    var wake: WallClockInstant?
  }

  enum Action: Sendable {
    case increased
    case wakeSet(WallClockInstant)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increased: state.count += 1
    case .wakeSet(let instant): state.wake = instant
    }
    return .none
  }
}

final class ClusterNodeTests: XCTestCase {
  /// A program on a separate machine.
  private struct Machine {
    let clock = ManualClock()
    let storage: PostgresStorage
    let node: ClusterNode
    let directory: StoreDirectory<String, Counter.State, Counter.Action>

    init(_ database: Database, _ name: String) async throws {
      storage = try database.storage()
      let node = ClusterNode(on: storage, address: name, lease: .seconds(3_600), clock: clock)
      self.node = node
      var configuration = StoreDirectoryConfiguration()
      configuration.clock = clock
      directory = StoreDirectory(configuration: configuration) { (key: String) in
        try await node.open(StorageKey(key)) { storage, key in
          try await Store(
            initialState: Counter.State(),
            storage: storage,
            key: key,
            codec: StateCodec(format: JSONFormat()),
            wake: { $0.wake }
          ) {
            Counter()
          }
        }
      }
      try await node.join()
    }

    /// What other nodes know of a machine that has stopped without leaving, after the time of its lease.
    func expire(in database: Database) throws {
      try database.run(
        "UPDATE {s}.node SET expiry = clock_timestamp() - interval '1s' WHERE address = '\(node.address)'"
      )
    }

    func end() async {
      await directory.shutdown(within: .zero)
      await storage.close()
    }
  }

  private func home(_ call: () async throws -> some Any) async -> HomeError? {
    do {
      _ = try await call()
      return nil
    } catch {
      XCTAssertTrue(error is HomeError, "\(error)")
      return error as? HomeError
    }
  }

  func testAKeyIsServedByTheNodeThatHasOpenedIt() async throws {
    let database = try await Database()
    let (a, b) = (try await Machine(database, "a"), try await Machine(database, "b"))
    try await a.directory.commit(.increased, to: "key")
    let refusal = await home { try await b.directory.commit(.increased, to: "key") }
    XCTAssertEqual(refusal, .elsewhere("a"))
    // Other keys are free.
    try await b.directory.commit(.increased, to: "other")
    let other = await home { try await a.directory.commit(.increased, to: "other") }
    XCTAssertEqual(other, .elsewhere("b"))
    try await a.directory.commit(.increased, to: "key")
    let count = try await a.directory.withStore(for: "key") { await $0.state.count }
    XCTAssertEqual(count, 2)
    await a.end()
    await b.end()
  }

  func testOfManyNodesThatOpenAKeyAtOnceOneServesIt() async throws {
    let database = try await Database()
    let machines = try await ["a", "b", "c"].asyncMap { try await Machine(database, $0) }
    for round in 0..<20 {
      let saved = await withTaskGroup(of: Bool.self) { group in
        for machine in machines {
          group.addTask { (try? await machine.directory.commit(.increased, to: "\(round)")) != nil }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      XCTAssertGreaterThan(saved, 0)
      let value = try await machines[0].storage.load(StorageKey("\(round)"))
      XCTAssertEqual(value.map { String(decoding: $0.bytes, as: UTF8.self).contains("\(saved)") }, true)
    }
    for machine in machines { await machine.end() }
  }

  func testWhoWasPausedCanNotSaveAfterAnotherHasTakenOver() async throws {
    let database = try await Database()
    let (a, b) = (try await Machine(database, "a"), try await Machine(database, "b"))
    try await a.directory.commit(.increased, to: "key")
    // Its clock has stood still, so it hasn't noticed anything: only the fence is left.
    try a.expire(in: database)
    try await b.directory.commit(.increased, to: "key")
    XCTAssertTrue(a.node.hasLease)
    await withExpectedIssue {
      do {
        try await a.directory.commit(.increased, to: "key")
        XCTFail("It is saved.")
      } catch {
        XCTAssertTrue(error is CommitError, "\(error)")
      }
    }
    // Its store has closed, and the key's home is elsewhere.
    let refusal = await home { try await a.directory.commit(.increased, to: "key") }
    XCTAssertEqual(refusal, .elsewhere("b"))
    // An expired lease can't be renewed.
    let late = await home { try await a.node.renew() }
    XCTAssertEqual(late, .noLease)
    let count = try await b.directory.withStore(for: "key") { await $0.state.count }
    XCTAssertEqual(count, 2)
    await a.end()
    await b.end()
  }

  func testANodeStopsByItsOwnClock() async throws {
    let database = try await Database()
    let a = try await Machine(database, "a")
    try await a.directory.commit(.increased, to: "key")
    let before = a.storage.statistics
    try await a.directory.withStore(for: "key") { store in
      a.clock.advance(by: .seconds(3_600))
      await withExpectedIssue {
        do {
          try await store.commit(.increased)
          XCTFail("It is saved.")
        } catch {
          XCTAssertTrue(error is CommitError, "\(error)")
        }
      }
    }
    XCTAssertFalse(a.node.hasLease)
    let refusal = await home { try await a.directory.commit(.increased, to: "other") }
    XCTAssertEqual(refusal, .noLease)
    let due = try await a.node.storage.due(before: WallClockInstant(sinceEpoch: .seconds(1 << 40)), limit: 10)
    XCTAssertEqual(due, [])
    // The database wasn't asked.
    XCTAssertEqual(a.storage.statistics, before)
    let renewal = await home { try await a.node.renew() }
    XCTAssertEqual(renewal, .noLease)
    await a.end()
  }

  func testALeaseIsCountedFromBeforeItsRequest() async throws {
    let database = try await Database()
    let proxy = try Proxy(to: database.server)
    let storage = try database.storage(connection: proxy.connection) { $0.readers = 1 }
    // All are connected: what is held back from now on is the renewal.
    _ = try await storage.load("key")
    let clock = ManualClock()
    let node = ClusterNode(on: storage, address: "a", lease: .seconds(10), clock: clock)
    try await node.join()
    proxy.hold(.toClient)
    async let renewal: Void = node.renew()
    await proxy.hasHeld(.toClient)
    clock.advance(by: .seconds(6))
    proxy.release()
    try await renewal
    // Sent at zero, answered at six: it ends at ten.
    clock.advance(by: .seconds(3))
    XCTAssertTrue(node.hasLease)
    clock.advance(by: .seconds(1))
    XCTAssertFalse(node.hasLease)
    await storage.close()
    proxy.stop()
  }

  func testRunRenewsUntilTheLeaseIsOver() async throws {
    let database = try await Database()
    let storage = try database.storage()
    let clock = ManualClock()
    let node = ClusterNode(on: storage, address: "a", lease: .seconds(3_600), clock: clock)
    try await node.join()
    try database.run("CREATE TABLE {s}.renewals (number int)")
    try database.run(
      """
      CREATE FUNCTION {s}.renewed() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN
        INSERT INTO {s}.renewals VALUES (1);
        -- The sixth comes too late.
        IF (SELECT count(*) FROM {s}.renewals) = 5 THEN NEW.expiry = clock_timestamp(); END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER renewed BEFORE UPDATE ON {s}.node FOR EACH ROW EXECUTE FUNCTION {s}.renewed()
      """
    )
    clock.run()
    let error = await home { try await node.run() }
    XCTAssertEqual(error, .noLease)
    XCTAssertEqual(try database.run("SELECT count(*) FROM {s}.renewals"), "5")
    XCTAssertFalse(node.hasLease)
    await storage.close()
  }

  func testOneStatementRenewsTheLeaseOfTenThousandKeys() async throws {
    let database = try await Database()
    let (a, b) = (try await Machine(database, "a"), try await Machine(database, "b"))
    try database.run(
      """
      INSERT INTO {s}.state (key, revision, value, home)
      SELECT n::text::bytea, gen_random_uuid(), '', id
      FROM generate_series(1, 10000) AS n, {s}.node WHERE address = 'a';
      UPDATE {s}.node SET expiry = clock_timestamp() + interval '1 minute' WHERE address = 'a'
      """
    )
    try await a.node.renew()
    XCTAssertEqual(
      try database.run(
        "SELECT expiry > clock_timestamp() + interval '30 minutes' FROM {s}.node WHERE address = 'a'"
      ),
      "t"
    )
    for key in [1, 5_000, 10_000] {
      let refusal = await home { try await b.directory.send(.increased, to: "\(key)") }
      XCTAssertEqual(refusal, .elsewhere("a"))
    }
    await a.end()
    await b.end()
  }

  func testANodeThatLeavesGivesItsKeysBack() async throws {
    let database = try await Database()
    let (a, b) = (try await Machine(database, "a"), try await Machine(database, "b"))
    for key in ["1", "2", "3"] { try await a.directory.commit(.increased, to: key) }
    await a.directory.shutdown(within: .zero)
    try await a.node.leave()
    XCTAssertFalse(a.node.hasLease)
    for key in ["1", "2", "3"] {
      try await b.directory.commit(.increased, to: key)
      let count = try await b.directory.withStore(for: key) { await $0.state.count }
      XCTAssertEqual(count, 2)
    }
    let again = await home { try await a.node.join() }
    XCTAssertEqual(again, .noLease)
    await a.end()
    await b.end()
  }

  func testANodeThatIsStartedAgainHasItsKeysAtOnce() async throws {
    let database = try await Database()
    let before = try await Machine(database, "one")
    try await before.directory.commit(.increased, to: "key")
    let after = try await Machine(database, "one")
    let count = try await after.directory.withStore(for: "key") { await $0.state.count }
    XCTAssertEqual(count, 1)
    // If it is there after all, the node notices with the next renewal.
    let refusal = await home { try await before.node.renew() }
    XCTAssertEqual(refusal, .noLease)
    await before.end()
    await after.end()
  }

  func testANodeCanTryToJoinAgain() async throws {
    let database = try await Database()
    let proxy = try Proxy(to: database.server)
    let storage = try database.storage(connection: proxy.connection)
    // The readers are connected when they have answered.
    _ = try await storage.load("key")
    _ = try await storage.due(before: .init(sinceEpoch: .seconds(Int64.min)), limit: 1)
    let node = ClusterNode(on: storage, address: "one", lease: .seconds(3_600))
    proxy.hold(.toClient)
    let join = Task { try await node.join() }
    await proxy.hasHeld(.toClient)
    join.cancel()
    let result = await join.result
    XCTAssertThrowsError(try result.get())
    // The request has arrived all the same, and the lease has expired since.
    try database.run("UPDATE {s}.node SET expiry = clock_timestamp() - interval '1 second'")
    proxy.release()
    try await node.join()
    XCTAssertTrue(node.hasLease)
    await storage.close()
    proxy.stop()
  }

  func testASingleKeyIsGivenBack() async throws {
    let database = try await Database()
    let (a, b) = (try await Machine(database, "a"), try await Machine(database, "b"))
    let first = try await a.node.open("key") { storage, key in
      try await storage.save([1], for: key, expecting: nil, as: StorageRevision(), wake: nil)
      return try await storage.load(key)
    }
    let refusal = await home { try await b.node.open("key") { try await $0.load($1) } }
    XCTAssertEqual(refusal, .elsewhere("a"))
    // A key whose home is elsewhere isn't b's to release.
    try await b.node.release("key")
    let still = await home { try await b.node.open("key") { try await $0.load($1) } }
    XCTAssertEqual(still, .elsewhere("a"))
    try await a.node.release("key")
    let value = try await b.node.open("key") { try await $0.load($1) }
    XCTAssertEqual(value, first)
    await a.end()
    await b.end()
  }

  func testANodeKnowsTheOthersAndTheirKeys() async throws {
    let database = try await Database()
    let (a, b) = (try await Machine(database, "a"), try await Machine(database, "b"))
    for key in ["1", "2"] { try await a.directory.commit(.increased, to: key) }
    try await b.directory.commit(.increased, to: "3")
    try await b.storage.save([], for: "free", expecting: nil, as: StorageRevision(), wake: nil)
    let members = try await b.node.members()
    XCTAssertEqual(members.map(\.address), ["a", "b"])
    XCTAssertEqual(members.map(\.keyCount), [2, 1])
    XCTAssertEqual(members.map(\.isSelf), [false, true])
    for member in members {
      XCTAssertGreaterThan(member.lease, .zero)
      XCTAssertLessThanOrEqual(member.lease, .seconds(3_600))
    }
    // Too many keys aren't counted.
    let few = try await b.node.members(countingUpTo: 3)
    XCTAssertEqual(few.map(\.keyCount), [nil, nil])
    let enough = try await b.node.members(countingUpTo: 4)
    XCTAssertEqual(enough.map(\.keyCount), [2, 1])
    try a.expire(in: database)
    let rest = try await b.node.members().map(\.lease)
    XCTAssertLessThan(rest[0], .zero)
    await a.end()
    await b.end()
  }

  func testANodeCountsWhatMovesAndWhatTheFenceRefuses() async throws {
    let database = try await Database()
    let (a, b) = (try await Machine(database, "a"), try await Machine(database, "b"))
    for key in ["1", "2"] { try await a.directory.commit(.increased, to: key) }
    _ = await home { try await b.directory.commit(.increased, to: "1") }
    XCTAssertEqual(a.node.statistics, ClusterStatistics())
    XCTAssertEqual(b.node.statistics, ClusterStatistics(elsewhere: 1))
    try await a.node.release("2")
    try await a.node.release("none")
    XCTAssertEqual(a.node.statistics, ClusterStatistics(released: 1))
    try a.expire(in: database)
    // Reading it takes nothing over, however often.
    _ = try await b.node.open("1") { storage, key in
      _ = try await storage.load(key)
      return try await storage.load(key)
    }
    XCTAssertEqual(b.node.statistics, ClusterStatistics(elsewhere: 1))
    try await b.directory.commit(.increased, to: "1")
    try await b.directory.commit(.increased, to: "1")
    // It was released, and had no home.
    try await b.directory.commit(.increased, to: "2")
    XCTAssertEqual(b.node.statistics, ClusterStatistics(moves: 1, elsewhere: 1))
    await withExpectedIssue { _ = try? await a.directory.commit(.increased, to: "1") }
    XCTAssertEqual(a.node.statistics, ClusterStatistics(fenced: 1, released: 1))
    await a.end()
    await b.end()
  }

  func testKeysThatAreGivenBackAtTheSameTimeShareStatements() async throws {
    let database = try await Database()
    let (a, b) = (try await Machine(database, "a"), try await Machine(database, "b"))
    let keys = (0..<500).map { StorageKey("\($0)") }
    try await withThrowingTaskGroup { group in
      for (number, key) in keys.enumerated() {
        let node = number % 5 == 0 ? b.node : a.node
        group.addTask {
          try await node.open(key) { storage, key in
            try await storage.save([1], for: key, expecting: nil, as: StorageRevision(), wake: nil)
          }
        }
      }
      try await group.waitForAll()
    }
    try database.run(
      """
      CREATE TABLE {s}.statements (number int);
      CREATE FUNCTION {s}.updated() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO {s}.statements VALUES (1); RETURN NULL; END $$;
      CREATE TRIGGER updated AFTER UPDATE ON {s}.state FOR EACH STATEMENT EXECUTE FUNCTION {s}.updated()
      """
    )
    try await withThrowingTaskGroup { group in
      try await database.holdingChanges { tasks in
        for key in keys { group.addTask(executorPreference: tasks) { try await a.node.release(key) } }
      }
      try await group.waitForAll()
    }
    // The keys that were given back before the first statement was sent, and the others.
    let statements = try database.run("SELECT count(*) FROM {s}.statements").flatMap { Int($0) }
    XCTAssertLessThanOrEqual(statements ?? .max, 2)
    // Only its own.
    XCTAssertEqual(a.node.statistics.released, 400)
    XCTAssertEqual(try database.run("SELECT count(*) FROM {s}.state WHERE home IS NOT NULL"), "100")
    await a.end()
    await b.end()
  }

  func testKeysOfNodesWhoseLeaseIsOverAreDueForOthers() async throws {
    let database = try await Database()
    let (a, b) = (try await Machine(database, "a"), try await Machine(database, "b"))
    let wake = WallClockInstant(sinceEpoch: .seconds(1_000_000))
    try await a.directory.commit(.wakeSet(wake), to: "a's")
    try await b.directory.commit(.wakeSet(wake.advanced(by: .seconds(1))), to: "b's")
    let free = StorageRevision()
    try await a.storage.save([], for: "free", expecting: nil, as: free, wake: wake.advanced(by: .seconds(2)))
    let late = WallClockInstant(sinceEpoch: .seconds(2_000_000))
    let ofA = try await a.node.storage.due(before: late, limit: 10)
    XCTAssertEqual(ofA.map(\.key), ["a's", "free"])
    let ofB = try await b.node.storage.due(before: late, limit: 10)
    XCTAssertEqual(ofB.map(\.key), ["b's", "free"])
    let all = try await b.storage.due(before: late, limit: 10)
    XCTAssertEqual(all.map(\.key), ["a's", "b's", "free"])
    try a.expire(in: database)
    let taken = try await b.node.storage.due(before: late, limit: 10)
    XCTAssertEqual(taken.map(\.key), ["a's", "b's", "free"])
    await a.end()
    await b.end()
  }

  func testADirectoryOpensTheDueKeysOfANodeThatIsGone() async throws {
    let database = try await Database()
    let (a, b) = (try await Machine(database, "a"), try await Machine(database, "b"))
    let wake = WallClockInstant(sinceEpoch: .seconds(1_000_000))
    try await a.directory.commit(.wakeSet(wake), to: "key")
    try a.expire(in: database)
    var events = await b.directory.events().makeAsyncIterator()
    let storage = b.node.storage
    let run = Task { [directory = b.directory] in
      try await directory.run(waking: storage, now: { WallClockInstant(sinceEpoch: .seconds(2_000_000)) }) {
        $0.text
      }
    }
    let event = await events.next()
    XCTAssertEqual(event?.key, "key")
    run.cancel()
    _ = await run.result
    let refusal = await home { try await a.node.open("key") { try await $0.load($1) } }
    XCTAssertEqual(refusal, .elsewhere("b"))
    await a.end()
    await b.end()
  }
}
