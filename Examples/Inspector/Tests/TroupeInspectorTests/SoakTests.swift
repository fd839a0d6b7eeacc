import BrowserTesting
import Foundation
import Troupe
import TroupeRecording
import XCTest

@testable import Shop
@testable import TroupeInspector

/// What depends on the speed of the machine: `.ci/soak inspector` runs it.
final class SoakTests: InspectorTestCase {
  override func setUp() async throws {
    guard ProcessInfo.processInfo.environment["INSPECTOR_SOAK"] != nil else {
      throw XCTSkip("Set INSPECTOR_SOAK to measure times on an idle machine.")
    }
  }

  private func say(_ text: String) { print("inspector: \(text)") }

  /// The resident memory of the process in MB.
  private var memory: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return line.split(separator: " ").compactMap { Int($0) }.first.map { $0 / 1_024 } ?? 0
  }

  func testZoomingAMillionEventsIsFluid() async throws {
    let before = memory
    let inspector = Inspector()
    inspector.timeline.replace(with: ManyEvents.timeline(1_000_000))
    say("the server's memory for 1,000,000 slices: \(memory - before) MB")
    let running = try await show(.live(inspector))
    let tab = try await tab(running, "#timeline")
    let footer = "document.querySelector('.drawing footer').textContent"
    try await tab.wait(until: "\(footer).includes('1,000,000 slices')")
    try await tab.tab(to: "canvas")
    try await tab.press(letter: "0")
    try await tab.draw()
    // Zooms in and out with the wheel, a step for each frame, and takes the distances of the frames.
    let times = try await tab.value(
      """
      new Promise((done) => {
        const canvas = document.querySelector("canvas");
        const view = document.querySelector(".timeline");
        view.frames.length = 0;
        const steps = [];
        let last = performance.now();
        let count = 0;
        const step = (now) => {
          steps.push(now - last);
          last = now;
          count += 1;
          if (count > 300) { done([steps.slice(1), [...view.frames]]); return; }
          const deltaY = count % 150 < 75 ? -80 : 80;
          const place = { clientX: 700, clientY: 400, bubbles: true, cancelable: true };
          canvas.dispatchEvent(new WheelEvent("wheel", { deltaY, ctrlKey: true, ...place }));
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      })
      """,
      [[Double]].self
    )
    let (frames, drawing) = (times[0].sorted(), times[1].sorted())
    func part(_ numbers: [Double], _ share: Double) -> Double {
      numbers[Int(Double(numbers.count - 1) * share)]
    }
    func text(_ numbers: [Double]) -> String {
      [0.5, 0.95, 0.99, 1].map { String(format: "%.1f", part(numbers, $0)) }.joined(separator: ", ")
    }
    say("frames in ms, median, 95 %, 99 %, maximum: \(text(frames)); drawing: \(text(drawing))")
    struct Heap: Decodable { let usedSize: Double }
    let heap = try await tab.browser.call("Runtime.getHeapUsage", in: tab.session, as: Heap.self)
    say("the page's memory: \(Int(heap.usedSize / 1_048_576)) MB")
    XCTAssertLessThan(part(frames, 0.95), 32)
    XCTAssertLessThan(part(drawing, 0.99), 32)
    XCTAssertLessThan(heap.usedSize, 100 * 1_048_576)
    XCTAssertLessThan(memory - before, 1_000)
    try await expectNoComplaints(tab)
  }

  func testAJumpInAHundredThousandTurnsIsFast() async throws {
    let path = folder.path("many.jsonl")
    try await ManyEvents.record(100_000, to: path)
    let before = memory
    // not a wait: how long it takes to open the file.
    let begun = ContinuousClock.now
    let file = try OpenedFile(path: path)
    say("opening 100,000 turns: \(ContinuousClock.now - begun), \(memory - before) MB")
    let running = try await show(.file(file, nil))
    let tab = try await tab(running)
    try await tab.wait(until: "document.querySelector('.travel').dataset.turn === '0'")
    var times: [Double] = []
    for turn in [50_000, 99_999, 3, 77_777, 12_345, 100_000, 61_803] {
      let time = try await tab.value(
        """
        new Promise((done) => {
          const begun = performance.now();
          const view = document.querySelector(".travel");
          new MutationObserver((_, observer) => {
            if (view.dataset.turn !== "\(turn)") return;
            observer.disconnect();
            requestAnimationFrame(() => done(performance.now() - begun));
          }).observe(view, { attributes: true });
          const slider = document.getElementById("turn");
          slider.value = "\(turn)";
          slider.dispatchEvent(new Event("input"));
        })
        """,
        Double.self
      )
      times.append(time)
    }
    say("jumps in ms: \(times.map { String(format: "%.0f", $0) }.joined(separator: ", "))")
    XCTAssertLessThan(times.max() ?? .infinity, 200)
    try await expectNoComplaints(tab)
  }
}
