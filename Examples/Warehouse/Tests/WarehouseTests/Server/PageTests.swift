import HTTPTypes
import HummingbirdTesting
import TroupeTesting
import XCTest

@testable import WarehouseServer

/// The pages, used as browsers without a script use them.
final class PageTests: XCTestCase {
  private let north = "/warehouses/north"

  func testAnItemIsAddedOrderedAndEditedByForms() async throws {
    try await TestServer().run { [north] client in
      var response = try await client.form(north + "/items", "name=Bolts&status=inStock&quantity=5")
      XCTAssertEqual(response.status, .seeOther)
      XCTAssertEqual(response.headers[.location], "/warehouses/north#item-1")
      response = try await client.form(north + "/items/1/order", "quantity=2")
      XCTAssertEqual(response.status, .seeOther)
      response = try await client.get(north)
      XCTAssertTrue(response.text.contains("3 in stock"), response.text)

      response = try await client.form(north + "/items/1/edit", "")
      XCTAssertEqual(response.status, .seeOther)
      let form = try XCTUnwrap(response.headers[.location])
      response = try await client.get(form)
      XCTAssertTrue(
        response.text.contains(#"name="name" required maxlength="80" value="Bolts""#),
        response.text
      )
      let lease = try XCTUnwrap(response.text.firstMatch(of: /name="lease" value="([^"]+)"/)).1
      response = try await client.get(north)
      XCTAssertTrue(response.text.contains("Being edited"), response.text)
      response = try await client.form(
        north + "/items/1/save",
        "lease=\(lease)&name=Nuts+%26+more&status=outOfStock&quantity=&isOnBackOrder=true"
      )
      XCTAssertEqual(response.status, .seeOther, response.text)
      response = try await client.get(north)
      XCTAssertTrue(response.text.contains("Nuts &amp; more"), response.text)
      XCTAssertTrue(response.text.contains("Out of stock, on back order"), response.text)
      XCTAssertFalse(response.text.contains("Being edited"), response.text)
      expect(try await client.get(form), .conflict, "leaseHasEnded")
    }
  }

  func testAnEditIsCancelledByAForm() async throws {
    try await TestServer().run { [north] client in
      try await client.addBolts()
      let lease = try await client.lease(of: 1)
      expect(try await client.get(north + "/items/1/edit?lease=x"), .forbidden, "leaseOfAnother")
      expect(try await client.get(north + "/items/1/edit"), .forbidden, "leaseOfAnother")
      let response = try await client.form(north + "/items/1/cancel", "lease=\(lease)")
      XCTAssertEqual(response.status, .seeOther)
    }
  }

  func testAWarehouseIsMadeByAForm() async throws {
    try await TestServer().run { client in
      var response = try await client.form("/warehouses", "name=south")
      XCTAssertEqual(response.headers[.location], "/warehouses/south")
      response = try await client.get("/")
      XCTAssertTrue(response.text.contains(#"<a href="/warehouses/south">south</a>"#), response.text)
      expect(try await client.form("/warehouses", "name=The+South"), .unprocessableContent, "invalid")
    }
  }

  func testTextsOfUsersAreEscaped() async throws {
    try await TestServer().run { [north] client in
      let name = #"<script>alert(\"1\")</script>'&"#
      let draft = #"{"name":"\#(name)","status":"outOfStock"}"#
      _ = try await client.post("/api/warehouses/north/items", draft)
      let lease = try await client.lease(of: 1)
      let escaped = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;"
      for path in [north, north + "/items/1/edit?lease=\(lease)"] {
        let response = try await client.get(path)
        XCTAssertTrue(response.text.contains(escaped), response.text)
        XCTAssertFalse(response.text.contains("<script>"), response.text)
      }
      let response = try await client.get(north + "?q=%22%3E%3Cb%3E")
      XCTAssertTrue(response.text.contains("&quot;&gt;&lt;b&gt;"), response.text)
      XCTAssertFalse(response.text.contains("<b>"), response.text)
    }
  }

  func testLongListsHaveANextPage() async throws {
    try await TestServer().run { [north] client in
      for _ in 0..<3 { try await client.addBolts() }
      var response = try await client.get(north + "?limit=2&q=bolts&status=inStock")
      let next = try XCTUnwrap(response.text.firstMatch(of: /href="([^"]+)" rel="next"/)).1
      response = try await client.get(north + next.replacing("&amp;", with: "&"))
      XCTAssertTrue(response.text.contains("item-3"), response.text)
      XCTAssertFalse(response.text.contains("item-2"), response.text)
      XCTAssertFalse(response.text.contains("rel=\"next\""), response.text)
    }
  }

  func testFormsComeBackToTheItemsThatAreShown() async throws {
    try await TestServer().run { [north] client in
      try await client.addBolts()
      let page = try await client.get(north + "?q=b%26o&status=&limit=7").text
      XCTAssertTrue(page.contains(#"action="/warehouses/north/items/ID/edit?q=b%26o&amp;limit=7""#), page)
      let query = "?q=b%26o&limit=7"
      var response = try await client.form(north + "/items/1/order" + query, "quantity=1")
      XCTAssertEqual(response.headers[.location], north + query + "#item-1")
      for verb in ["save", "cancel"] {
        response = try await client.form(north + "/items/1/edit" + query, "")
        let form = try XCTUnwrap(response.headers[.location])
        response = try await client.get(form)
        let action = "/warehouses/north/items/1/\(verb)?q=b%26o&amp;limit=7"
        XCTAssertTrue(response.text.contains("action=\"\(action)\""), response.text)
        let lease = try XCTUnwrap(response.text.firstMatch(of: /name="lease" value="([^"]+)"/)).1
        let draft = "lease=\(lease)&name=Nuts&status=outOfStock"
        response = try await client.form(action.replacing("&amp;", with: "&"), draft)
        XCTAssertEqual(response.headers[.location], north + query + "#item-1")
      }
      expect(try await client.form(north + "/items/1/edit?status=x", ""), .unprocessableContent, "invalid")
    }
  }

  func testAProblemIsAPageForABrowser() async throws {
    try await TestServer().run { [north] client in
      let headers: HTTPFields = [.accept: "text/html,*/*"]
      let response = try await client.form(north + "/items/1/order", "quantity=1", headers)
      XCTAssertEqual(response.status, .notFound)
      XCTAssertTrue(response.text.contains(#"<p role="alert">There is no such item.</p>"#), response.text)
    }
  }

  func testBrowsersAreToldWhatPagesMayDo() async throws {
    try await TestServer().run { [north] client in
      for path in ["/", north, "/nothing", "/api/warehouses"] {
        let headers = try await client.get(path).headers
        let policy = try XCTUnwrap(headers[.contentSecurityPolicy])
        XCTAssertTrue(policy.hasPrefix("default-src 'none'; style-src 'self'; script-src 'self';"), policy)
        XCTAssertEqual(headers[.contentTypeOptions], "nosniff")
        XCTAssertEqual(headers[.referrerPolicy], "same-origin")
      }
    }
  }

  func testEveryFieldHasALabelAndEveryTableACaption() async throws {
    try await TestServer().run { [north] client in
      try await client.addBolts()
      let lease = try await client.lease(of: 1)
      for path in ["/", north, north + "/items/1/edit?lease=\(lease)"] {
        let text = try await client.get(path).text
        XCTAssertTrue(text.contains(#"<html lang="en">"#) && text.contains("<h1>"), text)
        let labelled = text.matches(of: /<label>[^<]*<(input|select)|aria-label="Quantity"/).count
        let fields = text.matches(of: /<(input|select)/).count - text.matches(of: /type="hidden"/).count
        XCTAssertEqual(labelled, fields, text)
        XCTAssertEqual(text.contains("<table>"), text.contains("<caption>"))
      }
      let text = try await client.get(north).text
      XCTAssertTrue(text.contains(#"role="status" aria-live="polite""#), text)
    }
  }

  func testTheFilesOfThePagesAreServed() async throws {
    try await TestServer().run { client in
      for (path, type) in [("/page.css", "text/css"), ("/page.js", "text/javascript")] {
        let response = try await client.get(path)
        XCTAssertEqual(response.status, .ok)
        XCTAssertTrue(response.headers[.contentType]?.hasPrefix(type) == true)
      }
    }
  }
}
