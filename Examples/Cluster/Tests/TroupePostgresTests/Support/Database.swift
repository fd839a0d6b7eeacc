import CPostgres
import PostgresTesting
import Troupe
import TroupePostgres
import XCTest

/// A separate schema in the database of the tests.
struct Database: Sendable {
  let server: PostgresServer
  let schema: String

  init() async throws {
    server = try await PostgresServer.shared.value
    schema = "s\(UInt32.random(in: 0 ... .max))"
  }

  func configuration(
    connection: String? = nil,
    _ change: (inout PostgresConfiguration) -> Void = { _ in }
  ) -> PostgresConfiguration {
    var configuration = PostgresConfiguration(connection: connection ?? server.connection)
    configuration.schema = schema
    // The machine may be busy.
    configuration.timeout = .seconds(120)
    configuration.retry = .constant(.milliseconds(10), attempts: .max)
    change(&configuration)
    return configuration
  }

  func storage(
    connection: String? = nil,
    _ change: (inout PostgresConfiguration) -> Void = { _ in }
  ) throws -> PostgresStorage {
    try PostgresStorage(configuration(connection: connection, change))
  }

  struct SQLError: Error {
    let text: String
  }

  /// Runs statements on a separate connection, and returns the first field of the last one.
  @discardableResult
  func run(_ sql: String) throws -> String? { try rows(sql).first }

  /// Runs a statement in a transaction that lasts as long as the closure.
  func withTransaction(_ sql: String, _ body: () async throws -> Void) async throws {
    let connection = PQconnectdb(server.connection)
    defer { PQfinish(connection) }
    let result = PQexec(connection, "BEGIN; \(sql.replacing("{s}", with: schema))")
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_TUPLES_OK else {
      throw SQLError(text: String(cString: PQerrorMessage(connection)))
    }
    try await body()
  }

  /// Adds tasks that change states. The changes wait until all the tasks have made their first call.
  func holdingChanges(_ addTasks: (SerialTasks) -> Void) async throws {
    try await withTransaction("LOCK TABLE {s}.state IN EXCLUSIVE MODE; SELECT 1") {
      let tasks = SerialTasks()
      addTasks(tasks)
      await tasks.haveBegun()
    }
  }

  /// Runs statements on a separate connection, and returns the first field of each row of the last one.
  func rows(_ sql: String) throws -> [String] {
    let connection = PQconnectdb(server.connection)
    defer { PQfinish(connection) }
    let result = PQexec(connection, sql.replacing("{s}", with: schema))
    defer { PQclear(result) }
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK: return []
    case PGRES_TUPLES_OK:
      return (0..<PQntuples(result)).compactMap { PQgetvalue(result, $0, 0).map { String(cString: $0) } }
    default: throw SQLError(text: String(cString: PQerrorMessage(connection)))
    }
  }
}
