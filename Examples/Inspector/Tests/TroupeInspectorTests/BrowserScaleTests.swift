import BrowserTesting
import Foundation
import Troupe
import TroupeRecording
import XCTest

@testable import Shop
@testable import TroupeInspector

/// The page with much to show. What depends on the speed of the machine is in `SoakTests`.
final class BrowserScaleTests: InspectorTestCase {
  // S899
  func testAMillionEventsAreDrawnInAsManyMarksAsThePageHasPixels() async throws {
    let inspector = Inspector()
    inspector.timeline.replace(with: ManyEvents.timeline(1_000_000))
    let running = try await show(.live(inspector))
    let tab = try await tab(running, "#timeline")
    try await tab.wait(
      until: "document.querySelector('.drawing footer').textContent.includes('1,000,000 slices on 60 lanes')"
    )
    try await tab.tab(to: "canvas")
    try await tab.press(letter: "0")
    let (width, height) = (
      try await tab.value("document.querySelector('canvas').clientWidth", Int.self),
      try await tab.value("document.querySelector('canvas').clientHeight", Int.self)
    )
    let rows = height / 22
    // From all of them to some, and back.
    var marks: [Int] = []
    for key in Array(repeating: "+", count: 12) + Array(repeating: "-", count: 12) {
      let data = "document.querySelector('.timeline').dataset"
      let loaded = try await tab.value("Number(\(data).loaded ?? 0)", Int.self)
      try await tab.press(letter: key)
      try await tab.wait(until: "Number(\(data).loaded) > \(loaded)")
      try await tab.draw()
      marks.append(try await tab.value("Number(\(data).marks)", Int.self))
    }
    XCTAssertGreaterThan(marks.min() ?? 0, 0, "\(marks)")
    XCTAssertGreaterThan(marks.max() ?? 0, 1_000, "\(marks)")
    XCTAssertLessThan(marks.max() ?? .max, rows * width, "\(marks)")
    // An answer has a mark for every two pixels of twice the span, on the lanes that are seen and ten more.
    let span = ManyEvents.span(1_000_000)
    let answer = try running.ask("timeline?start=0&end=\(span)&width=\(width)&lanes=\(rows + 10)")
    let numbers = answer["lanes"]?.elements?.map { ($0["slices"]?.elements?.count ?? 0) / 7 } ?? []
    XCTAssertEqual(numbers.count, rows + 10)
    XCTAssertLessThanOrEqual(numbers.max() ?? .max, width + 1)
    try await expectNoComplaints(tab)
  }

  // S900
  func testScrubbingReadsOnlyTheFirstAndTheLastTurn() async throws {
    let path = folder.path("many.jsonl")
    try await ManyEvents.record(2_000, to: path)
    let running = try await show(.file(OpenedFile(path: path), nil))
    let tab = try await tab(running)
    try await tab.wait(until: "document.querySelector('.travel').dataset.turn === '0'")
    let before = try await requests(tab)
    // A drag over the whole recording, faster than the page can follow.
    _ = try await tab.value(
      """
      (() => {
        const slider = document.getElementById("turn");
        for (let turn = 1; turn <= 1900; turn += 1) {
          slider.value = String(turn);
          slider.dispatchEvent(new Event("input"));
        }
        return true;
      })()
      """,
      Bool.self
    )
    try await tab.wait(until: "document.querySelector('.travel').dataset.turn === '1900'")
    let requests = try await requests(tab) - before
    // If the page still reads the list of turns, it asks for the last one only.
    XCTAssertTrue((1...2).contains(requests), "\(requests)")
    let rows = try await tab.value("document.querySelectorAll('.turns li').length", Int.self)
    XCTAssertLessThanOrEqual(rows, 100)
    try await expectNoComplaints(tab)
  }

  private func requests(_ tab: Tab) async throws -> Int {
    try await tab.value(
      "performance.getEntriesByType('resource').filter(({ name }) => name.includes('api/turn?')).length",
      Int.self
    )
  }

  // S903
  func testTextsHaveContrastInBothSchemes() async throws {
    let path = folder.path("shop.jsonl")
    try await ShopRun.record(to: path)
    let running = try await show(.file(OpenedFile(path: path), nil))
    let tab = try await tab(running, "#timeline")
    let pairs = ["text", "muted", "accent", "string", "numeric", "key", "bad", "good", "warn"].map {
      ("--\($0)", "--surface")
    }
    let others = [
      ("--text", "--page"), ("--muted", "--stripe"), ("--accent", "--soft"), ("--on-accent", "--accent"),
      ("--good", "--good-soft"), ("--warn", "--warn-soft"), ("--bad", "--bad-soft"),
      ("--on-slice", "--action"), ("--on-slice", "--effect"), ("--on-slice", "--dismissal"),
      ("--on-slice", "--save"), ("--on-slice", "--job"),
    ]
    let corner = "[...document.querySelector('canvas').getContext('2d').getImageData(3, 3, 1, 1).data]"
    // The canvas is empty until the page has the events.
    try await tab.wait(until: "\(corner)[3] === 255")
    var corners: [[Int]] = []
    for scheme in ["light", "dark"] {
      try await tab.prefer(["prefers-color-scheme": scheme])
      try await tab.draw()
      for (pair, contrast) in try await tab.contrasts(pairs + others) {
        XCTAssertGreaterThanOrEqual(contrast, 4.5, "\(scheme): \(pair)")
      }
      // The canvas has the colors of the scheme, too.
      corners.append(try await tab.value(corner, [Int].self))
    }
    XCTAssertEqual(corners.count, 2)
    XCTAssertGreaterThan(corners[0][0], 200, "\(corners)")
    XCTAssertLessThan(corners[1][0], 60, "\(corners)")
    try await expectNoComplaints(tab)
  }
}

/// Much for a page to show.
enum ManyEvents {
  /// How far apart the actions are, in nanoseconds.
  private static let distance: Int64 = 10_000

  /// The length of a time line of this many slices.
  static func span(_ count: Int) -> Int64 { Int64(count / 3 + 1) * distance }

  /// Turns, actions and effects on the lanes of twenty stores, in equal parts.
  static func timeline(_ count: Int) -> Timeline {
    var timeline = Timeline()
    // As the instrument makes them: with what most events share.
    let (sent, turn) = (InspectorEvent.details(.sent), InspectorEvent.details(actionCount: 1))
    var number: UInt64 = 0
    func add(_ event: InspectorEvent) {
      if timeline.slices.count < count { timeline.add(event) { "store \($0)" } }
    }
    while timeline.slices.count < count {
      number += 1
      let (time, run) = (Int64(number) * distance, number % 20)
      add(
        InspectorEvent(
          kind: .action,
          start: time,
          end: time + 5_000,
          run: run,
          label: "Feature.Action.step\(number % 7)",
          number: number,
          cause: number > 20
            ? Cause(
              action: ActionID(run: run, number: number - 20),
              root: ActionID(run: run, number: number % 20)
            ) : nil,
          details: sent
        )
      )
      add(
        InspectorEvent(
          kind: .turn,
          start: time,
          end: time + 6_000,
          run: run,
          label: "turn",
          turn: number,
          details: turn
        )
      )
      add(
        InspectorEvent(
          kind: .effect,
          start: time,
          end: time + 90_000,
          run: run,
          label: "work \(number % 3)",
          effect: "#\(number)"
        )
      )
    }
    return timeline
  }

  /// Records many turns of a shop.
  static func record(_ count: Int, to path: String) async throws {
    let recording = try Recording<Shop.State, Shop.Action>(to: path, replacing: true)
    let store = ShopRun.store(recording)
    for number in 1...count { await store.send(.sold(number)) }
    try recording.close()
  }
}
