import PostgresTesting
import TroupeDurable
import TroupePostgres
import TroupeTesting
import XCTest

/// Connections, and servers, that fail in the middle.
final class LostConnectionTests: XCTestCase {
  // MARK: Unknown outcomes

  /// A storage behind a proxy, with a key that is saved.
  private struct Setting {
    let database: Database
    let proxy: Proxy
    let storage: PostgresStorage
    let first = StorageRevision()

    init(_ change: (inout PostgresConfiguration) -> Void = { _ in }) async throws {
      database = try await Database()
      proxy = try Proxy(to: database.server)
      // One reader, which is connected when it has answered: what is held back from then on is the writer's.
      storage = try database.storage(connection: proxy.connection) {
        $0.readers = 1
        change(&$0)
      }
      try await storage.save([1], for: "key", expecting: nil, as: first, wake: nil)
      _ = try await storage.load("key")
    }

    func end() async {
      await storage.close()
      proxy.stop()
    }
  }

  func testAChangeWhoseAnswerWasLostIsFoundAgain() async throws {
    let setting = try await Setting()
    let (storage, proxy, first) = (setting.storage, setting.proxy, setting.first)
    proxy.hold(.toClient)
    let second = StorageRevision()
    async let update: Void = storage.save([2], for: "key", expecting: first, as: second, wake: nil)
    await proxy.hasHeld(.toClient)
    proxy.cut()
    try await update
    let value = try await storage.load("key")
    XCTAssertEqual(value, StoredValue(bytes: [2], revision: second))
    XCTAssertEqual(storage.statistics.settled, 1)

    proxy.hold(.toClient)
    async let insertion: Void = storage.save([3], for: "new", expecting: nil, as: first, wake: nil)
    await proxy.hasHeld(.toClient)
    proxy.cut()
    try await insertion
    XCTAssertEqual(storage.statistics.settled, 2)
    let inserted = try await storage.load("new")
    XCTAssertEqual(inserted?.bytes, [3])

    proxy.hold(.toClient)
    async let removal: Void = storage.remove("new", expecting: first)
    await proxy.hasHeld(.toClient)
    proxy.cut()
    try await removal
    let none = try await storage.load("new")
    XCTAssertNil(none)
    XCTAssertEqual(storage.statistics.settled, 3)
    await setting.end()
  }

  func testAChangeThatWasLostOnItsWayIsMadeAfterwards() async throws {
    let setting = try await Setting()
    let (storage, proxy, first) = (setting.storage, setting.proxy, setting.first)
    proxy.hold(.toServer)
    let second = StorageRevision()
    async let update: Void = storage.save([2], for: "key", expecting: first, as: second, wake: nil)
    await proxy.hasHeld(.toServer)
    proxy.cut()
    try await update
    let value = try await storage.load("key")
    XCTAssertEqual(value, StoredValue(bytes: [2], revision: second))

    proxy.hold(.toServer)
    async let removal: Void = storage.remove("key", expecting: second)
    await proxy.hasHeld(.toServer)
    proxy.cut()
    try await removal
    let none = try await storage.load("key")
    XCTAssertNil(none)
    await setting.end()
  }

  func testAnInsertionThatWasLostOnItsWayIsInDoubtAsItMayHaveBeenRemovedSince() async throws {
    let setting = try await Setting()
    let (storage, proxy) = (setting.storage, setting.proxy)
    proxy.hold(.toServer)
    async let failure = failure { () throws(StorageError) in
      try await storage.save([2], for: "new", expecting: nil, as: StorageRevision(), wake: nil)
    }
    await proxy.hasHeld(.toServer)
    proxy.cut()
    let error = await failure
    XCTAssertEqual(error?.code, .unavailable)
    XCTAssertEqual((error?.underlying as? PostgresError)?.code, .unknownOutcome)
    let none = try await storage.load("new")
    XCTAssertNil(none)
    await setting.end()
  }

  func testAChangeWhoseTracesAreGoneIsInDoubt() async throws {
    let setting = try await Setting()
    let (storage, proxy, first) = (setting.storage, setting.proxy, setting.first)
    proxy.hold(.toClient)
    let second = StorageRevision()
    async let failure = failure { () throws(StorageError) in
      try await storage.save([2], for: "key", expecting: first, as: second, wake: nil)
    }
    await proxy.hasHeld(.toClient)
    let other = try setting.database.storage()
    try await other.save([3], for: "key", expecting: second, as: StorageRevision(), wake: nil)
    await other.close()
    proxy.cut()
    let error = await failure
    XCTAssertEqual(error?.code, .unavailable)
    XCTAssertEqual((error?.underlying as? PostgresError)?.code, .unknownOutcome)
    XCTAssertEqual(error?.key, "key")
    let value = try await storage.load("key")
    XCTAssertEqual(value?.bytes, [3])
    await setting.end()
  }

  func testAChangeThatCanNotBeLookedForIsInDoubt() async throws {
    let setting = try await Setting()
    let (storage, proxy, first) = (setting.storage, setting.proxy, setting.first)
    proxy.hold(.toClient)
    async let failure = failure { () throws(StorageError) in
      try await storage.save([2], for: "key", expecting: first, as: StorageRevision(), wake: nil)
    }
    await proxy.hasHeld(.toClient)
    try setting.database.run(
      """
      CREATE FUNCTION {s}.refuse() RETURNS bool LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'Not now.'; END $$;
      ALTER TABLE {s}.state RENAME TO hidden;
      CREATE VIEW {s}.state AS SELECT * FROM {s}.hidden WHERE {s}.refuse()
      """
    )
    proxy.cut()
    let error = await failure?.underlying as? PostgresError
    XCTAssertEqual(error?.code, .unknownOutcome)
    XCTAssertTrue(error?.description.contains("Not now.") == true, "\(String(describing: error))")
    await setting.end()
  }

  /// A change is visible before a synchronous standby has it, if the connection that made it has ended.
  func testWhatIsLookedForIsAcknowledgedWhenTheStandbyHasIt() async throws {
    let setting = try await Setting()
    let (storage, proxy, database) = (setting.storage, setting.proxy, setting.database)
    func waiting() throws -> [String] {
      try database.rows("SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
    }
    let saved = Guarded((count: 0, isOver: false, hasEnded: false))
    let saves = Task {
      defer { saved.withLock { $0.hasEnded = true } }
      var last = setting.first
      while !saved.withLock({ $0.isOver }) {
        let next = StorageRevision()
        try await storage.save([2], for: "key", expecting: last, as: next, wake: nil)
        saved.withLock { $0.count += 1 }
        last = next
      }
    }
    try database.run("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    try database.run("SELECT pg_reload_conf()")
    var before: [String] = []
    // If a save fails, nothing waits any more; its error is thrown at the end.
    while before.isEmpty, !saved.withLock({ $0.hasEnded }) { before = try waiting() }
    let count = saved.withLock { $0.count }
    proxy.cut()
    // The next connection waits for the standby, too.
    while try waiting().allSatisfy(before.contains),
      saved.withLock({ $0.count == count && !$0.hasEnded })
    {}
    XCTAssertEqual(saved.withLock { $0.count }, count, "It was acknowledged without the standby.")
    try database.run("ALTER SYSTEM RESET synchronous_standby_names")
    try database.run("SELECT pg_reload_conf()")
    saved.withLock { $0.isOver = true }
    try await saves.value
    XCTAssertEqual(storage.statistics.settled, 1)
    await setting.end()
  }

  /// Work that the server does for a lost connection must not take effect after the next connection has
  /// looked.
  func testTheNextConnectionEndsTheOneBeforeIt() async throws {
    let setting = try await Setting()
    let (storage, proxy, first) = (setting.storage, setting.proxy, setting.first)
    // The first update takes forever.
    try setting.database.run(
      """
      CREATE FUNCTION {s}.wait() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN
        IF nextval('{s}.attempts') = 1 THEN
          RAISE WARNING 'It is here.';
          /* // not a wait: the connection is ended. */
          PERFORM pg_sleep(1000000);
        END IF;
        RETURN NEW;
      END $$;
      CREATE SEQUENCE {s}.attempts;
      CREATE TRIGGER wait BEFORE UPDATE ON {s}.state FOR EACH ROW EXECUTE FUNCTION {s}.wait()
      """
    )
    proxy.hold(.toClient)
    let second = StorageRevision()
    async let update: Void = storage.save([2], for: "key", expecting: first, as: second, wake: nil)
    await proxy.hasHeld(.toClient)
    // The server doesn't notice the end of the connection while it sleeps.
    proxy.cut()
    try await update
    let value = try await storage.load("key")
    XCTAssertEqual(value?.revision, second)
    let sleeping = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
    XCTAssertEqual(try setting.database.run(sleeping), "0")
    await setting.end()
  }

  // MARK: Servers that end

  func testWhatWasAcknowledgedIsThereAfterTheServerWasKilled() async throws {
    let database = try await Database()
    try await load(database) { round in
      try await database.server.kill()
      try await database.server.start()
    }
  }

  func testWhatWasAcknowledgedIsThereAfterTheServerWasStopped() async throws {
    let database = try await Database()
    try await load(database) { round in
      try await database.server.stop()
      try await database.server.start()
    }
  }

  func testWhatWasAcknowledgedIsThereAfterConnectionsWereEnded() async throws {
    let database = try await Database()
    try await load(database) { round in
      try database.run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'troupe' AND pid <> pg_backend_pid()"
      )
    }
  }

  /// Saves without a pause, while an event happens five times. Before each event, saves have succeeded.
  private func load(_ database: Database, _ disturb: (Int) async throws -> Void) async throws {
    let storage = try database.storage()
    try await storage.ready()
    let (saves, saved) = AsyncStream<Void>.makeStream()
    let isOver = Guarded(false)
    try await withThrowingTaskGroup { group in
      for number in 0..<50 {
        group.addTask {
          let key = StorageKey("\(number)")
          var (last, count) = (nil as StorageRevision?, 0)
          while !isOver.withLock({ $0 }) {
            let revision = StorageRevision()
            let failure = await failure { () throws(StorageError) in
              try await storage.save([], for: key, expecting: last, as: revision, wake: nil)
            }
            if let failure {
              // There is no other writer: only the first save can be in doubt, because nothing distinguishes
              // it from one that was removed.
              XCTAssertNil(last)
              XCTAssertEqual((failure.underlying as? PostgresError)?.code, .unknownOutcome)
              continue
            }
            (last, count) = (revision, count + 1)
            saved.yield()
          }
          let value = try await storage.load(key)
          XCTAssertEqual(value?.revision, last)
          XCTAssertGreaterThan(count, 0)
        }
      }
      var iterator = saves.makeAsyncIterator()
      for round in 0..<5 {
        for _ in 0..<100 { await iterator.next() }
        try await disturb(round)
      }
      for _ in 0..<5_000 { await iterator.next() }
      isOver.withLock { $0 = true }
      try await group.waitForAll()
    }
    XCTAssertGreaterThan(storage.statistics.lostConnections, 0)
    await storage.close()
  }

  // MARK: Ends

  func testACancelledCallEndsWhileTheServerSaysNothing() async throws {
    let setting = try await Setting()
    let (storage, proxy, first) = (setting.storage, setting.proxy, setting.first)
    proxy.hold(.toClient)
    let second = StorageRevision()
    let save = Task {
      await failure { () throws(StorageError) in
        try await storage.save([2], for: "key", expecting: first, as: second, wake: nil)
      }
    }
    await proxy.hasHeld(.toClient)
    let waiting = Task { await failure { () throws(StorageError) in try await storage.load("key") } }
    for task in [save, waiting] {
      task.cancel()
      let error = await task.value
      XCTAssertEqual(error?.code, .unavailable)
      XCTAssertEqual(error?.key, "key")
      XCTAssertTrue(error?.underlying is CancellationError, "\(String(describing: error))")
    }
    proxy.release()
    try await storage.save([3], for: "key", expecting: second, as: StorageRevision(), wake: nil)
    await setting.end()
  }

  func testAServerThatSaysNothingIsLeftForAnotherConnection() async throws {
    let clock = ManualClock()
    let setting = try await Setting {
      $0.clock = clock
      $0.timeout = .seconds(10)
    }
    let (storage, proxy, first) = (setting.storage, setting.proxy, setting.first)
    proxy.hold(.toClient)
    async let failure = failure { () throws(StorageError) in
      try await storage.save([2], for: "key", expecting: first, as: StorageRevision(), wake: nil)
    }
    await proxy.hasHeld(.toClient)
    clock.run()
    let error = await failure
    XCTAssertEqual(error?.code, .unavailable)
    XCTAssertEqual((error?.underlying as? PostgresError)?.code, .timedOut)
    XCTAssertGreaterThan(storage.statistics.lostConnections, 0)
    await storage.close()
    proxy.stop()
  }

  func testASilentHostIsLeftForTheNextOne() async throws {
    let database = try await Database()
    let silent = try Proxy(to: database.server)
    silent.hold(.toServer)
    let hosts = "host=\(silent.folder),\(database.server.folder) user=postgres dbname=postgres"
    let storage = try database.storage(connection: hosts) { $0.timeout = .seconds(2) }
    var failures = 0
    while failures < 10 {
      do {
        try await storage.ready()
        break
      } catch {
        failures += 1
      }
    }
    XCTAssertGreaterThan(failures, 0, "The first host comes first.")
    XCTAssertLessThan(failures, 10, "The second host wasn't reached.")
    await storage.close()
    silent.stop()
  }

  func testARowThatOthersHaveLockedHoldsUpNoOtherKey() async throws {
    let database = try await Database()
    let storage = try database.storage { $0.timeout = .seconds(20) }
    let first = StorageRevision()
    for number in 0..<20 {
      try await storage.save([], for: StorageKey("\(number)"), expecting: nil, as: first, wake: nil)
    }
    try await database.withTransaction("SELECT * FROM {s}.state WHERE key = '7' FOR UPDATE") {
      let failures = await withTaskGroup(of: (Int, StorageError?).self) { group in
        for number in 0..<20 {
          group.addTask {
            let failure = await failure { () throws(StorageError) in
              try await storage.save(
                [],
                for: StorageKey("\(number)"),
                expecting: first,
                as: StorageRevision(),
                wake: nil
              )
            }
            return (number, failure)
          }
        }
        return await group.reduce(into: [Int: StorageError]()) { $0[$1.0] = $1.1 }
      }
      XCTAssertEqual(failures.keys.sorted(), [7])
      XCTAssertEqual((failures[7]?.underlying as? PostgresError)?.sqlState, "55P03")
    }
    XCTAssertEqual(storage.statistics.lostConnections, 0)
    await storage.close()
  }

  func testWithoutAServerCallsEndInTime() async throws {
    let database = try await Database()
    let clock = ManualClock()
    let storage = try database.storage(connection: "host=/nonexistent user=me password=tulips") {
      $0.clock = clock
      $0.timeout = .seconds(10)
    }
    do {
      try await storage.ready()
      XCTFail("It is ready.")
    } catch {
      XCTAssertEqual(error.code, .connection)
    }
    clock.run()
    let error = await failure { () throws(StorageError) in try await storage.load("key") }
    XCTAssertEqual((error?.underlying as? PostgresError)?.code, .timedOut)
    let text = error?.description ?? ""
    XCTAssertTrue(text.contains("10.0 seconds"), text)
    await storage.close()
  }

  func testClosingAnswersThoseWhoWait() async throws {
    let database = try await Database()
    let storage = try database.storage()
    try await storage.ready()
    let outcomes = await withTaskGroup(of: (Int, StorageError?).self) { group in
      for number in 0..<2_000 {
        group.addTask {
          if number == 1_000 {
            await storage.close()
            return (number, .unavailable(nil, because: CancellationError()))
          }
          let failure = await failure { () throws(StorageError) in
            try await storage.save(
              [],
              for: StorageKey("\(number)"),
              expecting: nil,
              as: StorageRevision(),
              wake: nil
            )
          }
          return (number, failure)
        }
      }
      return await group.reduce(into: [Int: StorageError?]()) { $0[$1.0] = .some($1.1) }
    }
    let other = try database.storage()
    for (number, outcome) in outcomes where number != 1_000 {
      let value = try await other.load(StorageKey("\(number)"))
      XCTAssertEqual(value == nil, outcome != nil)
      if let outcome { XCTAssertEqual((outcome.underlying as? PostgresError)?.code, .closed) }
    }
    let late = await failure { () throws(StorageError) in try await storage.load("1") }
    XCTAssertEqual((late?.underlying as? PostgresError)?.code, .closed)
    await storage.close()
    await other.close()
  }

  func testClosingEndsWhileTheServerSaysNothing() async throws {
    let clock = ManualClock()
    let setting = try await Setting { $0.clock = clock }
    let (storage, proxy, first) = (setting.storage, setting.proxy, setting.first)
    proxy.hold(.toClient)
    async let failure = failure { () throws(StorageError) in
      try await storage.save([2], for: "key", expecting: first, as: StorageRevision(), wake: nil)
    }
    await proxy.hasHeld(.toClient)
    async let end: Void = storage.close()
    clock.run()
    await end
    let error = await failure
    XCTAssertEqual(error?.code, .unavailable)
    await proxy.isEmpty()
    proxy.stop()
  }

  func testAStorageThatIsReleasedDisconnects() async throws {
    let database = try await Database()
    let proxy = try Proxy(to: database.server)
    var storage: PostgresStorage? = try database.storage(connection: proxy.connection)
    _ = try await storage?.load("key")
    storage = nil
    await proxy.isEmpty()
    proxy.stop()
  }

  // MARK: Texts

  func testPasswordsAreInNoText() async throws {
    let server = try await PostgresServer.shared.value
    let configurations = [
      "postgres://me:tul@ips@/db", "postgres://me:tul/ips@localhost/db",
      "postgres://me:12/tulips@localhost/db",
      "tulips", "password='tulips", "postgres://me:%tulips@localhost",
      "postgres://me:p@tulips:tul@localhost/db",
    ]
    for connection in configurations {
      XCTAssertThrowsError(try PostgresStorage(PostgresConfiguration(connection: connection))) { error in
        XCTAssertFalse("\(error)".contains("tul") || "\(error)".contains("ips"), "\(error)")
        XCTAssertEqual((error as? PostgresError)?.code, .connectionString)
      }
    }
    // These can be read, and fail later.
    let later = [
      "host=/nonexistent password=tulips", "host=\(server.folder) user=nobody password=tulips",
      "postgres://me:tulips@127.0.0.1:1/db", "postgres://me:12?tulips@127.0.0.1:1/db",
    ]
    for connection in later {
      let storage = try PostgresStorage(PostgresConfiguration(connection: connection))
      do {
        try await storage.ready()
        XCTFail("It is ready.")
      } catch {
        XCTAssertFalse("\(error)".contains("tulips"), "\(error)")
      }
      await storage.close()
    }
  }

  func testNamesOfSchemasArePlain() throws {
    for schema in ["", "a b", "A", "1a", "a\"", String(repeating: "a", count: 49)] {
      var configuration = PostgresConfiguration(connection: "host=/nonexistent")
      configuration.schema = schema
      XCTAssertThrowsError(try PostgresStorage(configuration), schema)
    }
  }
}
