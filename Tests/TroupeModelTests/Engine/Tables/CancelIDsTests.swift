import XCTest

@testable import Troupe

final class CancelIDsTests: XCTestCase {
  func testTheIDsAreThoseOfAnArray() {
    var ids = CancelIDs.none
    var model: [CancelID] = []
    for number in 0...5 {
      XCTAssertEqual(Array(ids), model)
      XCTAssertEqual(ids.count, model.count)
      XCTAssertEqual(ids.isEmpty, model.isEmpty)
      XCTAssertEqual(ids.reversed(), model.reversed())
      let id = CancelID(number)
      ids = ids.adding(id)
      model.append(id)
    }
    XCTAssertEqual(Array(CancelIDs(CancelID("only"))), [CancelID("only")])
  }

  func testAnotherIDLeavesTheFirstOnesAsTheyAre() {
    let outer = CancelIDs.none.adding(CancelID(0)).adding(CancelID(1))
    let (first, second) = (outer.adding(CancelID(2)), outer.adding(CancelID(3)))
    XCTAssertEqual(Array(outer), [CancelID(0), CancelID(1)])
    XCTAssertEqual(Array(first), [CancelID(0), CancelID(1), CancelID(2)])
    XCTAssertEqual(Array(second), [CancelID(0), CancelID(1), CancelID(3)])
  }

  func testANodeStoresThemInOneWord() {
    XCTAssertEqual(MemoryLayout<CancelIDs>.size, MemoryLayout<UInt>.size)
    XCTAssertEqual(MemoryLayout<CancelID>.size, MemoryLayout<UInt>.size)
  }

  func testAnIDIsEqualToItsCopies() {
    let id = CancelID(Double.nan)
    let copy = id
    XCTAssertEqual(id, copy)
    XCTAssertEqual(CancelID(id), id)
    XCTAssertNotEqual(id, CancelID(Double.nan))
  }

  // A value that isn't equal to itself: the index must find the id by which the node is registered.
  func testAnIDThatIsNotEqualToItselfLeavesTheIndex() {
    let scope = ScopeID(number: 1, slot: 1)
    let node = EffectID(number: 1, slot: 1)
    let ids = CancelIDs(CancelID(Double.nan)).adding(CancelID("other"))
    for scope in [ScopeID.root, scope] {
      var index = IDIndex()
      index.insert(node, ids, in: scope)
      XCTAssertEqual(index.nodes(ids[0], in: scope)?.only, node)
      index.remove(node, ids, in: scope)
      XCTAssertTrue(index.isEmpty)
    }
  }
}
