import BrowserTesting
import Foundation
import HTTPTypes
import HummingbirdTesting
import XCTest

@testable import WarehouseServer

/// The pages in a browser, used with the keyboard alone.
final class BrowserTests: XCTestCase {
  private static let order = "#item-1 form[action*=order] button"
  private static let edit = "#item-1 form[action*=edit] button"
  private static let edited = "#item-1 [data-field=edited]"

  private func browser() async throws -> Browser {
    let browser = try await Browser()
    addTeardownBlock { await browser.close() }
    return browser
  }

  /// Runs a test with a browser and a server.
  private func run(
    _ limits: Limits = Limits(),
    _ test: @Sendable (Browser, any TestClientProtocol, String) async throws -> Void
  ) async throws {
    let browser = try await browser()
    var limits = limits
    // The client of the tests keeps its connection, also on a slow machine.
    limits.idleTime = .seconds(3_600)
    try await TestServer(limits).run(.live) { client in
      try await test(browser, client, "http://127.0.0.1:\(try XCTUnwrap(client.port))/warehouses/north")
    }
  }

  func testTwoPeopleEditAnItemWithAScript() async throws { try await edit(isScripted: true) }
  func testTwoPeopleEditAnItemWithoutAScript() async throws { try await edit(isScripted: false) }

  /// Two tabs edit the same item, one after the other. With a script, each shows the other's changes at once,
  /// and without one, when the page is reloaded.
  private func edit(isScripted: Bool) async throws {
    try await run { browser, client, north in
      try await client.addBolts()
      let (first, second) = (
        try await browser.tab(isScripted: isScripted), try await browser.tab(isScripted: isScripted)
      )
      // It has no script, and isn't reloaded.
      let old = try await browser.tab(isScripted: false)
      for tab in [first, second, old] {
        try await tab.open(north)
        try await Self.expect(tab, Self.edited, "")
      }
      // In the middle of an entry.
      try await second.tab(to: Self.order)

      try await first.enter(Self.edit)
      try await Self.expect(first, "h1", "Edit Bolts")
      try await Self.see(second, Self.edited, "Being edited", live: isScripted)
      if isScripted {
        try await Self.expect(second, "#news", "Bolts: 5 in stock, being edited")
        let (hasFocus, loads) = (try await second.hasFocus(Self.order), await second.loads)
        XCTAssertTrue(hasFocus, "The focus stays where it is.")
        XCTAssertEqual(loads, 1)
      }
      var isOff = try await second.value("document.querySelector('\(Self.edit)').disabled", Bool.self)
      XCTAssertTrue(isOff)

      try await old.enter(Self.edit)
      let message = try await old.text("[role=alert]")
      XCTAssertNotNil(
        message.wholeMatch(
          of: /Bolts: Somebody else is editing the item, until \d\d:\d\d:\d\d UTC at the latest\./
        ),
        message
      )
      try await Self.expect(old, "h1", "Warehouse north")
      isOff = try await old.value("document.querySelector('\(Self.edit)').disabled", Bool.self)
      XCTAssertTrue(isOff)

      // If an element gets the focus by the keyboard, its text is selected.
      try await first.tab(to: "[name=name]")
      try await first.type("Nuts & more")
      try await first.enter("form[action$=save] .primary")
      let place = try await first.value("location.hash + document.activeElement.id")
      XCTAssertEqual(place, "#item-1item-1", "The row has the focus.")
      try await Self.see(first, "#item-1 [data-field=name]", "Nuts & more", live: false)
      try await Self.see(second, "#item-1 [data-field=name]", "Nuts & more", live: isScripted)
      try await Self.see(second, Self.edited, "", live: isScripted)

      try await second.enter(Self.edit)
      let name = try await second.value("document.querySelector('[name=name]').value")
      XCTAssertEqual(name, "Nuts & more")
      try await Self.see(first, Self.edited, "Being edited", live: isScripted)
      try await second.tab(to: "[name=name]")
      try await second.type("Nothing")
      try await second.enter("button[form=cancel]")
      try await Self.expect(second, "#item-1 [data-field=name]", "Nuts & more")
      try await Self.see(first, Self.edited, "", live: isScripted)
      try await Self.expect(first, "#item-1 [data-field=name]", "Nuts & more")

      // When the lease is lost, the input isn't.
      try await first.enter(Self.edit)
      try await first.tab(to: "[name=name]")
      try await first.type("Washers")
      _ = try await client.form(
        "/warehouses/north/items/1/cancel",
        "lease=\(try await first.value("document.querySelector('[name=lease]').value"))"
      )
      try await first.enter("form[action$=save] .primary")
      try await Self.expect(
        first,
        "[role=alert]",
        "Nothing was saved. The time for this edit is over."
      )
      try await Self.expect(first, ".now", "Nuts & more Low 5 in stock")
      try await first.enter("form[action$=save] .primary")
      try await Self.expect(first, "#item-1 [data-field=name]", "Washers")
      try await Self.expect(first, Self.edited, "")
    }
  }

  func testAButtonWithTheFocusKeepsItAndDoesNothing() async throws {
    try await run { browser, client, north in
      try await client.addBolts()
      let tab = try await browser.tab(isScripted: true)
      try await tab.open(north)
      try await tab.tab(to: Self.edit)
      let lease = try await client.lease(of: 1)
      let button = "document.querySelector('\(Self.edit)')"
      try await tab.wait(until: "\(button).ariaDisabled === 'true'")
      let hasFocus = try await tab.hasFocus(Self.edit)
      XCTAssertTrue(hasFocus)
      try await tab.press("Enter", 13, "\r")
      _ = try await client.form("/warehouses/north/items/1/cancel", "lease=\(lease)")
      try await tab.wait(until: "\(button).ariaDisabled === null && !\(button).disabled")
      _ = try await client.lease(of: 1)
      try await tab.wait(until: "\(button).ariaDisabled === 'true'")
      try await tab.press("Tab", 9)
      try await tab.wait(until: "\(button).disabled && \(button).ariaDisabled === null")
      let loads = await tab.loads
      XCTAssertEqual(loads, 1)
    }
  }

  func testAFormThatIsNotAcceptedIsThereAgain() async throws {
    try await run { browser, client, north in
      try await client.addBolts()
      let tab = try await browser.tab(isScripted: true)
      try await tab.open(north + "?q=bolts")
      // In the meantime there are fewer than the page knows.
      _ = try await client.post("/api/warehouses/north/items/1/order", #"{"quantity":4}"#)
      try await tab.wait(until: "document.querySelector('#item-1 [data-field=amount]').max === '1'")
      _ = try await tab.value("(document.querySelector('#item-1 [name=quantity]').max = 9)", Int.self)
      try await tab.tab(to: "#item-1 [name=quantity]")
      try await tab.type("3")
      try await tab.enter(Self.order)
      try await Self.expect(tab, "#item-1 .mistake", "Only 1 is in stock.")
      try await tab.draw()
      let field = try await tab.value("document.activeElement.name + document.activeElement.value")
      XCTAssertEqual(field, "quantity3")
      // It is the previous page, and works as before.
      let place = try await tab.value("location.href")
      XCTAssertEqual(place, north + "?q=bolts")
      _ = try await client.post("/api/warehouses/north/items/1/order", #"{"quantity":1}"#)
      try await tab.wait(until: "document.querySelector('#item-1 [data-field=quantity]').textContent === '0'")
      try await tab.reload()
      try await Self.expect(tab, "#item-1 [data-field=status]", "Out of stock")
      try await Self.expect(tab, "#item-1 .mistake", "")
    }
  }

  func testAScreenReaderIsToldWhatIsWhat() async throws {
    try await run { browser, client, north in
      try await client.addBolts()
      let tab = try await browser.tab(isScripted: true)
      try await tab.open(north)
      let nodes = try await tab.accessibility()
      func contains(_ role: String, _ name: String, _ description: String = "", live: String? = nil) {
        let node = Tab.Node(role: role, name: name, description: description, live: live)
        let alike = nodes.filter { $0.role == role }
        XCTAssertTrue(nodes.contains(node), "\(node) isn't among \(alike)")
      }
      contains("status", "", live: "polite")
      contains("main", "")
      contains("navigation", "Site")
      contains("search", "Items")
      contains("heading", "Warehouse north")
      contains("table", "1 item")
      contains("region", "Items")
      contains("columnheader", "Status")
      contains("rowheader", "Bolts")
      contains("spinbutton", "Quantity", "Bolts")
      contains("cell", "Low")
      contains("button", "Order", "Bolts")
      contains("button", "Edit", "Bolts")
    }
  }

  func testTheTableHasTheItemsOfThePageInTheirOrder() async throws {
    try await run { browser, client, north in
      let tab = try await browser.tab(isScripted: true)
      try await tab.open(north + "?q=o&limit=3")
      try await Self.expect(tab, "#empty h2", "No items match")
      for name in ["Bolts", "Nuts", "Cogs", "Rods", "Hooks"] {
        let draft = #"{"name":"\#(name)","status":"inStock","quantity":9}"#
        _ = try await client.post("/api/warehouses/north/items", draft)
      }
      let list = "[...rows.querySelectorAll('[data-field=name]')].map((name) => name.textContent).join()"
      try await tab.wait(until: "\(list) === 'Bolts,Cogs,Rods,Hooks'")
      try await Self.expect(tab, "caption", "4 items")
      let isEmpty = try await tab.value("document.querySelector('#empty').checkVisibility()", Bool.self)
      XCTAssertFalse(isEmpty)

      // Now it has a next page, which has the hooks.
      try await tab.reload()
      func names(_ expected: String, line: UInt = #line) async throws {
        let shown = try await tab.value(list)
        XCTAssertEqual(shown, expected, line: line)
      }
      try await names("Bolts,Cogs,Rods")
      let nuts = try await client.lease(of: 2)
      for path in ["/5/order", "/2/save", "/1/order"] {
        let body = #"{"lease":"\#(nuts)","name":"Nose","status":"outOfStock","quantity":1}"#
        let response = try await client.post("/api/warehouses/north/items" + path, body)
        XCTAssertEqual(response.status, .ok, response.text)
      }
      try await tab.wait(until: "document.querySelector('#item-1 [data-field=ordered]').textContent === '1'")
      try await names("Bolts,Nose,Cogs,Rods")

      try await tab.open(north + "?after=3")
      _ = try await client.post("/api/warehouses/north/items/1/order", #"{"quantity":1}"#)
      _ = try await client.post("/api/warehouses/north/items/4/order", #"{"quantity":1}"#)
      try await tab.wait(until: "document.querySelector('#item-4 [data-field=ordered]').textContent === '1'")
      try await names("Rods,Hooks")

      // A row with the focus stays, and is up to date.
      try await tab.open(north + "?status=inStock")
      try await tab.tab(to: "#item-3 form[action*=order] button")
      for item in [3, 4] {
        _ = try await client.post("/api/warehouses/north/items/\(item)/order", #"{"quantity":8}"#)
        _ = try await client.post("/api/warehouses/north/items/\(item)/order", #"{"quantity":1}"#)
      }
      try await tab.wait(until: "rowOf(4) === null")
      try await Self.expect(tab, "#item-3 [data-field=status]", "Out of stock")
    }
  }

  func testThePageGoesOnAfterTheProgramIsStartedAgain() async throws {
    let (browser, folder) = (try await browser(), TestFolder())
    let first = try await Program("--database", folder.path)
    _ = try await first.request("PUT /api/warehouses/north")
    _ = try await first.request("POST /warehouses/north/items", "name=Bolts&status=inStock&quantity=5")
    let tab = try await browser.tab(isScripted: true)
    try await tab.open("http://127.0.0.1:\(first.port)/warehouses/north")
    try await tab.tab(to: "[action$=items] [name=name]")
    try await tab.type("Half a na")
    first.signal(SIGKILL)
    _ = await first.end()
    try await tab.wait(until: "news.lastElementChild?.textContent === 'Changes aren’t shown at the moment.'")

    let second = try await Program("--database", folder.path, "--port", "\(first.port)")
    for _ in 0..<2 {
      _ = try await second.request("POST /warehouses/north/items/1/order", "quantity=1")
    }
    _ = try await second.request("POST /warehouses/north/items", "name=Nuts&status=outOfStock")
    try await tab.wait(until: "[...news.children].some((e) => e.textContent === 'Changes are shown again.')")
    try await tab.wait(until: "document.querySelector('#item-1 [data-field=ordered]').textContent === '2'")
    try await Self.expect(tab, "#item-2 [data-field=name]", "Nuts")
    _ = try await second.request("POST /warehouses/north/items/1/order", "quantity=1")
    try await tab.wait(until: "document.querySelector('#item-1 [data-field=ordered]').textContent === '3'")
    let typed = try await tab.value("document.activeElement.value")
    XCTAssertEqual(typed, "Half a na")
    let loads = await tab.loads
    XCTAssertEqual(loads, 1)
    second.signal(SIGTERM)
    _ = await second.end()
  }

  func testAPageWithoutEventsSaysSo() async throws {
    var limits = Limits()
    limits.streamsPerClient = 1
    try await run(limits) { browser, client, north in
      let (first, second) = (try await browser.tab(isScripted: true), try await browser.tab(isScripted: true))
      try await first.open(north)
      let isOpen = """
        events.readyState === 1 || new Promise((resolve) => { events.onopen = () => resolve(true) })
        """
      _ = try await first.value(isOpen, Bool.self)
      try await second.open(north)
      try await second.wait(
        until: "news.lastElementChild?.textContent === 'Changes aren’t shown at the moment.'"
      )
      // It tries again, and the first one has left.
      try await first.open("about:blank")
      try await second.wait(
        until: "[...news.children].some((e) => e.textContent === 'Changes are shown again.')"
      )
    }
  }

  func testThePageFitsAPhone() async throws {
    try await run { browser, client, north in
      for name in ["Bolts", String(repeating: "n", count: 80)] {
        let draft = #"{"name":"\#(name)","status":"outOfStock","isOnBackOrder":true}"#
        _ = try await client.post("/api/warehouses/north/items", draft)
      }
      _ = try await client.lease(of: 1)
      let tab = try await browser.tab(isScripted: true)
      try await tab.resize(width: 320, height: 640)
      try await tab.open(north)
      let width = try await tab.value("document.documentElement.scrollWidth", Int.self)
      XCTAssertLessThanOrEqual(width, 320)
      let lines = "Math.max(...[...document.querySelectorAll('button')].map((e) => e.offsetHeight))"
      let height = try await tab.value(lines, Int.self)
      XCTAssertLessThan(height, 50, "No word is broken.")
    }
  }

  func testTheNameOfANewWarehouseIsCheckedWhileItIsTyped() async throws {
    try await run { browser, _, north in
      let tab = try await browser.tab(isScripted: false)
      try await tab.open(north.replacing("/warehouses/north", with: "/"))
      for (name, isValid) in [("The South", false), ("south-2", true)] {
        try await tab.tab(to: "[name=name]")
        try await tab.type(name)
        let answer = try await tab.value("document.activeElement.checkValidity()", Bool.self)
        XCTAssertEqual(answer, isValid, name)
      }
    }
  }

  /// Waits until a text appears, at once or when the page is reloaded.
  private static func see(
    _ tab: Tab,
    _ selector: String,
    _ text: String,
    live: Bool,
    line: UInt = #line
  ) async throws {
    if live {
      let condition = "document.querySelector('\(selector)').textContent === '\(text)'"
      try await tab.wait(until: condition, line: line)
    } else {
      try await tab.reload()
      try await expect(tab, selector, text, line: line)
    }
  }

  private static func expect(_ tab: Tab, _ selector: String, _ text: String, line: UInt = #line) async throws
  {
    let shown = try await tab.text(selector)
    XCTAssertEqual(shown, text, line: line)
  }
}
