import BrowserTesting
import Foundation
import Troupe
import TroupeInstruments
import TroupeRecording
import XCTest

@testable import Shop
@testable import TroupeInspector

/// Recordings and traces that a page shows.
final class FileTests: InspectorTestCase {
  private func recorded() async throws -> String {
    let path = folder.path("shop.jsonl")
    try await ShopRun.record(to: path)
    return path
  }

  private func lines(_ path: String) throws -> [String] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  // S900
  func testAPageShowsTheStateAfterATurnAndItsChanges() async throws {
    let running = try await show(.file(OpenedFile(path: try await recorded()), nil))
    let summary = try running.ask("summary")
    XCTAssertEqual(summary["mode"], .string("recording"))
    XCTAssertEqual(summary["last"], .number("8"))
    let turn = try running.ask("turn?turn=2")
    XCTAssertTrue(turn["label"]?.text?.contains("ordered") == true)
    XCTAssertEqual(
      turn["changes"]?.elements?.map { $0["path"] },
      [.array([.string("rows"), .number("0"), .string("ordered")])]
    )
    XCTAssertEqual(
      try running.ask("turns?after=3&limit=2")["turns"]?.elements?.map { $0["turn"] },
      [.number("4"), .number("5")]
    )
    let difference = try running.ask("difference?from=0&to=8")
    XCTAssertEqual(difference["changes"]?.elements?.count, 3, "\(difference)")
    XCTAssertEqual(try running.ask("search?text=closetapped&after=0")["turn"], .number("6"))
    XCTAssertEqual(try running.ask("search?text=ordered&after=8&back=")["turn"], .number("2"))
    let path = "%5B%22sold%22%5D"
    XCTAssertEqual(try running.ask("search?path=\(path)&after=0")["turn"], .number("8"))
    XCTAssertEqual(try running.get("/\(running.token)/api/turn?turn=99").status, 422)
    XCTAssertEqual(try running.tell("what-if", #"{"turn":2,"action":{}}"#).status, 422)
  }

  // S900
  func testAJumpReadsTheTurnsSinceTheLastFullState() async throws {
    let path = folder.path("many.jsonl")
    try await ManyEvents.record(2_000, to: path)
    var lines = try lines(path)
    // Turns that a jump doesn't read are damaged, and the page doesn't notice.
    let states = lines.indices.filter { lines[$0].hasPrefix(#"{"after":"#) }
    XCTAssertGreaterThan(states.count, 4)
    let distances = zip(states, states.dropFirst()).map { $1 - $0 }
    XCTAssertLessThanOrEqual(distances.max() ?? .max, 501)
    let last = try XCTUnwrap(states.last)
    for index in lines.indices.dropFirst(2) where index < states[states.count - 2] && !states.contains(index)
    {
      lines[index] = "[" + lines[index].dropFirst()
    }
    try lines.joined(separator: "\n").appending("\n").write(toFile: path, atomically: true, encoding: .utf8)
    let recording = RecordingAPI(recording: try RecordingContents(path), replayer: nil)
    func turn(_ number: Int) async throws -> RecordedValue? {
      try await recording.answer(
        InspectorAPI.Question(path: "turn", isPost: false, parameters: ["turn": "\(number)"], body: .null)
      )
    }
    // The number of the turn after the last full state, which has the states before it among the lines.
    let number = last - states.count + 2
    for next in [number, number + 1, 2_000] {
      let answer = try await turn(next)
      XCTAssertEqual(answer?["turn"]?.integer, next)
      XCTAssertNotNil(answer?["state"])
    }
    do {
      _ = try await turn(3)
      XCTFail("The damaged turns were not damaged.")
    } catch {
      XCTAssertTrue("\(error)".contains("isn't a valid line"), "\(error)")
    }
  }

  // S900
  func testATimelineOfARecordingHasTheEffectsThatSentItsActions() async throws {
    let file = try OpenedFile(path: try await recorded())
    let found = try XCTUnwrap(file.timeline.find(TimelineFilter("kind:effect"), after: -1, forward: true))
    XCTAssertEqual(found["kind"], .string("effect"))
    let slice = try XCTUnwrap(file.timeline.slice(try XCTUnwrap(found["slice"]?.integer)))
    XCTAssertTrue(slice["causes"]?.elements?.first?["label"]?.text?.contains("ordered") == true)
  }

  // S901
  func testTheReducerOfTodayIsComparedAndAnotherActionTried() async throws {
    let path = try await recorded()
    let replayer = try Replayer<Shop.State, Shop.Action>(path) { Shop() }
    let running = try await show(.file(OpenedFile(path: path), replayer))
    XCTAssertEqual(try running.ask("divergence"), .object([:]))
    let body =
      #"{"turn":2,"through":8,"action":{"rows":{"_0":{"element":{"id":"nails","action":{"ordered":{"_0":50}}}}}}}"#
    let answer = try running.tell("what-if", body)
    XCTAssertEqual(answer.status, 200, answer.text)
    let changes = try XCTUnwrap(answer.json["changes"]?.elements)
    XCTAssertEqual(changes.map { $0["new"] }, [.array([.string("n"), .string("50")])])
    XCTAssertNotNil(answer.json["finalChanges"])
    XCTAssertEqual(try running.tell("what-if", #"{"turn":2,"action":{"wrong":1}}"#).status, 422)
  }

  // S901
  func testADivergenceIsTold() async throws {
    let path = try await recorded()
    let replayer = try Replayer<Shop.State, Shop.Action>(path) {
      Shop()
      Reduce { state, action in
        if case .sold = action { state.sold += 1 }
        return .none
      }
    }
    let running = try await show(.file(OpenedFile(path: path), replayer))
    XCTAssertEqual(try running.ask("divergence")["turn"], .number("8"))
  }

  // S893
  func testADamagedFileIsRefused() async throws {
    let path = try await recorded()
    let good = try lines(path)
    func expect(_ text: String, _ file: [String], _ line: UInt = #line) throws {
      try file.joined(separator: "\n").appending("\n").write(toFile: path, atomically: true, encoding: .utf8)
      XCTAssertThrowsError(try OpenedFile(path: path), line: line) { error in
        XCTAssertTrue("\(error)".contains(text), "\(error)", line: line)
      }
    }
    try expect("isn't a valid line", good.enumerated().map { $0 == 3 ? String($1.dropLast(9)) : $1 })
    let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
    try expect(
      "isn't a valid line",
      good.enumerated().map { $0 == 3 ? #"{"action":\#(deep),"turn":2}"# : $1 }
    )
    try expect("no `Recording` has written this file", ["hello"])
    XCTAssertThrowsError(try OpenedFile(path: folder.path("nothing")))
    // A state that was changed is noticed when it is looked at.
    let changed = good.map { $0.replacingOccurrences(of: #""stock":10"#, with: #""stock":11"#) }
    try changed.joined(separator: "\n").appending("\n").write(toFile: path, atomically: true, encoding: .utf8)
    let running = try await show(.file(OpenedFile(path: path), nil))
    let answer = try running.get("/\(running.token)/api/turn?turn=2")
    XCTAssertEqual(answer.status, 422)
    XCTAssertTrue(answer.text.contains("hash"), answer.text)
  }

  // S893
  func testALargeTextIsSentInPart() async throws {
    let path = folder.path("large.jsonl")
    let recording = try Recording<Shop.State, Shop.Action>(to: path)
    let store = ShopRun.store(recording)
    let text = String(repeating: "<script>alert(1)</script>", count: 400_000)
    await store.send(.rowAdded(text)).finish()
    try recording.close()
    let running = try await show(.file(OpenedFile(path: path), nil))
    let answer = try running.get("/\(running.token)/api/turn?turn=1")
    XCTAssertEqual(answer.status, 200)
    XCTAssertLessThan(answer.body.count, 20_000)
    XCTAssertTrue(answer.text.contains("10000000"), "Its size is said.")
    XCTAssertEqual(answer.headers["content-type"], "application/json")
  }

  // S900
  func testATraceIsShown() async throws {
    let path = folder.path("trace.json")
    let trace = try TraceFile(path: path)
    let store = ShopRun.store(trace)
    await store.send(.rows(.element(id: "nails", action: .ordered(5)))).finish()
    try trace.close()
    let file = try OpenedFile(path: path)
    XCTAssertNil(file.recording)
    let found = try XCTUnwrap(file.timeline.find(TimelineFilter("arrived"), after: -1, forward: true))
    XCTAssertEqual(found["store"], .string("shop"))
    let slice = try XCTUnwrap(file.timeline.slice(try XCTUnwrap(found["slice"]?.integer)))
    XCTAssertEqual(slice["causes"]?.elements?.count, 1)
    XCTAssertNotNil(file.timeline.find(TimelineFilter("delivery kind:effect"), after: -1, forward: true))
    let running = try await show(.file(file, nil))
    XCTAssertEqual(try running.ask("summary")["mode"], .string("trace"))
    XCTAssertEqual(try running.get("/\(running.token)/api/turn?turn=1").status, 404)
  }

  // S893
  func testAValueIsBounded() {
    var deep = RecordedValue.number("1")
    for _ in 0..<400 { deep = .array([deep]) }
    XCTAssertLessThan(ShownValue.shown(deep).json.count, 2_000)
    let wide = RecordedValue.array((0..<100_000).map { .int($0) })
    XCTAssertEqual(ShownValue.shown(wide).elements?[1], .number("100000"))
    XCTAssertEqual(ShownValue.shown(wide).elements?[2].elements?.count, 200)
    XCTAssertEqual(ShownValue.shown(wide, from: 99_999).elements?[2].elements?.count, 1)
    let square = RecordedValue.array((0..<200).map { _ in .array((0..<200).map { .int($0) }) })
    XCTAssertLessThan(ShownValue.shown(square).json.count, 200_000)
  }

  // S900
  func testDifferencesOfValues() {
    func value(_ json: String) -> RecordedValue { RecordedValue(json: json.utf8) ?? .null }
    let changes = value(#"{"a":[1,2,3],"b":{"c":1},"d":0}"#).changes(
      to: value(#"{"a":[1,9,2,3],"b":{"c":2},"e":0}"#)
    )
    XCTAssertEqual(
      changes,
      [
        ValueDifference(path: [.string("a"), .int(1)], old: nil, new: .int(9)),
        ValueDifference(path: [.string("b"), .string("c")], old: .int(1), new: .int(2)),
        ValueDifference(path: [.string("d")], old: .int(0), new: nil),
        ValueDifference(path: [.string("e")], old: nil, new: .int(0)),
      ]
    )
  }

  func testArguments() throws {
    XCTAssertEqual(try Inspector.read(["a.jsonl", "--port", "80"]).port, 80)
    for arguments in [[], ["a", "b"], ["--port", "x", "a"], ["-x"], ["a", "--port"]] {
      XCTAssertThrowsError(try Inspector.read(arguments), "\(arguments)")
    }
  }

  // S843
  func testTheScheduleOfAFailedRunIsShown() async throws {
    let path = folder.path("failure.json")
    try """
    [
    {"ph":"M","cat":"track","name":"process_name","pid":1,"tid":1,"ts":0.000,"args":{"name":"Search.State"}},
    {"ph":"B","cat":"turn","name":"turn","pid":1,"tid":1,"ts":2.000},
    {"ph":"E","cat":"turn","name":"turn","pid":1,"tid":1,"ts":3.000,"args":{"turn":"1"}},
    {"ph":"M","cat":"track","name":"process_name","pid":2,"tid":2,"ts":0.000,"args":{"name":"schedule"}},
    {"ph":"B","cat":"job","name":"the test","pid":2,"tid":2,"ts":1.000,"args":{"step":"1"}},
    {"ph":"E","cat":"job","name":"the test","pid":2,"tid":2,"ts":4.000},
    {"ph":"B","cat":"job","name":"search b","pid":2,"tid":2,"ts":5.000,"args":{"step":"2","before":"search a"}},
    {"ph":"E","cat":"job","name":"search b","pid":2,"tid":2,"ts":6.000}
    ]

    """.write(toFile: path, atomically: true, encoding: .utf8)
    let running = try await show(.file(OpenedFile(path: path), nil))
    let lanes = try running.ask("timeline?start=0&end=10000&width=1000&lanes=9")["lanes"]?.elements ?? []
    XCTAssertEqual(lanes.compactMap { $0["store"]?.text }, ["schedule", "Search.State"])
    XCTAssertEqual(lanes.compactMap { $0["kind"]?.text }, ["jobs", "turns"])
    XCTAssertEqual(lanes.first?["slices"]?.elements?.count, 2 * 7)
    let job = try running.ask("slice?slice=2")
    XCTAssertEqual(job["label"], .string("search b"))
    XCTAssertEqual(job["kind"], .string("job"))
    XCTAssertTrue("\(job)".contains("search a"), "\(job)")
  }
}
