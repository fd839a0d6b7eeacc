import Foundation
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeTesting
import WarehouseFeature
import XCTest

final class WarehouseFormatTests: XCTestCase {
  private let format = WarehouseFormat()

  func testItReadsWhatItWrites() throws {
    for state in states(200) {
      let bytes = try format.encode(state)
      XCTAssertEqual(try format.decode(Warehouse.State.self, from: bytes[...]), state)
    }
  }

  func testItWritesWhatFoundationWrites() throws {
    for state in states(200) {
      let own = try JSONSerialization.jsonObject(with: Data(try format.encode(state)))
      let foundation = try JSONSerialization.jsonObject(with: JSONEncoder().encode(state))
      XCTAssertEqual(own as? NSDictionary, foundation as? NSDictionary)
    }
  }

  /// Neither this format nor Foundation writes a member that is nil, so a forgotten member would otherwise go
  /// unnoticed.
  func testItWritesEachMember() throws {
    let states = states(200)
    var ofState: Set<String> = []
    var ofItem = 0
    for state in states {
      let json = try JSONSerialization.jsonObject(with: Data(try format.encode(state))) as? [String: Any]
      ofState.formUnion(json?.keys.map { $0 } ?? [])
      for item in json?["items"] as? [[Any]] ?? [] { ofItem = max(ofItem, item.count) }
    }
    // The answer is for the request, and the changed item is for the feed: they aren't saved.
    XCTAssertEqual(ofState, Self.members(of: states[0]).subtracting(["answer", "changedID"]))
    XCTAssertEqual(ofItem, Self.members(of: try XCTUnwrap(states.lazy.compactMap(\.items.first).first)).count)
  }

  /// The names of the stored members, including members with a property wrapper.
  private static func members(of value: some Any) -> Set<String> {
    Set(Mirror(reflecting: value).children.compactMap(\.label).map { String($0.drop { $0 == "_" }) })
  }

  func testItReadsWhatFoundationWrites() throws {
    for state in states(20) {
      let bytes = Array(try JSONEncoder().encode(state))
      XCTAssertEqual(try format.decode(Warehouse.State.self, from: bytes[...]), state)
    }
  }

  func testItReadsWhatVersion1HasSaved() throws {
    let second = "{\"sinceEpoch\":[0,1000000000000000000]}"
    let editor =
      #""lease":{"id":"a","endsAt":\#(second)},"draft":{"name":"Nuts","status":{"inStock":{"quantity":3}}}"#
    let saved = """
      troupe-state 1 1 json
      {"items":[{"id":1,"name":"Bolts","status":{"inStock":{"quantity":5}},"ordered":2},\
      {"id":3,"name":"N\\"","status":{"outOfStock":{"isOnBackOrder":true}},"ordered":0,"editor":{\(editor)}}],\
      "lastID":4,"orderKeys":["x","y"]}
      """
    let state = try StateCodec.warehouse.decode(Array(saved.utf8))
    XCTAssertEqual(Array(state.items.ids), [1, 3])
    XCTAssertEqual(
      state.items[id: 1],
      Item.State(id: 1, Draft(name: "Bolts", status: .inStock(quantity: 5)), ordered: 2)
    )
    let edited = ItemEditor.State(
      lease: Lease(id: "a", endsAt: WallClockInstant(sinceEpoch: .seconds(1))),
      draft: Draft(name: "Nuts", status: .inStock(quantity: 3))
    )
    XCTAssertEqual(
      state.items[id: 3],
      Item.State(id: 3, Draft(name: "N\"", status: .outOfStock(isOnBackOrder: true)), editor: edited)
    )
    XCTAssertEqual(state.lastID, 4)
    XCTAssertEqual(state.orderKeys, [OrderKey(ofAnyOrder: "x"), OrderKey(ofAnyOrder: "y")])
    // From now on, it is saved in this version.
    XCTAssertTrue(
      String(decoding: try StateCodec.warehouse.encode(state), as: UTF8.self).hasPrefix("troupe-state 1 3 ")
    )
  }

  func testItReadsWhatVersion2HasSaved() throws {
    let draft = #"{"name":"Nuts","status":{"inStock":{"quantity":3}}}"#
    let editor = #"{"lease":{"id":"a","endsAt":{"sinceEpoch":[0,1000000000000000000]}},"draft":\#(draft)}"#
    let saved = """
      troupe-state 1 2 json
      {"items":[[1,"Bolts",5,2],[3,"Nuts",true,0,\(editor)]],"lastID":4,"orderKeys":["x","y"]}
      """
    let state = try StateCodec.warehouse.decode(Array(saved.utf8))
    XCTAssertEqual(Array(state.items.ids), [1, 3])
    let lease = Lease(id: "a", endsAt: WallClockInstant(sinceEpoch: .seconds(1)), duration: .seconds(60))
    XCTAssertEqual(state.items[id: 3]?.editor?.lease, lease)
    XCTAssertEqual(state.orderKeys, [OrderKey(ofAnyOrder: "x"), OrderKey(ofAnyOrder: "y")])
    XCTAssertTrue(
      String(decoding: try StateCodec.warehouse.encode(state), as: UTF8.self).hasPrefix("troupe-state 1 3 ")
    )
  }

  func testWhatDoesNotWriteItselfIsWrittenByFoundation() throws {
    let lease = Lease(id: "a", endsAt: WallClockInstant(sinceEpoch: .milliseconds(1)))
    XCTAssertEqual(try format.decode(Lease.self, from: try format.encode(lease)[...]), lease)
  }

  // MARK: Random states

  private func states(_ count: Int) -> [Warehouse.State] {
    var random = SeededGenerator(seed: 19)
    return (0..<count).map { _ in state(&random) }
  }

  private func state(_ random: inout SeededGenerator) -> Warehouse.State {
    var state = Warehouse.State()
    for id in 0..<Int.random(in: 0...6, using: &random) {
      let end = Duration.nanoseconds(Int64.random(in: -9...Int64.max, using: &random))
      let duration = Duration.nanoseconds(Int64.random(in: 0...Int64.max, using: &random))
      let lease = Lease(
        id: text(&random),
        endsAt: WallClockInstant(sinceEpoch: end),
        duration: duration
      )
      let editor =
        Int.random(in: 0...3, using: &random) == 0
        ? ItemEditor.State(lease: lease, draft: draft(&random)) : nil
      let ordered = Int.random(in: Int.min...Int.max, using: &random)
      state.items.append(Item.State(id: id - 1, draft(&random), ordered: ordered, editor: editor))
    }
    state.lastID = Int.random(in: Int.min...Int.max, using: &random)
    state.orderKeys = OrderKeys((0..<Int.random(in: 0...3, using: &random)).map { _ in key(&random) })
    return state
  }

  private func key(_ random: inout SeededGenerator) -> OrderKey {
    let text = text(&random)
    guard Bool.random(using: &random) else { return OrderKey(ofAnyOrder: text) }
    let item = Int.random(in: Int.min...Int.max, using: &random)
    return OrderKey(text, of: item, quantity: Int.random(in: 1...Int.max, using: &random))
  }

  private func draft(_ random: inout SeededGenerator) -> Draft {
    let status: ItemStatus =
      Bool.random(using: &random)
      ? .inStock(quantity: Int.random(in: 0...2_000_000, using: &random))
      : .outOfStock(isOnBackOrder: Bool.random(using: &random))
    return Draft(name: text(&random), status: status)
  }

  /// A text with control characters, other characters that JSON escapes, and some that take many bytes.
  private func text(_ random: inout SeededGenerator) -> String {
    let others: [Unicode.Scalar] = ["\"", "\\", "/", "\u{7F}", "\u{2028}", "é", "📦", "\u{301}", "\u{FFFF}"]
    var text = ""
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      let ascii = Unicode.Scalar(UInt8.random(in: 0..<0x80, using: &random))
      let other = others.randomElement(using: &random) ?? ascii
      text.unicodeScalars.append(Bool.random(using: &random) ? ascii : other)
    }
    return text
  }
}
