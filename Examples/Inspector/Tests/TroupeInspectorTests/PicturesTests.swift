import BrowserTesting
import Foundation
import XCTest

@testable import TroupeInspector

/// Draws the pictures of the readme and the guide, if the environment names what they show. The script
/// `pictures` runs it.
final class PicturesTests: InspectorTestCase {
  private func setting(_ name: String) throws -> String {
    guard let value = ProcessInfo.processInfo.environment[name] else {
      throw XCTSkip("\(name) isn't set: see Examples/Inspector/pictures.")
    }
    return value
  }

  private func pictures(_ tab: Tab, _ name: String) async throws {
    for scheme in ["light", "dark"] {
      try await tab.prefer(["prefers-color-scheme": scheme])
      for width in [1_400, 900] {
        try await tab.resize(width: width, height: 900)
        try await tab.draw()
        try await tab.picture("\(name)-\(scheme)-\(width)")
        let overlaps = try await tab.overlaps()
        XCTAssertEqual(overlaps, [], "\(name) \(scheme) \(width)")
      }
    }
    try await tab.prefer(["prefers-color-scheme": "light"])
    try await tab.resize(width: 1_400, height: 900)
  }

  func testARunningProgram() async throws {
    let address = try setting("INSPECTOR_ADDRESS")
    let browser = try await Browser()
    addTeardownBlock { await browser.close() }
    let tab = try await browser.tab(isScripted: true)
    try await tab.resize(width: 1_400, height: 900)
    try await tab.open(address)
    try await tab.wait(until: "document.querySelectorAll('.stores li').length > 4")
    _ = try await tab.value("(location.hash = document.querySelector('.stores a').hash, true)", Bool.self)
    // The charts fill up.
    try await tab.wait(until: "Number(document.querySelector('.live')?.dataset.updates) > 12")
    try await pictures(tab, "stores")
    try await tab.click("#views li:last-child a")
    try await tab.wait(until: "Number(document.querySelector('.timeline')?.dataset.loaded) > 4")
    // An action with a cause and results, and what is around it.
    try await tab.press(letter: "/")
    try await tab.type("kind:effect")
    // Editing begins again when the leases end, which takes a minute.
    _ = try await tab.value(
      """
      new Promise((done) => {
        const check = setInterval(() => {
          if (!/^[1-9].* of /.test(document.querySelector(".drawing footer").textContent)) return;
          clearInterval(check);
          done(true);
        }, 100);
      })
      """,
      Bool.self
    )
    try await tab.press("Enter", 13, "\r")
    try await tab.wait(until: "document.querySelector('.chain button')")
    try await tab.click(".chain li:last-child button")
    try await tab.wait(until: "document.querySelector('.slice h2 .action')")
    _ = try await tab.value(
      """
      (() => {
        const search = document.getElementById("filter");
        search.value = "";
        search.dispatchEvent(new Event("input"));
        return true;
      })()
      """,
      Bool.self
    )
    try await tab.wait(until: "!document.querySelector('.drawing footer').textContent.includes(' of ')")
    try await tab.tab(to: "canvas")
    try await tab.press(letter: "+")
    try await tab.draw()
    try await pictures(tab, "timeline")
    try await expectNoComplaints(tab)
  }

  func testARecording() async throws {
    let path = try setting("INSPECTOR_RECORDING")
    let running = try await show(.file(OpenedFile(path: path), nil))
    let tab = try await tab(running)
    try await tab.wait(until: "document.querySelector('.travel').dataset.turn === '0'")
    _ = try await tab.value("(location.hash = '#travel/2212', true)", Bool.self)
    try await tab.wait(until: "document.querySelector('.travel').dataset.turn === '2212'")
    try await tab.draw()
    try await pictures(tab, "travel")
    try await expectNoComplaints(tab)
  }
}
