import BrowserTesting
import Foundation
import Troupe
import TroupeRecording
import XCTest

@testable import Shop
@testable import TroupeInspector

/// The page in a browser.
final class BrowserTests: InspectorTestCase {
  /// Pictures in both color schemes and sizes.
  private func pictures(_ tab: Tab, _ name: String) async throws {
    for scheme in ["light", "dark"] {
      try await tab.prefer(["prefers-color-scheme": scheme])
      for (width, height) in [(1_400, 900), (900, 900)] {
        try await tab.resize(width: width, height: height)
        try await tab.picture("\(name)-\(scheme)-\(width)")
        let overflow = try await tab.value("document.documentElement.scrollWidth - innerWidth", Int.self)
        XCTAssertLessThanOrEqual(overflow, 0, "\(name) \(width)")
        let overlaps = try await tab.overlaps()
        XCTAssertEqual(overlaps, [], "\(name) \(width)")
      }
    }
    try await tab.prefer(["prefers-color-scheme": "light"])
    try await tab.resize(width: 1_400, height: 900)
  }

  // S903
  func testAStoreWithAPresentedChildInARow() async throws {
    var options = InspectorOptions()
    options.showsPayloads = true
    let inspector = Inspector(options: options)
    let store = ShopRun.store(inspector, rows: ["nails", "screws", "hooks"], name: "north")
    let other = ShopRun.store(inspector, name: "south")
    await inspector.attach(store, allowing: [.cancel, .send], samples: [.sold(1)])
    let running = try await show(.live(inspector))
    await other.send(.sold(1)).finish()
    await store.send(.rows(.element(id: "nails", action: .editTapped))).finish()
    let waiting = await store.send(.rows(.element(id: "nails", action: .waited)))
    let info = await store.storeInfo
    let run = try XCTUnwrap(info).run
    let tab = try await tab(running, "#live/\(run)")
    try await tab.wait(until: "document.querySelector('.effects')?.textContent.includes('wait for a ship')")
    try await tab.wait(until: "document.querySelector('.tree')?.textContent.includes('editor')")
    try await tab.wait(until: "document.querySelector('.tree')?.textContent.includes('hunter2')")
    // The next turn is seen with what it changed.
    await store.send(.rows(.element(id: "nails", action: .editor(.presented(.typed("long nails")))))).finish()
    await store.send(.sold(3)).finish()
    try await tab.wait(until: "document.querySelector('.tree .line.changed')?.textContent.includes('sold')")
    try await pictures(tab, "live")
    // It is cancelled with the keyboard.
    try await tab.tab(to: ".effects button")
    try await tab.press("Enter", 13, "\r")
    await waiting.finish()
    try await tab.wait(until: "!document.querySelector('.effects').textContent.includes('wait for a ship')")
    await store.send(.rows(.element(id: "nails", action: .editor(.presented(.closeTapped))))).finish()
    try await tab.wait(until: "!document.querySelector('.tree').textContent.includes('editor')")
    // An action is sent from a sample.
    try await tab.click(".heading .primary")
    try await tab.wait(until: "document.querySelector('#action')?.value.includes('sold')")
    try await tab.picture("send")
    try await tab.click("#dialog form .primary")
    try await tab.wait(until: "!document.querySelector('#dialog').open")
    let sold = await store.withState { $0.sold }
    XCTAssertEqual(sold, 4)
    try await expectNoComplaints(tab)
  }

  // S897
  func testAPresentedChildIsDismissedFromThePage() async throws {
    var options = InspectorOptions()
    options.showsPayloads = true
    let inspector = Inspector(options: options)
    let store = ShopRun.store(inspector, name: "north")
    await inspector.attach(store, allowing: [.cancel, .dismiss])
    let running = try await show(.live(inspector))
    let info = await store.storeInfo
    let tab = try await tab(running, "#live/\(try XCTUnwrap(info).run)")
    func editor(_ action: Editor.Action) -> Shop.Action {
      .rows(.element(id: "screws", action: .editor(.presented(action))))
    }
    // It begins without effects.
    await store.send(.rows(.element(id: "screws", action: .editTapped))).finish()
    let scopes = "document.querySelector('.scopes')?.textContent"
    try await tab.wait(until: "\(scopes)?.includes('rows[screws]editor presented')")
    let none = try await tab.value("document.querySelectorAll('.scopes button').length", Int.self)
    XCTAssertEqual(none, 0, "Nothing of it runs that the dismissal would end.")
    let first = await store.send(editor(.kept))
    try await tab.wait(until: "document.querySelector('.scopes button')")
    try await tab.wait(until: "document.querySelector('.effects')?.textContent.includes('keep the draft')")
    // One effect is cancelled, and the child stays.
    try await tab.tab(to: ".effects button")
    try await tab.press("Enter", 13, "\r")
    await first.finish()
    try await tab.wait(until: "!document.querySelector('.scopes button')")
    try await tab.wait(until: "document.querySelector('.scopes')?.textContent.includes('editor presented')")
    let second = await store.send(editor(.kept))
    try await tab.wait(until: "document.querySelector('.scopes button')")
    try await tab.tab(to: ".scopes button")
    try await tab.press("Enter", 13, "\r")
    await second.finish()
    try await tab.wait(until: "!document.querySelector('.scopes').textContent.includes('editor')")
    let child = await store.withState { $0.rows[id: "screws"]?.editor }
    XCTAssertNil(child)
    try await expectNoComplaints(tab)
  }

  // S896
  func testASearchAmongTenThousandStores() async throws {
    let inspector = Inspector()
    let stores = await Row.stores(10_000, in: inspector)
    let running = try await show(.live(inspector))
    let tab = try await tab(running)
    try await tab.wait(until: "document.querySelectorAll('.stores li').length === 100")
    try await tab.press(letter: "/")
    let isFocused = try await tab.hasFocus("#search")
    XCTAssertTrue(isFocused)
    try await tab.type("row-7341")
    try await tab.wait(until: "document.querySelectorAll('.stores li').length === 1")
    let text = try await tab.text(".stores strong")
    XCTAssertEqual(text, "row-7341")
    try await expectNoComplaints(tab)
    XCTAssertEqual(stores.count, 10_000)
  }

  // S899
  func testATimelineIsMovedWithTheKeyboard() async throws {
    var timeline = Timeline()
    for number in 1...100_000 {
      let time = Int64(number) * 10_000
      timeline.add(
        InspectorEvent(
          kind: .action,
          start: time,
          end: time + 5_000,
          run: UInt64(number % 20),
          label: "Feature.Action.step\(number % 7)",
          number: UInt64(number),
          cause: number > 20
            ? Cause(
              action: ActionID(run: UInt64(number % 20), number: UInt64(number - 20)),
              root: ActionID(run: UInt64(number % 20), number: UInt64(number % 20))
            ) : nil
        )
      ) { "store \($0)" }
    }
    let path = folder.path("shop.jsonl")
    try await ShopRun.record(to: path)
    let inspector = Inspector()
    inspector.timeline.replace(with: timeline)
    let running = try await show(.live(inspector))
    let tab = try await tab(running, "#timeline")
    try await tab.wait(
      until: "document.querySelector('.drawing footer').textContent.includes('100,000 slices on 20 lanes')"
    )
    try await tab.tab(to: "canvas")
    for key in ["+", "+", "-", "0"] { try await tab.press(letter: key) }
    for (key, code) in [("ArrowRight", 39), ("ArrowLeft", 37), ("ArrowDown", 40), ("ArrowUp", 38)] {
      try await tab.press(key, code)
    }
    try await tab.press(letter: "n")
    try await tab.wait(until: "document.querySelector('.slice h2')?.textContent.includes('step')")
    try await tab.press(letter: "/")
    try await tab.type("step3 store")
    try await tab.wait(
      until: "document.querySelector('.drawing footer').textContent.includes('14,286 of 100,000')"
    )
    try await tab.press("Enter", 13, "\r")
    try await tab.wait(until: "document.querySelector('.slice h2')?.textContent.includes('step3')")
    try await tab.wait(
      until:
        "document.querySelector('.slice').textContent.includes('Caused by') || document.querySelector('.slice').textContent.includes('Led to')"
    )
    try await expectNoComplaints(tab)
  }

  // S900
  func testTimeTravelAndATestOfIt() async throws {
    let path = folder.path("shop.jsonl")
    try await ShopRun.record(to: path)
    let replayer = try Replayer<Shop.State, Shop.Action>(path) { Shop() }
    let running = try await show(.file(OpenedFile(path: path), replayer))
    let tab = try await tab(running)
    try await tab.wait(until: "document.querySelector('.note.good')")
    try await tab.press("End", 35)
    try await tab.wait(until: "document.querySelector('.travel').dataset.turn === '8'")
    try await tab.press("ArrowLeft", 37)
    try await tab.press("ArrowLeft", 37)
    try await tab.press("ArrowLeft", 37)
    try await tab.wait(until: "document.querySelector('.travel').dataset.turn === '5'")
    // Markup of a payload is a text.
    try await tab.wait(until: "document.querySelector('.tree').textContent.includes('<b>screws</b>')")
    let count = try await tab.value("document.querySelectorAll('main b').length", Int.self)
    XCTAssertEqual(count, 0)
    try await pictures(tab, "travel")
    try await tab.click(".scrubber .row > button:not(.primary)")
    try await tab.wait(until: "document.querySelector('#dialog table')?.textContent.includes('editor')")
    try await tab.picture("compare")
    try await tab.click("#dialog header button")
    try await tab.click(".scrubber .primary")
    try await tab.wait(until: "document.querySelector('#dialog .source')?.textContent.includes('XCTestCase')")
    try await tab.picture("test")
    try await tab.click("#dialog header button")
    try await tab.click(".side section > button")
    try await tab.wait(until: "document.querySelector('#edited')?.value.includes('typed')")
    let json =
      #"{"rows":{"_0":{"element":{"id":"screws","action":{"editor":{"_0":{"presented":{"_0":{"typed":{"_0":"bolts"}}}}}}}}}}"#
    _ = try await tab.value("(document.querySelector('#edited').value = '\(json)', true)", Bool.self)
    try await tab.click("#dialog form .primary")
    try await tab.wait(until: "document.querySelector('#dialog table')?.textContent.includes('bolts')")
    try await tab.picture("what-if")
    try await tab.click("#dialog header button")
    try await tab.open(running.address + "?x#timeline")
    try await tab.wait(until: "document.querySelector('.drawing footer')?.textContent.includes('slices on')")
    try await tab.tab(to: "canvas")
    for _ in 0..<6 { try await tab.press(letter: "n") }
    try await tab.wait(until: "document.querySelector('.slice h2')")
    try await pictures(tab, "timeline")
    try await expectNoComplaints(tab)
  }

  // S903
  func testAScreenReaderGetsNames() async throws {
    let path = folder.path("shop.jsonl")
    try await ShopRun.record(to: path)
    let running = try await show(.file(OpenedFile(path: path), nil))
    let tab = try await tab(running)
    try await tab.wait(until: "document.querySelector('.turns li')")
    let nodes = try await tab.accessibility()
    for role in ["button", "slider", "searchbox", "spinbutton", "link", "navigation", "region"] {
      let found = nodes.filter { $0.role == role }
      XCTAssertFalse(found.isEmpty, role)
      XCTAssertEqual(found.filter { $0.name.isEmpty }, [], role)
    }
    try await expectNoComplaints(tab)
  }
}
