import CPostgres
import PostgresTesting
import Troupe
import TroupeDurable
import XCTest

@testable import TroupePostgres

/// What nodes remember of the homes of keys, and how they notify each other.
final class HomesTests: XCTestCase {
  /// A node of a storage with one reader, which listens for notifications.
  private struct Program {
    let storage: PostgresStorage
    let node: ClusterNode

    init(_ database: Database, _ address: String, connection: String? = nil) async throws {
      storage = try database.storage(connection: connection) { $0.readers = 1 }
      node = ClusterNode(on: storage, address: address, lease: .seconds(3_600))
      try await node.join()
    }

    /// Saves a key, whose home is then here.
    func take(_ key: StorageKey) async throws {
      try await node.open(key) { storage, key in
        let value = try await storage.load(key)
        try await storage.save([], for: key, expecting: value?.revision, as: StorageRevision(), wake: nil)
      }
    }

    /// Returns a key's home as the database has it.
    func ask(_ key: StorageKey) async throws -> String? {
      do {
        _ = try await node.open(key) { try await $0.load($1) }
        return nil
      } catch let error as HomeError {
        return error.address
      }
    }

    /// Asks for a key's home until the answer is remembered, and returns it. A notification that arrives
    /// during the question, such as a late one of an earlier move, keeps the answer from being remembered.
    func learn(_ key: StorageKey) async throws -> String? {
      for _ in 0..<100_000 {
        let home = try await ask(key)
        if node.home(of: key) != nil { return home }
      }
      return nil
    }

    /// Waits until it has received that a key has moved. Each iteration is an answer of the database.
    func hasForgotten(_ key: StorageKey) async throws -> Bool {
      for _ in 0..<100_000 {
        if node.home(of: key) == nil { return true }
        _ = try await storage.load("nothing")
      }
      return false
    }
  }

  /// A connection that listens for the nodes' notifications.
  private final class Listener {
    private let connection: OpaquePointer?
    private let channel: String

    init(_ database: Database) {
      connection = PQconnectdb(database.server.connection)
      channel = Schema.channel(of: database.schema)
      run("LISTEN \(channel)")
    }

    deinit { PQfinish(connection) }

    private func run(_ sql: String) {
      let result = PQexec(connection, sql)
      XCTAssertEqual(PQresultStatus(result), PGRES_COMMAND_OK, String(cString: PQerrorMessage(connection)))
      PQclear(result)
    }

    /// All notifications so far: this connection's own notification comes last.
    func heard() -> [String] {
      run("NOTIFY \(channel), 'end'")
      var texts: [String] = []
      while let notification = PQnotifies(connection) {
        texts.append(String(cString: notification.pointee.extra))
        PQfreemem(notification)
      }
      XCTAssertEqual(texts.last, "end")
      return texts.dropLast()
    }
  }

  // MARK: Nodes

  func testAHomeIsRememberedUntilItsKeyIsGivenBack() async throws {
    let database = try await Database()
    let (a, b) = (try await Program(database, "a"), try await Program(database, "b"))
    let longest = StorageKey(String(repeating: "k", count: Settings.largestKey))
    for key in ["key", "é'\n\\", longest] as [StorageKey] {
      try await a.take(key)
      XCTAssertNil(b.node.home(of: key), "It was never asked for.")
      let home = try await b.learn(key)
      XCTAssertEqual(home, "a")
      XCTAssertEqual(b.node.home(of: key), "a")
      // Its own keys need no address.
      _ = try await a.ask(key)
      XCTAssertNil(a.node.home(of: key))
      try await a.node.release(key)
      let hasForgotten = try await b.hasForgotten(key)
      XCTAssertTrue(hasForgotten)
      try await b.take(key)
      let next = try await a.learn(key)
      XCTAssertEqual(next, "b")
      XCTAssertEqual(a.node.home(of: key), "b")
      XCTAssertNil(b.node.home(of: key))
    }
    XCTAssertGreaterThanOrEqual(b.node.statistics.remembered, 3)
    await a.storage.close()
    await b.storage.close()
    XCTAssertNil(a.node.home(of: "key"), "Nobody tells it anything any more.")
  }

  func testTheKeysOfANodeThatLeavesAreForgotten() async throws {
    let database = try await Database()
    // The last address is too long for a notification.
    for address in ["a", "https://é.example/'", String(repeating: "a", count: 9_000)] {
      let (a, b) = (try await Program(database, address), try await Program(database, "b"))
      let c = try await Program(database, "c")
      try await a.take("1")
      try await a.take("2")
      try await c.take("3")
      for key in ["1", "2", "3"] as [StorageKey] { _ = try await b.learn(key) }
      XCTAssertEqual(b.node.home(of: "2"), address)
      try await a.node.leave()
      for key in ["1", "2"] as [StorageKey] {
        let hasForgotten = try await b.hasForgotten(key)
        XCTAssertTrue(hasForgotten)
      }
      if address.count < 100 { XCTAssertEqual(b.node.home(of: "3"), "c") }
      for node in [b, c] { try await node.node.leave() }
      for program in [a, b, c] { await program.storage.close() }
    }
  }

  func testAHomeThatWasWrongIsForgotten() async throws {
    let database = try await Database()
    let (a, b) = (try await Program(database, "a"), try await Program(database, "b"))
    try await a.take("key")
    _ = try await b.learn("key")
    XCTAssertEqual(b.node.home(of: "key"), "a")
    b.node.forgetHome(of: "key")
    XCTAssertNil(b.node.home(of: "key"))
    _ = try await b.learn("key")
    // No notification says that a lease has expired, or that another program has removed the key.
    try database.run("DELETE FROM {s}.state")
    XCTAssertEqual(b.node.home(of: "key"), "a")
    try await b.take("key")
    XCTAssertNil(b.node.home(of: "key"))
    await a.storage.close()
    await b.storage.close()
  }

  /// Notifications that are sent while there is no connection are never received.
  func testALostConnectionForgetsAllHomes() async throws {
    let database = try await Database()
    let proxy = try Proxy(to: database.server)
    let a = try await Program(database, "a")
    let b = try await Program(database, "b", connection: proxy.connection)
    try await a.take("1")
    try await a.take("2")
    for key in ["1", "2"] as [StorageKey] { _ = try await b.learn(key) }
    proxy.hold(.toClient)
    try await a.node.release("1")
    await proxy.hasHeld(.toClient)
    XCTAssertEqual(b.node.home(of: "1"), "a")
    // What is held back is lost.
    proxy.cut()
    _ = try await b.storage.load("nothing")
    XCTAssertNil(b.node.home(of: "1"))
    XCTAssertNil(b.node.home(of: "2"))
    // The next connection listens.
    let home = try await b.learn("2")
    XCTAssertEqual(home, "a")
    XCTAssertEqual(b.node.home(of: "2"), "a")
    try await a.node.release("2")
    let hasForgotten = try await b.hasForgotten("2")
    XCTAssertTrue(hasForgotten)
    await a.storage.close()
    await b.storage.close()
    proxy.stop()
  }

  func testWithoutAConnectionNoHomeIsRemembered() async throws {
    let database = try await Database()
    let proxy = try Proxy(to: database.server)
    let a = try await Program(database, "a")
    let b = try await Program(database, "b", connection: proxy.connection)
    try await a.take("key")
    _ = try await b.learn("key")
    XCTAssertEqual(b.node.home(of: "key"), "a")
    proxy.stop()
    // Each iteration is an attempt to connect, once the loss is noticed.
    for _ in 0..<100_000 where b.storage.statistics.lostConnections < 2 {
      do { try await b.storage.ready() } catch { XCTAssertEqual(error.code, .connection) }
    }
    XCTAssertEqual(b.storage.statistics.lostConnections, 2)
    XCTAssertNil(b.node.home(of: "key"))
    await a.storage.close()
    await b.storage.close()
  }

  /// Transactions that notify wait for each other, so no transaction that saves may notify.
  func testOnlyWhoGivesAKeyBackTellsSomething() async throws {
    let database = try await Database()
    let (a, b) = (try await Program(database, "a"), try await Program(database, "b"))
    let listener = Listener(database)
    for _ in 0..<3 { try await a.take("key") }
    try await a.take("other")
    try await a.node.renew()
    try database.run("UPDATE {s}.node SET expiry = clock_timestamp() - interval '1s' WHERE address = 'a'")
    try await b.take("key")
    XCTAssertEqual(b.node.statistics.moves, 1)
    // A key that doesn't exist, or that belongs to another node, isn't released.
    try await b.node.release("missing")
    try await b.node.release("other")
    XCTAssertEqual(listener.heard(), [])
    try await b.node.release("key")
    XCTAssertEqual(listener.heard(), ["k6b6579"])
    try await b.node.leave()
    XCTAssertEqual(listener.heard(), ["nb"])
    await a.storage.close()
    await b.storage.close()
  }

  // MARK: The table

  private func homes(_ clock: ManualClock = ManualClock(), limit: Int = 10) -> Homes {
    let homes = Homes(Stopwatch(clock), limit: limit)
    homes.begin()
    return homes
  }

  private func learn(_ key: StorageKey, _ homes: Homes) {
    homes.learn(key, at: "a", rest: .seconds(10), since: homes.mark())
  }

  func testAHomeIsForgottenWhenItsLeaseWouldBeOver() {
    let clock = ManualClock()
    let homes = homes(clock)
    let mark = homes.mark()
    // The lease was read after this, so that it doesn't end before the remembered home.
    clock.advance(by: .seconds(4))
    homes.learn("key", at: "a", rest: .seconds(10), since: mark)
    clock.advance(by: .seconds(5))
    XCTAssertEqual(homes.address(of: "key"), "a")
    clock.advance(by: .seconds(1))
    XCTAssertNil(homes.address(of: "key"))
  }

  func testAnAnswerFromBeforeAMoveIsNotKept() {
    let homes = homes()
    let mark = homes.mark()
    homes.take(["k6b6579"])
    homes.learn("key", at: "a", rest: .seconds(10), since: mark)
    XCTAssertNil(homes.address(of: "key"))
    let next = homes.mark()
    homes.end()
    homes.begin()
    homes.learn("key", at: "a", rest: .seconds(10), since: next)
    XCTAssertNil(homes.address(of: "key"))
    learn("key", homes)
    XCTAssertEqual(homes.address(of: "key"), "a")
  }

  func testWithoutAConnectionNothingIsLearnt() {
    let homes = homes()
    learn("key", homes)
    homes.end()
    XCTAssertNil(homes.address(of: "key"))
    learn("key", homes)
    XCTAssertNil(homes.address(of: "key"))
  }

  func testWhatCanNotBeReadForgetsAll() {
    for text in ["*", "", "k6", "kzz", "x"] {
      let homes = homes()
      learn("key", homes)
      homes.take(["k00", "nb"])
      XCTAssertEqual(homes.address(of: "key"), "a")
      homes.take([text])
      XCTAssertNil(homes.address(of: "key"), text)
    }
  }

  func testTheTableHasABound() {
    let homes = homes(limit: 10)
    learn("asked for", homes)
    for number in 0..<1_000 {
      learn(StorageKey("\(number)"), homes)
      // Homes in use stay.
      XCTAssertEqual(homes.address(of: "asked for"), "a")
    }
    let known = (0..<1_000).filter { homes.address(of: StorageKey("\($0)")) != nil }
    XCTAssertLessThan(known.count, 20)
    XCTAssertTrue(known.contains(999))
  }
}
