import Foundation
import TroupeDurable
import WarehouseFeature
import XCTest

@testable import WarehouseServer

final class ItemJSONTests: XCTestCase {
  func testItWritesWhatFoundationWrites() throws {
    let names = ["Bolts", #"M8 "long" \ /"#, "é 📦 \u{2028}\u{7F}"]
    let lease = Lease(id: "a", endsAt: WallClockInstant(sinceEpoch: .milliseconds(1_234)))
    for name in names {
      for status: ItemStatus in [.inStock(quantity: 7), .outOfStock(isOnBackOrder: true)] {
        let draft = Draft(name: name, status: status)
        for editor in [nil, ItemEditor.State(lease: lease, draft: draft)] {
          let item = ItemJSON(Item.State(id: 5, draft, ordered: 3, editor: editor))
          let text = String(decoding: try JSONEncoder.sorted.encode(item), as: UTF8.self)
          XCTAssertEqual(item.text, text)
        }
      }
    }
  }
}
