import XCTest

@testable import TroupeCollections

final class ChangeHistoryTests: CollectionsTestCase {
  private let five = IdentifiedArrayOf<Item>((1...5).map { Item($0) })

  func testEveryChangeIsLogged() {
    let changes: [(String, (inout IdentifiedArrayOf<Item>) -> Void, ReadChanges<Int>)] = [
      ("nothing", { _ in }, .nothing),
      ("append", { $0.append(Item(9)) }, .nothing),
      ("append a present one", { $0.append(Item(2)) }, .nothing),
      ("insert", { $0.insert(Item(9), at: 0) }, .nothing),
      ("read", { _ = $0[id: 2] }, .nothing),
      ("set a new one", { $0[id: 9] = Item(9) }, .nothing),
      ("set no one to nil", { $0[id: 9] = nil }, .nothing),
      ("change by id", { $0[id: 2]?.value = 1 }, .these([2])),
      (
        "change one twice",
        {
          $0[id: 2]?.value = 1; $0[1].value = 1
        }, .these([2])
      ),
      (
        "change two",
        {
          $0[id: 2]?.value = 1; $0[0].value = 1
        }, .these([2, 1])
      ),
      ("replace by id", { $0[id: 2] = Item(2, 1) }, .these([2])),
      ("set nil", { $0[id: 2] = nil }, .these([2])),
      ("change the id", { $0[id: 2]?.id = 9 }, .these([2, 9])),
      ("change at a position", { $0[1].value = 1 }, .these([2])),
      ("replace at a position", { $0[1] = Item(9) }, .these([2, 9])),
      ("default", { $0[id: 2, default: Item(2)].value = 1 }, .these([2])),
      ("update", { $0.update(Item(2, 1), at: 1) }, .these([2])),
      ("update or append", { $0.updateOrAppend(Item(2, 1)) }, .these([2])),
      ("update or insert", { $0.updateOrInsert(Item(2, 1), at: 0) }, .these([2])),
      ("remove", { $0.remove(id: 2) }, .these([2])),
      ("remove an element", { $0.remove(Item(2)) }, .these([2])),
      ("remove at", { $0.remove(at: 1) }, .these([2])),
      ("remove first", { $0.removeFirst() }, .these([1])),
      ("remove last", { $0.removeLast() }, .these([5])),
      ("pop last", { _ = $0.popLast() }, .these([5])),
      ("remove a range", { $0.removeSubrange(1..<3) }, .these([2, 3])),
      ("remove at offsets", { $0.remove(atOffsets: [0, 2]) }, .these([1, 3])),
      ("remove where", { $0.removeAll { $0.id % 2 == 0 } }, .these([2, 4])),
      ("replace a range", { $0.replaceSubrange(1..<2, with: [Item(9)]) }, .these([2])),
      ("assign a slice", { $0[1..<2] = $0[1..<2] }, .these([2])),
      ("remove all", { $0.removeAll() }, .unknown),
      ("bulk", { _ = $0.withContiguousMutableStorageIfAvailable { _ in } }, .unknown),
      ("another array", { $0 = [Item(1)] }, .unknown),
      ("sort", { $0.sort { $0.id > $1.id } }, .nothing),
      ("reverse", { $0.reverse() }, .nothing),
      ("shuffle", { $0.shuffle() }, .nothing),
      ("partition", { _ = $0.partition { $0.id < 3 } }, .nothing),
      ("swap", { $0.swapAt(0, 1) }, .nothing),
      ("move", { $0.move(fromOffsets: [0], toOffset: 3) }, .nothing),
    ]
    for (name, change, expected) in changes {
      var array = five
      let token = array.watch()
      change(&array)
      XCTAssertEqual(array.changes(since: token), expected, name)
    }
  }

  func testAdditionsAreLoggedForWhoAsks() {
    let changes: [(String, (inout IdentifiedArrayOf<Item>) -> Void, ReadChanges<Int>)] = [
      ("append", { $0.append(Item(9)) }, .these([9])),
      ("append a present one", { $0.append(Item(2)) }, .nothing),
      ("insert", { $0.insert(Item(9), at: 0) }, .these([9])),
      ("set a new one", { $0[id: 9] = Item(9) }, .these([9])),
      ("update or append", { $0.updateOrAppend(Item(9)) }, .these([9])),
      ("update or insert", { $0.updateOrInsert(Item(9), at: 0) }, .these([9])),
      ("default", { $0[id: 9, default: Item(9)].value = 1 }, .these([9])),
      ("replace a range", { $0.replaceSubrange(1..<2, with: [Item(8), Item(9)]) }, .these([2, 8, 9])),
      ("append several", { $0.append(contentsOf: [Item(8), Item(9)]) }, .these([8, 9])),
      (
        "append and remove",
        {
          $0.append(Item(9)); $0.remove(id: 9)
        }, .these([9, 9])
      ),
      ("change", { $0[id: 2]?.value = 1 }, .these([2])),
    ]
    for (name, change, expected) in changes {
      var array = five
      let token = array.watch()
      change(&array)
      XCTAssertEqual(array.changes(since: token, withAdditions: true), expected, name)
    }
  }

  func testALogOfAdditionsIsNeverTooLong() {
    var array = IdentifiedArrayOf<Item>()
    let token = array.watch()
    for id in 0..<1_000 { array.append(Item(id)) }
    XCTAssertEqual(array.changes(since: token, withAdditions: true), .these(Array(0..<1_000)))
    XCTAssertEqual(array.changes(since: token), .nothing)
  }

  func testTwoWhoWatchDoNotOutdateEachOtherWhileNothingHappens() {
    var array = five
    let mine = array.watch()
    let others = array.watch()
    XCTAssertEqual(array.watch(), mine)
    XCTAssertEqual(array.changes(since: others), .nothing)
    array[id: 1]?.value = 1
    XCTAssertEqual(array.changes(since: mine), .these([1]))
    XCTAssertEqual(array.changes(since: others), .these([1]))
    let renewed = array.watch()
    XCTAssertEqual(array.changes(since: renewed), .nothing)
    XCTAssertEqual(array.changes(since: others), .these([1]))
  }

  func testWhatAReaderAccessesIsNoChangeForOthers() {
    var array = five
    let others = array.watch()
    let mine = array.watch()
    array[id: 1]?.value = 1
    var length = 0
    let changes = array.read(since: mine, withAdditions: false, length: &length)
    XCTAssertEqual(changes, .these([1]))
    for id in 1...5 { array[id: id]?.value += 0 }
    let next = array.end(length)
    XCTAssertEqual(array.changes(since: next), .nothing)
    XCTAssertEqual(array.changes(since: others), .these([1]))
    array[id: 2]?.value = 1
    XCTAssertEqual(array.changes(since: next), .these([2]))
    XCTAssertEqual(array.changes(since: others), .these([1, 2]))
  }

  func testALogOfManyReadsStaysShort() {
    var array = five
    var token = array.watch()
    let old = token
    for turn in 0..<1_000 {
      array[id: turn % 5 + 1]?.value += 1
      var length = 0
      let changes = array.read(since: token, withAdditions: false, length: &length)
      XCTAssertEqual(changes, .these([turn % 5 + 1]))
      token = array.end(length)
    }
    XCTAssertLessThan(array.history?.records.count ?? 0, 40)
    XCTAssertEqual(array.changes(since: old), .unknown)
  }

  func testALogIsShortAgainAfterABurst() {
    var array = IdentifiedArrayOf<Item>((0..<1_000).map { Item($0) })
    var token = array.watch()
    for _ in 0..<2 {
      for id in 0..<500 { array[id: id]?.value += 1 }
      var length = 0
      let changes = array.read(since: token, withAdditions: false, length: &length)
      XCTAssertEqual(changes, .these(Array(0..<500)))
      token = array.end(length)
    }
    array[id: 1]?.value += 1
    token = array.watch()
    XCTAssertEqual(array.history?.records.count, 3)
    XCTAssertLessThan(array.history?.records.capacity ?? 0, 64)
  }

  func testAReaderOfALogThatWasGivenUpByItsAccessesReadsOn() {
    var array = five
    let others = array.watch()
    var length = 0
    let changes = array.read(since: nil, withAdditions: false, length: &length)
    XCTAssertEqual(changes, .unknown)
    for _ in 0..<40 {
      array[id: 1]?.value += 0
      array[id: 2]?.value += 0
    }
    let token = array.end(length)
    XCTAssertEqual(array.changes(since: others), .unknown)
    array[id: 3]?.value += 1
    XCTAssertEqual(array.changes(since: token), .these([3]))
  }

  func testAnOlderCopyIsAnotherHistoryOnceTheTokenIsRenewed() {
    var array = five
    let token = array.watch()
    let saved = array
    array[id: 1]?.value = 1
    XCTAssertEqual(array.changes(since: token), .these([1]))
    // Not renewed: the copy is in the state in which the token was taken.
    XCTAssertEqual(saved.changes(since: token), .nothing)
    let renewed = array.watch()
    XCTAssertEqual(saved.changes(since: renewed), .unknown)
    XCTAssertEqual(array.changes(since: renewed), .nothing)
  }

  func testACopyWithoutAnElementThatWasAddedSinceIsAnotherHistory() {
    var array = five
    let token = array.watch()
    let saved = array
    array.append(Item(9))
    XCTAssertEqual(array.changes(since: token), .nothing)
    let renewed = array.watch()
    XCTAssertEqual(saved.changes(since: renewed), .unknown)
  }

  func testACopyHasALogOfItsOwn() {
    var array = five
    let token = array.watch()
    var copy = array
    copy[id: 1]?.value = 1
    array[id: 2]?.value = 1
    XCTAssertEqual(copy.changes(since: token), .these([1]))
    XCTAssertEqual(array.changes(since: token), .these([2]))
    let renewed = copy.watch()
    XCTAssertEqual(array.changes(since: renewed), .unknown)
  }

  func testALogThatIsLongerThanTheArrayIsGivenUp() {
    var array = five
    var token = array.watch()
    for _ in 0..<32 {
      array[id: 1]?.value += 1
      array[id: 2]?.value += 1
    }
    guard case .these(let ids) = array.changes(since: token) else { return XCTFail("given up too early") }
    XCTAssertEqual(ids.count, 64)
    array[id: 1]?.value += 1
    XCTAssertEqual(array.changes(since: token), .unknown)
    token = array.watch()
    array[id: 1]?.value += 1
    XCTAssertEqual(array.changes(since: token), .these([1]))
  }

  func testAnArrayIsNoLargerForIt() {
    XCTAssertEqual(MemoryLayout<IdentifiedArrayOf<Item>>.size, 4 * MemoryLayout<Int>.size)
  }
}
