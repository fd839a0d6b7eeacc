import Troupe
import TroupeRecording
import XCTest

@testable import TroupeInspector

/// The slices of a time line, and what a page gets of them.
final class TimelineTests: XCTestCase {
  private static func action(_ number: UInt64, at time: Int64, cause: UInt64? = nil) -> InspectorEvent {
    InspectorEvent(
      kind: .action,
      start: time,
      end: time + 50,
      run: 1,
      label: number.isMultiple(of: 100) ? "Feature.Action.rare" : "Feature.Action.usual",
      number: number,
      cause: cause.map { Cause(action: ActionID(run: 1, number: $0), root: ActionID(run: 1, number: 1)) }
    )
  }

  private func timeline(_ count: UInt64) -> LiveTimeline {
    var timeline = Timeline()
    for number in 1...count {
      timeline.add(Self.action(number, at: Int64(number) * 1_000, cause: number > 1 ? number - 1 : nil)) {
        _ in "store"
      }
    }
    return LiveTimeline(timeline)
  }

  private func slices(_ answer: RecordedValue) throws -> [[Int]] {
    let numbers = try XCTUnwrap(answer["lanes"]?.elements?.first?["slices"]?.elements).compactMap(\.integer)
    return stride(from: 0, to: numbers.count, by: 7).map { Array(numbers[$0..<$0 + 7]) }
  }

  // S899
  func testAnAnswerIsAsLargeAsThePageAndLosesNothing() throws {
    let timeline = timeline(100_000)
    let all = try slices(timeline.answer(.init(start: 0, end: 100_001_000, width: 1_000)))
    XCTAssertLessThanOrEqual(all.count, 1_001)
    XCTAssertEqual(all.map { $0[2] }.reduce(0, +), 100_000)
    XCTAssertEqual(all.map { $0[0] }, all.map { $0[0] }.sorted())
    let few = try slices(timeline.answer(.init(start: 50_000_000, end: 50_009_999, width: 1_000)))
    XCTAssertEqual(few.map { $0[0] }, Array(stride(from: 0, to: 10_000, by: 1_000)))
    XCTAssertEqual(few.map { $0[2] }, Array(repeating: 1, count: 10))
    XCTAssertEqual(few.map { $0[4] }, Array(49_999...50_008))
  }

  // S899
  func testAFilterFindsSlices() throws {
    let timeline = timeline(10_000)
    var question = LiveTimeline.Question(start: 0, end: 20_000_000, width: 1_000)
    question.filter = TimelineFilter("RARE")
    XCTAssertEqual(timeline.answer(question)["found"], .number("100"))
    question.filter = TimelineFilter(">1us")
    XCTAssertEqual(timeline.answer(question)["found"], .number("0"))
    question.filter = TimelineFilter("rare >10ns kind:action #\(ActionID(run: 1, number: 1))")
    XCTAssertEqual(timeline.answer(question)["found"], .number("100"))
    question.filter = TimelineFilter("#\(ActionID(run: 1, number: 2))")
    XCTAssertEqual(timeline.answer(question)["found"], .number("0"))
    let next = timeline.find(TimelineFilter("rare"), after: 150, forward: true)
    XCTAssertEqual(next?["slice"], .number("199"))
    XCTAssertEqual(timeline.find(TimelineFilter("rare"), after: 150, forward: false)?["slice"], .number("99"))
    XCTAssertNil(timeline.find(TimelineFilter("nothing"), after: 0, forward: true))
  }

  // S899
  func testTheChainOfCausesLeadsToTheRequest() throws {
    let slice = try XCTUnwrap(timeline(10).slice(3))
    XCTAssertEqual(slice["causes"]?.elements?.compactMap { $0["slice"]?.integer }, [0, 1, 2])
    XCTAssertEqual(slice["results"]?.elements?.compactMap { $0["slice"]?.integer }, [4])
    XCTAssertEqual(slice["root"], .string("\(ActionID(run: 1, number: 1))"))
  }

  // S899
  func testOverlappingEffectsAreOnLanesOfTheirOwn() throws {
    var timeline = Timeline()
    func effect(_ id: Int, _ phase: InspectorEvent.Phase, _ time: Int64) -> InspectorEvent {
      InspectorEvent(
        kind: .effect,
        phase: phase,
        start: time,
        end: time,
        run: 1,
        label: "wait",
        effect: "#\(id)"
      )
    }
    for event in [
      effect(1, .begin, 0), effect(2, .begin, 10), effect(1, .end, 20), effect(3, .begin, 30),
      effect(3, .end, 40),
      // It began before anybody watched.
      effect(9, .end, 50),
    ] {
      timeline.add(event) { _ in "store" }
    }
    XCTAssertEqual(timeline.lanes.count, 2)
    XCTAssertEqual(timeline.slices.map(\.lane), [0, 1, 0])
    XCTAssertEqual(timeline.slices.map(\.end), [20, .max, 40])
  }

  // S898
  func testTheOlderHalfIsForgotten() throws {
    let timeline = LiveTimeline(limit: 1_000)
    for number in 1...2_500 {
      let event = Self.action(
        UInt64(number),
        at: Int64(number) * 1_000,
        cause: number > 1 ? UInt64(number - 1) : nil
      )
      timeline.add([event], dropped: 0) { _ in "store" }
    }
    let summary = timeline.summary
    let (count, forgotten) = (summary["slices"]?.integer ?? 0, summary["forgotten"]?.integer ?? 0)
    XCTAssertEqual(count + forgotten, 2_500)
    XCTAssertLessThanOrEqual(count, 1_000)
    let first = try XCTUnwrap(timeline.slice(0))
    XCTAssertEqual(first["causes"], .array([]), "What caused it is forgotten.")
    XCTAssertEqual(timeline.slice(5)?["causes"]?.elements?.count, 5)
  }
}
