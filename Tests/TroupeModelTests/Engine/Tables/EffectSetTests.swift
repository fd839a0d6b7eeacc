import XCTest

@testable import Troupe

final class EffectSetTests: XCTestCase {
  private let ids = (0..<4).map { EffectID(number: UInt64($0), slot: $0) }

  func testItHoldsNoneOneAndSeveral() {
    var set = EffectSet()
    XCTAssertTrue(set.isEmpty)
    XCTAssertEqual(set.sorted, [])
    set.insert(ids[2])
    XCTAssertEqual(set.sorted, [ids[2]])
    set.insert(ids[0])
    set.insert(ids[3])
    XCTAssertEqual(set.sorted, [ids[0], ids[2], ids[3]])
    XCTAssertEqual(set.count, 3)
    for id in [ids[2], ids[3], ids[0]] { set.remove(id) }
    XCTAssertTrue(set.isEmpty)
    set.insert(ids[1])
    XCTAssertEqual(set.sorted, [ids[1]])
  }

  func testAMemberCountsOnceAndOneThatIsNotThereIsNotRemoved() {
    var set = EffectSet()
    set.remove(ids[0])
    for _ in 0..<2 { set.insert(ids[0]) }
    set.remove(ids[1])
    XCTAssertEqual(set.sorted, [ids[0]])
    for _ in 0..<2 { set.insert(ids[1]) }
    XCTAssertEqual(set.count, 2)
    set.remove(ids[2])
    for _ in 0..<2 { set.remove(ids[0]) }
    XCTAssertEqual(set.sorted, [ids[1]])
  }

  func testASetThatIsEmptyLeavesItsDictionary() {
    var index: [CancelID: EffectSet] = [:]
    index.insertMember(ids[0], of: CancelID("a"))
    index.insertMember(ids[1], of: CancelID("a"))
    index.removeMember(ids[0], of: CancelID("a"))
    XCTAssertEqual(index[CancelID("a")]?.sorted, [ids[1]])
    index.removeMember(ids[1], of: CancelID("b"))
    index.removeMember(ids[1], of: CancelID("a"))
    XCTAssertTrue(index.isEmpty)
  }
}
