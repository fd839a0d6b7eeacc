import BrowserTesting
import Foundation
import HummingbirdTesting
import XCTest

@testable import WarehouseServer

/// All pages in all their states, on a phone and on a desktop, in light and in dark mode, with the keyboard,
/// and on paper.
final class AuditTests: XCTestCase {
  private static let looks = [
    ("light", 390), ("light", 768), ("light", 1280), ("dark", 390), ("dark", 1280),
  ]

  /// Runs a test with a tab and a server.
  private func run(
    isScripted: Bool = true,
    _ test: @Sendable (Tab, any TestClientProtocol, String) async throws -> Void
  ) async throws {
    let browser = try await Browser()
    addTeardownBlock { await browser.close() }
    var limits = Limits()
    limits.requestsPerSecond = nil
    // The client of the tests keeps its connection, also on a slow machine.
    limits.idleTime = .seconds(3_600)
    // No edit ends by itself.
    try await TestServer(limits, editTime: .seconds(36_000)).run(.live) { client in
      let site = "http://127.0.0.1:\(try XCTUnwrap(client.port))"
      try await test(try await browser.tab(isScripted: isScripted), client, site)
    }
  }

  /// Checks the page that a tab shows, at all widths, in light and in dark mode.
  private static func check(_ tab: Tab, _ state: PageState, line: UInt = #line) async throws {
    for (scheme, width) in looks {
      try await tab.prefer(["prefers-color-scheme": scheme])
      try await tab.resize(width: width, height: 800)
      let found = try await tab.audit(Audit(target: width < 700 ? 44 : 40))
      XCTAssertEqual(found, [], "\(state), \(scheme), \(width)", line: line)
    }
    let nodes = try await tab.accessibility()
    let controls: Set = [
      "button", "checkbox", "combobox", "link", "radio", "searchbox", "spinbutton", "textbox",
    ]
    for node in nodes where controls.contains(node.role) && node.name.isEmpty {
      XCTFail("\(state): \(node) has no name", line: line)
    }
  }

  func testEveryPageInEveryStateCanBeReadAndUsed() async throws {
    try await run { tab, client, site in
      for state in PageState.allCases {
        try await state.open(tab, client, site)
        let title = try await tab.text("h1")
        XCTAssertEqual(title, state.heading, "\(state)")
        let isShown = try await tab.value(state.condition, Bool.self)
        XCTAssertTrue(isShown, "\(state): it doesn't hold that \(state.condition)")
        try await Self.check(tab, state)
      }
      let complaints = await tab.complaints
      XCTAssertEqual(complaints, [])
    }
  }

  func testTheAuditFindsWhatIsWrong() async throws {
    try await run { tab, client, site in
      try await PageState.items.open(tab, client, site)
      try await tab.resize(width: 390, height: 800)
      let mistakes = [
        ("contrast", "document.querySelector('h1').style.color = '#999'"),
        ("contrast", "document.querySelector('#q').style.color = '#aaa'"),
        ("contrast", "document.querySelector('.badge').style.background = '#777'"),
        ("opacity", "document.querySelector('.card').style.opacity = 0.5"),
        ("edge", "document.querySelector('#q').style.borderColor = '#ccc'"),
        ("lang", "document.documentElement.lang = ''"),
        ("title", "document.title = ''"),
        ("heading", "document.querySelector('.add h2').outerHTML = '<h4>Add</h4>'"),
        ("h1", "document.querySelector('h1').outerHTML = '<h2>Warehouse</h2>'"),
        ("main", "document.querySelector('main').outerHTML = '<div>Items</div>'"),
        ("landmark", "document.body.append('Text')"),
        ("tabindex", "document.querySelector('button').tabIndex = 1"),
        ("inline", "document.querySelector('button').setAttribute('onclick', '')"),
        ("id", "document.querySelector('h2').id = 'main'"),
        ("aria-describedby", "document.querySelector('h2').setAttribute('aria-describedby', 'none')"),
        ("label", "document.querySelector('label[for=q]').remove()"),
        ("mistake", "document.querySelector('#q').setAttribute('aria-invalid', 'true')"),
        ("name", "document.querySelector('button').textContent = ''"),
        ("reason", "document.querySelector('.edit button').disabled = true"),
        ("scroll", "document.querySelector('main').style.width = '500px'"),
        ("outside", "document.querySelector('.add h2').style.marginLeft = '-50px'"),
        ("overflow", "document.querySelector('.add h2').textContent = 'n'.repeat(99)"),
        ("target", "document.querySelector('button').style.minHeight = '20px'"),
        ("overlap", "document.querySelector('.order button').style.marginLeft = '-60px'"),
      ]
      for (rule, mistake) in mistakes {
        try await tab.reload()
        _ = try await tab.value("(() => { \(mistake); return true; })()", Bool.self)
        let found = try await tab.audit(Audit(target: 44))
        XCTAssertTrue(found.contains { $0.hasPrefix("\(rule):") }, "\(rule) isn't among \(found)")
      }
    }
  }

  func testTheKeyboardComesToEverythingInItsOrder() async throws {
    try await run { tab, client, site in
      for state in PageState.allCases {
        for width in [390, 1280] {
          try await tab.resize(width: width, height: 800)
          try await state.open(tab, client, site)
          try await tab.draw()
          let isFocused = try await tab.value("document.activeElement !== document.body", Bool.self)
          XCTAssertEqual(isFocused, state.focus != nil, "\(state)")
          if let focus = state.focus {
            let hasFocus = try await tab.hasFocus(focus)
            XCTAssertTrue(hasFocus, "\(state): \(focus) has no focus.")
          }
          let found = try await tab.walk()
          XCTAssertEqual(found, [], "\(state), \(width)")
        }
      }
    }
  }

  func testDarkPagesAreDarkAndLightOnesLight() async throws {
    try await run { tab, client, site in
      try await PageState.items.open(tab, client, site)
      for (scheme, isDark) in [("light", false), ("dark", true)] {
        try await tab.prefer(["prefers-color-scheme": scheme])
        for selector in ["body", ".card", "input"] {
          let channel =
            "parseInt(getComputedStyle(document.querySelector('\(selector)')).backgroundColor.slice(4))"
          let red = try await tab.value(channel, Int.self)
          XCTAssertEqual(red < 64, isDark, "\(selector): \(red)")
          XCTAssertEqual(red > 192, !isDark, "\(selector): \(red)")
        }
      }
    }
  }

  func testNothingMovesForPeopleWhoDoNotWantThat() async throws {
    try await run { tab, client, site in
      let moving = "document.getAnimations().map((animation) => animation.animationName).sort().join()"
      for (preference, expected) in [("no-preference", "arrive,changed,leave"), ("reduce", "leave")] {
        try await tab.prefer(["prefers-reduced-motion": preference])
        try await PageState.items.open(tab, client, site)
        try await tab.stopTime()
        _ = try await client.post("/api/warehouses/audit/items/1/order", #"{"quantity":1}"#)
        try await tab.wait(until: "news.children.length > 0")
        let animations = try await tab.value(moving)
        XCTAssertEqual(animations, expected)
      }
    }
  }

  func testAPrintedPageHasTheItemsAndNoControls() async throws {
    try await run { tab, client, site in
      try await PageState.items.open(tab, client, site)
      try await tab.resize(width: 768, height: 800)
      try await tab.prefer(["prefers-color-scheme": "dark"], media: "print")
      let controls =
        "[...document.querySelectorAll('a, button, input, select')].filter((e) => e.checkVisibility()).length"
      let count = try await tab.value(controls, Int.self)
      XCTAssertEqual(count, 0)
      let text = try await tab.value("document.body.innerText")
      for part in ["Warehouse audit", "Bolts", "1,200", "Back order", "Out of stock"] {
        XCTAssertTrue(text.contains(part), "\(part) isn't in \(text)")
      }
      let colour = try await tab.value("getComputedStyle(document.body).backgroundColor")
      XCTAssertEqual(colour, "rgb(255, 255, 255)")
      let found = try await tab.audit(Audit(target: 40))
      XCTAssertEqual(found.filter { $0.hasPrefix("contrast") || $0.hasPrefix("scroll") }, [])
    }
  }
}
