import ArgumentParser
import Foundation
import XCTest

@testable import Warehouse

final class OptionsTests: XCTestCase {
  /// The program's error for arguments; nil if it accepts them.
  private func refusal(_ arguments: [String]) -> String? {
    do {
      _ = try Warehouse.parse(arguments)
      return nil
    } catch {
      return Warehouse.message(for: error)
    }
  }

  private func check(_ option: String, takes good: [String], refuses bad: [String], line: UInt = #line) {
    for value in good {
      XCTAssertNil(refusal(["\(option)=\(value)"]), "\(option)=\(value)", line: line)
    }
    for value in bad {
      let text = refusal(["\(option)=\(value)"]) ?? "It is taken."
      XCTAssertTrue(text.contains(option), "\(option)=\(value): \(text)", line: line)
    }
    let missing = refusal([option]) ?? "It is taken."
    XCTAssertTrue(missing.contains(option), missing, line: line)
  }

  func testNumbersAreOfTheirRanges() {
    let numbers = [
      "", " ", "x", "1.5", "0x1", "1e2", "-1", "\(Int.max)", "\(Int.min)", "9223372036854775808", "٣",
    ]
    check("--port", takes: ["0", "8080", "65535"], refuses: numbers + ["65536"])
    check("--capacity", takes: ["1", "1000000"], refuses: numbers + ["0", "1000001"])
    check(
      "--edit-time",
      takes: ["1", "86400"],
      refuses: numbers + ["0", "86401", "9223372036854775", "9223372036"]
    )
    check("--lease", takes: ["1", "3600"], refuses: numbers + ["0", "3601", "9223372036854775"])
    check("--grace", takes: ["0", "86400"], refuses: numbers + ["86401", "9223372036854775"])
    check("--request-time", takes: ["1", "3600"], refuses: numbers + ["0", "3601", "9223372036854775"])
    check("--requests-per-second", takes: ["0", "1000000"], refuses: numbers + ["1000001"])
    check("--connections-per-client", takes: ["0", "1000000"], refuses: numbers + ["1000001"])
    check("--connections", takes: ["1", "1000000"], refuses: numbers + ["0", "1000001"])
    check("--streams-per-client", takes: ["1", "1000000"], refuses: numbers + ["0", "1000001"])
  }

  func testThePageOfTheInspectorIsAskedFor() throws {
    XCTAssertNil(refusal(["--inspect"]))
    XCTAssertNil(refusal(["--inspect", "--inspect-port", "8081", "--inspect-payloads"]))
    for port in ["-1", "65536", "x"] {
      let text = refusal(["--inspect", "--inspect-port=\(port)"]) ?? "It is taken."
      XCTAssertTrue(text.contains("--inspect-port"), text)
    }
    for option in ["--inspect-port=8081", "--inspect-payloads"] {
      XCTAssertTrue(refusal([option])?.contains("need --inspect") == true, option)
    }
  }

  func testHostsAreNamesOrAddresses() {
    let bad = ["", " ", "a b", "http://a", "a/b", "a:80", "127.0.0.1:80", "[::1]:80", "[::1", "a@b", "[]"]
    let good = ["localhost", "127.0.0.1", "::1", "[::1]", "a.example"]
    check("--host", takes: good + ["0.0.0.0", "::"], refuses: bad)
    check("--allow-host", takes: good, refuses: bad)
    check("--log-level", takes: ["trace", "critical"], refuses: ["", "x", "Notice", "notice "])
  }

  func testAnAddressNeedsASharedDatabase() {
    let shared = "--database=postgres://localhost/a"
    for address in ["http://a:1", "https://10.0.0.7:8080", "http://[::1]:8080"] {
      XCTAssertNil(refusal([shared, "--address", address]), address)
      XCTAssertTrue(refusal(["--address", address])?.contains("--database postgres://") == true, address)
      XCTAssertTrue(refusal(["--in-memory", shared, "--address", address]) != nil, address)
    }
    for address in [
      "", "a:1", "http://a", "http://a:", "http://a:0", "http://a:65536", "http://a:1/", "ftp://a:1",
      "http://:1",
    ] {
      XCTAssertTrue(refusal([shared, "--address=\(address)"])?.contains("--address") == true, address)
    }
    for host in ["0.0.0.0", "::", "[::]", "0::0"] {
      XCTAssertTrue(refusal([shared, "--host", host])?.contains("--address") == true, host)
      XCTAssertNil(refusal([shared, "--host", host, "--address", "http://a:1"]), host)
    }
    XCTAssertTrue(refusal(["--redirect"])?.contains("--database postgres://") == true)
    XCTAssertNil(refusal(["--redirect", shared]))
  }

  func testARemoteDatabaseNeedsAnAddressThatOthersReach() {
    let remote = [
      "postgres://db.example/a", "postgres://u:p@db.example:5432/a", "postgres://10.0.0.7/a",
      "postgres://[2001:db8::1]:5432/a", "postgres:///a?host=db.example", "postgres://127.0.0.1,db.example/a",
      "postgres://localhost/a?host=db.example", "postgres:///a?hostaddr=10.0.0.7",
      "postgres://localhost/a?hostaddr=10.0.0.7&sslmode=require", "postgres://a@b@db.example/a",
      "postgres://db%2Eexample/a", "postgres://127.0.0.1.example/a", "postgres://DB.EXAMPLE",
    ]
    let local = [
      "postgres://localhost/a", "postgres://127.0.0.1:5432/a", "postgres://127.1.2.3/a", "postgres://[::1]/a",
      "postgres:///a", "postgres://", "postgres:///a?host=/var/run/postgresql", "postgres://%2Fvar%2Frun/a",
      "postgres://u:p@localhost:5432,[::1]:5433/a", "postgres:///a?host=@sockets",
      "postgres://db.example/a?host=localhost", "postgres://db.example/a?hostaddr=127.0.0.1",
      "postgres://u:db.example@localhost/a?sslmode=disable", "postgres://LOCALHOST/a",
    ]
    let unreachable = [
      "http://127.0.0.1:8080", "http://localhost:8080", "http://[::1]:8080", "http://LOCALHOST:1",
      "http://127.9.9.9:80", "http://0.0.0.0:80", "http://[::]:80", "http://a.localhost:80",
      "https://[::ffff:127.0.0.1]:80",
    ]
    for database in remote {
      let option = "--database=\(database)"
      XCTAssertTrue(refusal([option])?.contains("--address http://host:port") == true, database)
      XCTAssertNil(refusal([option, "--address=http://10.0.0.8:8080"]), database)
      XCTAssertNil(refusal([option, "--host=10.0.0.8"]), database)
      XCTAssertNil(refusal([option, "--in-memory"]), database)
    }
    XCTAssertFalse(refusal(["--database=postgres://u:secret@db.example/a"])?.contains("secret") == true)
    for address in unreachable {
      XCTAssertNotNil(refusal(["--database=postgres://db.example/a", "--address=\(address)"]), address)
      XCTAssertNil(refusal(["--database=postgres://localhost/a", "--address=\(address)"]), address)
    }
    for database in local {
      XCTAssertNil(refusal(["--database=\(database)"]), database)
    }
    for (name, host, isRemote) in [
      ("PGHOST", "db.example", true), ("PGHOST", "/tmp", false), ("PGHOST", "localhost", false),
      ("PGHOSTADDR", "10.0.0.7", true), ("PGHOSTADDR", "127.0.0.1", false),
    ] {
      XCTAssertEqual(PostgresHost.isRemote("postgres:///a", [name: host]), isRemote, "\(name)=\(host)")
      XCTAssertFalse(PostgresHost.isRemote("postgres://localhost/a", ["PGHOST": "db.example"]))
    }
  }

  func testADatabaseIsAFolderOrAPostgreSQL() throws {
    let places: [(String, DatabasePlace)] = [
      ("a", .folder("a")), ("/a", .folder("/a")), ("./postgres:/a", .folder("./postgres:/a")),
      ("../a=b", .folder("../a=b")),
      ("~", .folder("/home/x")), ("~/a", .folder("/home/x/a")), ("a b", .folder("a b")),
      ("/a=b", .folder("/a=b")),
      ("postgres://localhost/a", .postgres("postgres://localhost/a")),
      ("POSTGRES://localhost/A?x=Y", .postgres("postgres://localhost/A?x=Y")),
      ("PostgreSQL://u:P@localhost:1/a", .postgres("postgresql://u:P@localhost:1/a")),
      ("postgres://", .postgres("postgres://")),
    ]
    for (text, place) in places {
      XCTAssertEqual(try DatabasePlace(text, home: "/home/x"), place, text)
    }
    check(
      "--database",
      takes: places.map(\.0).filter { !$0.isEmpty },
      refuses: [
        "", "postgres:/h/a", "postgres:h/a", "postgres:", "postgresql:/a", "POSTGRES:/a",
        "host=localhost dbname=a",
        "host = localhost", "dbname=a", " user=x", "mysql://h/a", "sqlite:///a", "file:///a", "http://a",
        "C:\\a", "~other/a",
        "postgres://h/a b", "a\u{0}b",
      ]
    )
    XCTAssertFalse(refusal(["--database=postgres:/u:secret@h"])?.contains("secret") == true)
    XCTAssertFalse(refusal(["--database=password=secret"])?.contains("secret") == true)
  }

  func testItAnswersForWhereItListensAndIsReached() throws {
    let hosts = { @Sendable (arguments: [String]) in
      (try XCTUnwrap(try Warehouse.parse(arguments))).allowedHosts
    }
    XCTAssertEqual(try hosts([]), ["127.0.0.1"])
    XCTAssertEqual(
      try hosts(["--host", "[::1]", "--allow-host", "a", "--allow-host", "[::2]"]),
      ["a", "::2", "::1"]
    )
    XCTAssertEqual(try hosts(["--host", "0.0.0.0"]), [])
    let shared = ["--database", "postgres://h/a", "--host", "::", "--address", "http://B.example:1"]
    XCTAssertEqual(try hosts(shared), ["b.example"])
  }
}
