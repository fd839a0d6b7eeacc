import NIOCore
import XCTest

@testable import WarehouseServer

final class AuthorityTests: XCTestCase {
  func testHostsAreRead() throws {
    for (text, host, port) in [
      ("localhost", "localhost", nil), ("LOCALHOST:8080", "localhost", 8_080),
      ("localhost.", "localhost", nil),
      ("localhost:", "localhost", nil), ("127.0.0.1:80", "127.0.0.1", 80), ("[::1]:8080", "::1", 8_080),
      ("[0:0:0:0:0:0:0:1]", "::1", nil), ("[::ffff:127.0.0.1]:1", "127.0.0.1", 1),
      ("a.example:0080", "a.example", 80),
      ("a_b-c.d", "a_b-c.d", nil), ("a%2Fb", "a%2fb", nil), (".", ".", nil), ("a:0", "a", 0),
    ] as [(String, String, Int?)] {
      let authority = try XCTUnwrap(Authority(text), text)
      XCTAssertEqual(authority.host, host, text)
      XCTAssertEqual(authority.port, port, text)
    }
  }

  func testWhatIsNoHostIsRefused() {
    for text in [
      "", ":", ":80", "a b", "a/b", "a?b", "a#b", "a@b", "user:pass@a", "a:b", "a:-1", "a:+1", "a:65536",
      "a:99999999999999999999", "a:8 0", "a,b:1:2", "::1", "[::1", "::1]", "[]", "[a]", "[::1]x", "[::1]:x",
      "[1.2.3.4]",
      "[fe80::1%25eth0]", "a%", "a%2", "a%zz", "é", "a\u{0}", "a\\b", "<a>", "\"a\"", "http://a", "a b:80",
      String(repeating: "a", count: 256),
    ] {
      XCTAssertNil(Authority(text), text.debugDescription)
    }
  }

  func testTheLoopbackIsAllowedAndNoNameThatLooksLikeIt() throws {
    let hosts = AllowedHosts(["Warehouse.example", "10.0.0.7", "fd00::7", ""])
    let local = try SocketAddress(ipAddress: "192.168.0.5", port: 8_080)
    let mapped = try SocketAddress(ipAddress: "::ffff:192.168.0.5", port: 8_080)
    for text in [
      "localhost", "localhost:1", "127.0.0.1", "127.9.9.9:5", "[::1]", "[::1]:9", "warehouse.example:443",
      "10.0.0.7",
      "[fd00:0::7]:80", "192.168.0.5:8080", "[::ffff:192.168.0.5]",
    ] {
      let authority = try XCTUnwrap(Authority(text), text)
      XCTAssertTrue(hosts.allow(authority, at: local), text)
      XCTAssertTrue(hosts.allow(authority, at: mapped), text)
    }
    for text in [
      "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "127.evil.example", "127.1",
      "0.0.0.0",
      "192.168.0.6", "[::2]", "2130706433", "0x7f.0.0.1", "xlocalhost", "a.localhost",
      "evil.warehouse.example",
      "warehouse.example.evil.example", "10.0.0.70",
    ] {
      let authority = try XCTUnwrap(Authority(text), text)
      XCTAssertFalse(hosts.allow(authority, at: local), text)
    }
    let localhost = try XCTUnwrap(Authority("localhost"))
    XCTAssertTrue(AllowedHosts().allow(localhost, at: nil))
  }
}
