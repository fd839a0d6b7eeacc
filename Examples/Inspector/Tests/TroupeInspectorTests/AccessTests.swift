import Foundation
import TroupeRecording
import XCTest

@testable import Shop
@testable import TroupeInspector

/// Who may use the server, and what it does with hostile requests.
final class AccessTests: InspectorTestCase {
  private func running() async throws -> RunningInspector { try await show(.live(Inspector())) }

  // S890
  func testARequestNeedsTheToken() async throws {
    let running = try await running()
    XCTAssertEqual(try running.get("/\(running.token)/").status, 200)
    XCTAssertEqual(running.token.count, 32)
    var other = running.token
    other.removeLast()
    for path in ["/", "/api/stores", "/\(other)0/", "/\(other)/", "/\(running.token)", "//api/stores"] {
      let answer = try running.get(path)
      if path == "/\(other)0/", running.token.hasSuffix("0") { continue }
      XCTAssertEqual(answer.status, 404, path)
      XCTAssertFalse(answer.text.contains(running.token))
      XCTAssertFalse(answer.text.contains("<"))
    }
  }

  // S890
  func testEachServerHasAnotherToken() async throws {
    let (first, second) = (try await running(), try await running())
    XCTAssertNotEqual(first.token, second.token)
    XCTAssertEqual(try second.get("/\(first.token)/").status, 404)
  }

  // S891
  func testAnotherHostIsRefused() async throws {
    let running = try await running()
    let page = "/\(running.token)/"
    // A name that an attacker's DNS server points at this machine.
    for host in [
      "evil.example:\(running.port)", "evil.example", "127.0.0.1", "127.0.0.1.evil.example",
      "0.0.0.0:\(running.port)",
    ] {
      XCTAssertEqual(try running.get(page, ["Host": host]).status, 421, host)
    }
    XCTAssertEqual(try running.get(page, ["Host": "localhost:\(running.port)"]).status, 200)
  }

  // S891
  func testAnotherOriginIsRefused() async throws {
    let running = try await running()
    let page = "/\(running.token)/api/stores"
    for origin in ["https://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1:\(running.port)"]
    {
      XCTAssertEqual(try running.get(page, ["Origin": origin]).status, 403, origin)
    }
    for site in ["cross-site", "same-site"] {
      XCTAssertEqual(try running.get(page, ["Sec-Fetch-Site": site]).status, 403, site)
    }
    XCTAssertEqual(try running.get(page, ["Sec-Fetch-Site": "same-origin"]).status, 200)
    XCTAssertEqual(try running.get(page, ["Origin": "http://127.0.0.1:\(running.port)"]).status, 200)
  }

  // S891
  func testOnlyThePageCanPost() async throws {
    let running = try await running()
    let path = "/\(running.token)/api/send/1"
    let origin = "http://127.0.0.1:\(running.port)"
    let body = Array("{}".utf8)
    XCTAssertEqual(try running.send("POST", path, ["Content-Type": "application/json"], body).status, 403)
    // A form of another page has such a type.
    XCTAssertEqual(
      try running.send("POST", path, ["Origin": origin, "Content-Type": "text/plain"], body).status,
      403
    )
    XCTAssertEqual(try running.send("DELETE", path, ["Origin": origin], []).status, 405)
    XCTAssertEqual(try running.tell("send/1", "{}").status, 422)
  }

  // S892
  func testThePageLoadsNothingFromElsewhere() async throws {
    let running = try await running()
    for file in [
      "", "page.css", "main.js", "parts.js", "live.js", "timeline.js", "travel.js", "icon.svg", "api/stores",
    ] {
      let answer = try running.get("/\(running.token)/\(file)")
      XCTAssertEqual(answer.status, 200, file)
      let policy = answer.headers["content-security-policy"] ?? ""
      XCTAssertTrue(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self';"), policy)
      XCTAssertFalse(policy.contains("unsafe"))
      XCTAssertTrue(policy.contains("frame-ancestors 'none'"))
      XCTAssertEqual(answer.headers["x-content-type-options"], "nosniff")
      XCTAssertEqual(answer.headers["referrer-policy"], "no-referrer")
      XCTAssertEqual(answer.headers["cache-control"], "no-store")
      if file.hasPrefix("api") { continue }
      // A namespace is a name, and isn't loaded.
      let text = answer.text.replacingOccurrences(of: "http://www.w3.org/2000/svg", with: "")
      XCTAssertNil(text.range(of: "https?://", options: .regularExpression), file)
    }
  }

  // S892
  func testThePageIsSmall() {
    let sizes = [
      PackageResources.index_html, PackageResources.page_css, PackageResources.icon_svg,
      PackageResources.main_js, PackageResources.parts_js, PackageResources.live_js,
      PackageResources.timeline_js, PackageResources.travel_js,
    ].map(\.count)
    XCTAssertLessThan(sizes.reduce(0, +), 150_000)
  }

  // S893
  func testHostileBodiesAreRefused() async throws {
    let running = try await running()
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    let answer = try running.tell("send/1", deep)
    XCTAssertEqual(answer.status, 422)
    XCTAssertTrue(answer.text.contains("nested too deep"), answer.text)
    XCTAssertEqual(try running.tell("send/1", "{").status, 422)
    let large = "\"\(String(repeating: "a", count: 2_000_000))\""
    XCTAssertEqual(try running.tell("send/1", large).status, 413)
    for query in [
      "start=9223372036854775807&end=-9223372036854775808&width=0", "lane=-1&lanes=99999999", "start=x",
    ] {
      XCTAssertEqual(try running.get("/\(running.token)/api/timeline?\(query)").status, 200, query)
    }
    XCTAssertEqual(try running.get("/\(running.token)/api/slice?slice=-5").status, 404)
    XCTAssertEqual(try running.get("/\(running.token)/api/../../etc/passwd").status, 404)
  }
}
