import BrowserTesting
import Foundation
import XCTest

/// The program is killed in the middle of a load, and restarted on the same database.
final class KillTests: XCTestCase {
  /// How often the program is killed. `.ci/soak` sets more.
  private var kills: Int { ProcessInfo.processInfo.environment["WAREHOUSE_KILLS"].flatMap(Int.init) ?? 3 }
  private let folder = TestFolder()

  override func tearDown() { folder.remove() }

  private func start() async throws -> Program {
    try await Program("--database", folder.path, "--requests-per-second", "0")
  }

  /// Adds an item, and returns its id.
  private func add(_ name: String, to program: Program) async throws -> Int {
    let draft = #"{"name":"\#(name)","status":"inStock","quantity":1000000}"#
    let item = try await program.ask("POST /api/warehouses/north/items", draft, as: ItemView.self)
    return try XCTUnwrap(item).id
  }

  /// Orders one of an item; false if there was no answer.
  private static func order(_ item: Int, key: String, of program: Program) async throws -> Bool {
    let order = #"{"quantity":1,"key":"\#(key)"}"#
    return try await program.ask(
      "POST /api/warehouses/north/items/\(item)/order",
      order,
      as: ItemView.self
    ) != nil
  }

  /// Orders of an item until the program is gone, which is killed after a number of them. Returns how many
  /// were acknowledged, and the key of the order that had no answer.
  private static func order(
    _ item: Int,
    keys: String,
    of program: Program,
    killingAfter last: Int
  ) async throws -> (Int, String) {
    var count = 0
    while try await order(item, key: "\(keys)-\(count)", of: program) {
      count += 1
      if count == last { program.signal(SIGKILL) }
    }
    return (count, "\(keys)-\(count)")
  }

  func testNothingIsLostDoneTwiceOrMissed() async throws {
    var program = try await start()
    _ = try await program.request("PUT /api/warehouses/north")
    let bolts = try await add("Bolts", to: program)
    var (ordered, unanswered) = (0, [String]())
    var editors = [try await Editor(program), try await Editor(program)]
    // Its lease is held whenever the program is killed.
    var holder = try await Editor(program)
    let viewer = Viewer()

    for round in 0...kills {
      await viewer.begin(program)

      // Each order that had no answer is sent again with its key, and carried out once.
      for key in unanswered {
        let isAnswered = try await Self.order(bolts, key: key, of: program)
        XCTAssertTrue(isAnswered)
      }
      ordered += unanswered.count
      for index in editors.indices { try await editors[index].comeBack(program) }
      try await holder.comeBack(program)

      // Nothing changes now: the viewer has received every event.
      let items = try await program.items()
      let marker = try await add("Marker \(round)", to: program)
      let isSeen = await viewer.sees(marker)
      XCTAssertTrue(isSeen)
      var seen = await viewer.items
      seen[marker] = nil
      // A lease that no client knows ends at some time.
      let lost = editors.reduce(into: []) { $0 += $1.lost }
      let isKnown = { @Sendable (item: ItemView) in !lost.contains(item.id) }
      XCTAssertEqual(
        seen.values.filter(isKnown).sorted { $0.id < $1.id },
        try XCTUnwrap(items).filter(isKnown),
        "round \(round)"
      )
      XCTAssertEqual(seen[bolts]?.ordered, ordered, "round \(round)")
      let (mistakes, reloads) = (await viewer.mistakes, await viewer.reloads)
      XCTAssertEqual(mistakes, [])
      XCTAssertEqual(reloads, round, "Events that are lost with the program require a reload.")
      guard round < kills else {
        program.signal(SIGTERM)
        let end = await program.end()
        XCTAssertEqual(end.status, 0)
        try await viewer.end()
        break
      }

      let isHeld = try await holder.begin(program)
      XCTAssertTrue(isHeld)
      let running = program
      let answers = try await withThrowingTaskGroup(of: (Int, String).self) { group in
        for client in 0..<4 {
          group.addTask {
            try await Self.order(bolts, keys: "\(round)-\(client)", of: running, killingAfter: 20)
          }
        }
        let (first, second) = (editors[0], editors[1])
        async let one = Self.run(first, running)
        async let other = Self.run(second, running)
        editors = try await [one, other]
        return try await group.reduce(into: []) { $0.append($1) }
      }
      ordered += answers.map(\.0).reduce(0, +)
      unanswered = answers.map(\.1)
      let end = await program.end()
      XCTAssertTrue(end.isKilled)
      try await viewer.end()
      program = try await start()
    }
    let returns = await viewer.returns
    XCTAssertGreaterThan(returns, kills, "It also came back to the same program.")
  }

  private static func run(_ editor: Editor, _ program: Program) async throws -> Editor {
    var editor = editor
    try await editor.run(program)
    return editor
  }
}
