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
      XCTAssertTrue(response.text.contains(#"data-field="quantity">3<"#), response.text)

      response = try await client.form(north + "/items/1/edit", "")
      XCTAssertEqual(response.status, .seeOther)
      let form = try XCTUnwrap(response.headers[.location])
      response = try await client.get(form)
      XCTAssertTrue(
        response.text.contains(#"name="name" required maxlength="80" autocomplete="off" value="Bolts""#),
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
      XCTAssertTrue(response.text.contains(">Back order<"), response.text)
      XCTAssertFalse(response.text.contains("Being edited"), response.text)
      expect(try await client.get(form), .conflict, "leaseHasEnded")
    }
  }

  func testAnItemIsShownOnceItIsAdded() async throws {
    try await TestServer().run { [north] client in
      var last = ""
      for _ in 0..<101 {
        let response = try await client.form(north + "/items?q=none", "name=Bolts&status=outOfStock")
        last = try XCTUnwrap(response.headers[.location])
      }
      XCTAssertEqual(last, north + "?after=1#item-101")
      let page = try await client.get(String(last.prefix { $0 != "#" })).text
      XCTAssertTrue(page.contains(#"id="item-101""#) && !page.contains(#"id="item-1""#), page)
    }
  }

  func testWhatIsWrongIsSaidBesideItsField() async throws {
    let browser: HTTPFields = [.accept: "text/html,*/*"]
    try await TestServer().run { [north] client in
      try await client.addBolts(1)
      let lease = try await client.lease(of: 1)
      let forms: [(String, String, HTTPResponse.Status, [String])] = [
        (
          "/warehouses", "name=The+%22South%22", .unprocessableContent,
          [
            #"aria-invalid="true""#, #"value="The &quot;South&quot;""#, "1 to 40 lowercase letters",
          ]
        ),
        (
          north + "/items", "name=&status=inStock&quantity=1.5", .unprocessableContent,
          [
            "The name must have 1 to 80 characters.",
            "The quantity must be a whole number from 1 to 1,000,000.",
            #"value="1.5""#,
          ]
        ),
        (
          north + "/items", "name=a%00&status=none", .unprocessableContent,
          [
            "The name can&#39;t have control characters.", "The status must be inStock or outOfStock.",
          ]
        ),
        (north + "/items/1/order", "quantity=2", .conflict, ["Only 1 is in stock.", #"value="2""#]),
        (
          north + "/items/1/order", "quantity=%3Cb%3E", .unprocessableContent,
          [
            "The quantity must be a whole number", #"value="&lt;b&gt;""#,
          ]
        ),
        (
          north + "/items/1/save", "lease=\(lease)&name=&status=outOfStock", .unprocessableContent,
          [
            "Nobody else can edit", "The name must have 1 to 80 characters.",
          ]
        ),
        (
          north + "/items/1/save", "lease=x&name=Cogs&status=outOfStock", .forbidden,
          [
            "Nothing was saved.", "Save anyway", #"value="Cogs""#, "1 in stock",
          ]
        ),
        (north + "/items/1/edit", "", .conflict, ["Bolts: Somebody else is editing"].map { $0.html }),
      ]
      for (path, form, status, texts) in forms {
        let response = try await client.form(path, form, browser)
        XCTAssertEqual(response.status, status, "\(path) \(form)")
        let plain = response.text.replacing("<strong>", with: "").replacing("</strong>", with: "")
        for text in texts {
          XCTAssertTrue(plain.contains(text), "\(path) \(form): \(text) isn't in \(plain)")
        }
        XCTAssertTrue(plain.contains("<title>Error: "), plain)
        // A program gets only the problem.
        let problem = try await client.form(path, form)
        XCTAssertEqual(problem.status, status)
        XCTAssertNotNil(problem.code)
      }
    }
  }

  func testTheStatesOfItemsAreBadges() async throws {
    try await TestServer().run { [north] client in
      let states: [(String, String)] = [
        ("inStock&quantity=11", "badge good\" data-field=\"status\">In stock"),
        ("inStock&quantity=10", "badge low\" data-field=\"status\">Low"),
        ("outOfStock&isOnBackOrder=true", "badge waiting\" data-field=\"status\">Back order"),
        ("outOfStock", "badge out\" data-field=\"status\">Out of stock"),
      ]
      for (status, _) in states {
        _ = try await client.form(north + "/items", "name=Bolts&status=\(status)")
      }
      let rows = try await client.get(north).text.split(separator: "<tr ")
        .map { String($0) }.filter { $0.contains("id=\"item-") && !$0.contains("id=\"item-0") }
      XCTAssertEqual(rows.count, states.count)
      for ((_, badge), row) in zip(states, rows) {
        XCTAssertTrue(row.contains(badge), "\(badge) isn't in \(row)")
        let isOff = row.contains(#"data-field="order" disabled"#)
        XCTAssertEqual(isOff, badge.contains("Back") || badge.contains("Out"), "\(row)")
      }
      XCTAssertEqual(
        [0, 999, 1_000, 1_234_567, -1_000].map(\.grouped),
        ["0", "999", "1,000", "1,234,567", "-1,000"]
      )
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
      XCTAssertTrue(response.text.contains(#"href="/warehouses/south">south</a>"#), response.text)
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
      response = try await client.get(String(next).replacing("&amp;", with: "&"))
      XCTAssertTrue(response.text.contains("item-3"), response.text)
      XCTAssertFalse(response.text.contains("item-2"), response.text)
      XCTAssertFalse(response.text.contains("rel=\"next\""), response.text)
    }
  }

  func testFormsComeBackToTheItemsThatAreShown() async throws {
    try await TestServer().run { [north] client in
      try await client.addBolts()
      let page = try await client.get(north + "?q=b%26o&status=&limit=7").text
      XCTAssertTrue(page.contains(#"action="/warehouses/north/items/0/edit?q=b%26o&amp;limit=7""#), page)
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
        XCTAssertTrue(
          policy.hasPrefix("default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self';"),
          policy
        )
        XCTAssertFalse(policy.contains("unsafe"), policy)
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
        let labelled = text.matches(of: /<label for=|<label><input|aria-label="Quantity"/).count
        let fields = text.matches(of: /<(input|select)/).count - text.matches(of: /type="hidden"/).count
        XCTAssertEqual(labelled, fields, text)
        XCTAssertEqual(text.contains("<table "), text.contains("<caption "))
      }
      let text = try await client.get(north).text
      XCTAssertTrue(text.contains(#"role="status" aria-live="polite""#), text)
    }
  }

  func testTheFilesOfThePagesAreServed() async throws {
    try await TestServer().run { client in
      for (path, type) in [
        ("/page.css", "text/css"), ("/page.js", "text/javascript"), ("/icon.svg", "image/svg+xml"),
      ] {
        let response = try await client.get(path)
        XCTAssertEqual(response.status, .ok)
        XCTAssertTrue(response.headers[.contentType]?.hasPrefix(type) == true)
      }
    }
  }
}
