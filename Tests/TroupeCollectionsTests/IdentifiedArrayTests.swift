import Foundation
import TroupeDiagnostics
import XCTest

@testable import TroupeCollections

final class IdentifiedArrayTests: CollectionsTestCase {
  private let three: IdentifiedArrayOf<Item> = [Item(1, 10), Item(2, 20), Item(3, 30)]

  /// In a release build, a slice wasn't kept alive when it was assigned to the array from which it had been
  /// taken.
  func testASliceOfTheArrayItselfMayBeAssigned() {
    let assign: (inout IdentifiedArrayOf<Item>) -> Void = { $0[1..<2] = $0[1..<2] }
    let replace: (inout IdentifiedArrayOf<Item>) -> Void = { $0.replaceSubrange(1..<2, with: $0[1..<2]) }
    for change in [assign, replace] {
      for isWatched in [false, true] {
        var array = IdentifiedArrayOf<Item>((1...5).map { Item($0) })
        if isWatched { _ = array.watch() }
        change(&array)
        XCTAssertEqual(array.elements, (1...5).map { Item($0) })
      }
    }
  }

  // S410
  func testElementsAreReadChangedRemovedAndAddedByID() {
    var array = three
    XCTAssertEqual(array[id: 2], Item(2, 20))
    XCTAssertNil(array[id: 4])
    array[id: 2]?.value = 21
    array[id: 4]?.value = 41
    array[id: 3] = Item(3, 31)
    XCTAssertEqual(array.elements, [Item(1, 10), Item(2, 21), Item(3, 31)])
    array[id: 1] = nil
    array[id: 4] = Item(4, 40)
    array[id: 5] = nil
    XCTAssertEqual(array.elements, [Item(2, 21), Item(3, 31), Item(4, 40)])
    XCTAssertEqual(array.remove(id: 3), Item(3, 31))
    XCTAssertNil(array.remove(id: 3))
    XCTAssertEqual(array.remove(Item(2, 0)), Item(2, 21))
    XCTAssertEqual(array.elements, [Item(4, 40)])
  }

  // S410
  func testTheDefaultIsAppendedWhenItIsChanged() {
    var array = three
    XCTAssertEqual(array[id: 4, default: Item(4, 40)].value, 40)
    XCTAssertEqual(array, three)
    array[id: 4, default: Item(4, 40)].value += 1
    array[id: 1, default: Item(1, 0)].value += 1
    XCTAssertEqual(array.elements, [Item(1, 11), Item(2, 20), Item(3, 30), Item(4, 41)])
  }

  // S411
  func testAppendingOrInsertingAPresentIDChangesNothing() {
    var array = three
    XCTAssertTrue(array.append(Item(2, 99)) == (false, 1))
    XCTAssertTrue(array.insert(Item(3, 99), at: 0) == (false, 2))
    array.append(contentsOf: [Item(1, 99), Item(2, 99)])
    XCTAssertEqual(array, three)
    XCTAssertTrue(array.append(Item(4, 40)) == (true, 3))
    XCTAssertTrue(array.insert(Item(5, 50), at: 1) == (true, 1))
    XCTAssertEqual(array.ids.map { $0 }, [1, 5, 2, 3, 4])
  }

  // S412
  func testUpdatingReplacesKnownElementsInPlaceAndAddsNewOnes() {
    var array = three
    XCTAssertEqual(array.updateOrAppend(Item(2, 21)), Item(2, 20))
    XCTAssertNil(array.updateOrAppend(Item(4, 40)))
    XCTAssertTrue(array.updateOrInsert(Item(3, 31), at: 0) == (Item(3, 30), 2))
    XCTAssertTrue(array.updateOrInsert(Item(5, 50), at: 0) == (nil, 0))
    XCTAssertEqual(array.update(Item(1, 11), at: 1), Item(1, 10))
    XCTAssertEqual(array.elements, [Item(5, 50), Item(1, 11), Item(2, 21), Item(3, 31), Item(4, 40)])
  }

  // S413
  func testACombiningClosureChoosesAmongElementsWithOneID() {
    let items = [Item(1, 10), Item(2, 20), Item(1, 11), Item(3, 30), Item(1, 12)]
    let later = IdentifiedArrayOf<Item>(items, uniquingIDsWith: { _, later in later })
    XCTAssertEqual(later.elements, [Item(1, 12), Item(2, 20), Item(3, 30)])
    let sums = IdentifiedArray(items, id: \.id, uniquingIDsWith: { Item($0.id, $0.value + $1.value) })
    XCTAssertEqual(sums.elements, [Item(1, 33), Item(2, 20), Item(3, 30)])
  }

  // S413
  func testRepeatedIDsWithoutAClosureAreAnIssueAndTheFirstIsKept() {
    let collector = IssueCollector()
    let items = [Item(1, 10), Item(2, 20), Item(1, 11)]
    withIssueReporters([collector]) {
      IssueText.withPayloads(true) {
        XCTAssertEqual(IdentifiedArray(uniqueElements: items, id: \.id).elements, [Item(1, 10), Item(2, 20)])
        XCTAssertEqual(IdentifiedArray(uniqueElements: items).elements, [Item(1, 10), Item(2, 20)])
        XCTAssertEqual(([Item(1, 10), Item(1, 11)] as IdentifiedArrayOf).elements, [Item(1, 10)])
      }
    }
    XCTAssertEqual(collector.messages.count, 3)
    XCTAssertTrue(collector.messages.allSatisfy { $0.contains("the id 1.") && $0.contains("Give each") })
  }

  // S414
  func testDecodingARepeatedIDFailsAndNamesTheOffset() throws {
    let data = try JSONEncoder().encode(three)
    XCTAssertEqual(try JSONDecoder().decode(IdentifiedArrayOf<Item>.self, from: data), three)
    XCTAssertEqual(try JSONDecoder().decode([Item].self, from: data), three.elements)
    let repeated = try JSONEncoder().encode([Item(1), Item(2), Item(1)])
    XCTAssertThrowsError(try JSONDecoder().decode(IdentifiedArrayOf<Item>.self, from: repeated)) { error in
      guard case DecodingError.dataCorrupted(let context) = error else { return XCTFail("\(error)") }
      XCTAssertEqual(context.debugDescription, "The elements at offsets 0 and 2 have the same id, 1.")
      XCTAssertEqual(context.codingPath.last?.intValue, 2)
    }
  }

  // S415
  func testLookupsStayConsistentWhenElementsMove() throws {
    struct Stop: Error {}
    let ten = IdentifiedArrayOf<Item>((0..<10).map { Item($0, 100 - $0) })
    let changes: [(String, (inout IdentifiedArrayOf<Item>) throws -> Void, [Int])] = [
      ("move", { $0.move(fromOffsets: IndexSet([1, 3]), toOffset: 8) }, [0, 2, 4, 5, 6, 7, 1, 3, 8, 9]),
      ("move up", { $0.move(fromOffsets: [9, 8], toOffset: 0) }, [8, 9, 0, 1, 2, 3, 4, 5, 6, 7]),
      ("remove at offsets", { $0.remove(atOffsets: [7, 0, 8, 0]) }, [1, 2, 3, 4, 5, 6, 9]),
      ("remove range", { $0.removeSubrange(2..<8) }, [0, 1, 8, 9]),
      ("remove where", { $0.removeAll { $0.id % 3 != 0 } }, [0, 3, 6, 9]),
      ("sort", { $0.sort() }, [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]),
      ("sort by", { $0.sort { $0.id % 2 < $1.id % 2 } }, [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]),
      ("reverse", { $0.reverse() }, [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]),
      ("swap", { $0.swapAt(0, 9) }, [9, 1, 2, 3, 4, 5, 6, 7, 8, 0]),
      ("swap with itself", { $0.swapAt(4, 4) }, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
      ("remove first", { $0.removeFirst() }, [1, 2, 3, 4, 5, 6, 7, 8, 9]),
      ("insert", { $0.insert(Item(10), at: 0) }, [10, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
      ("replace", { $0.replaceSubrange(0..<8, with: [Item(1), Item(9), Item(1)]) }, [1, 8, 9]),
      ("slice", { $0[0..<4].sort() }, [3, 2, 1, 0, 4, 5, 6, 7, 8, 9]),
    ]
    for (name, change, ids) in changes {
      var array = ten
      try change(&array)
      XCTAssertEqual(Array(array.ids), ids, name)
      assertConsistent(array, name)
    }
    var array = ten
    let pivot = array.partition { $0.id < 4 }
    XCTAssertEqual(pivot, 6)
    XCTAssertEqual(Set(array.ids[..<6]), [4, 5, 6, 7, 8, 9])
    assertConsistent(array, "partition")
    array.shuffle()
    assertConsistent(array, "shuffle")
    var comparisons = 0
    XCTAssertThrowsError(
      try array.sort { left, right in
        comparisons += 1
        if comparisons == 12 { throw Stop() }
        return left.id < right.id
      }
    )
    assertConsistent(array, "sort that throws")
  }

  // S416
  func testAssigningAnElementWithAnotherIDReplacesTheOneAtThePosition() {
    var array = three
    array[1] = Item(4, 40)
    XCTAssertEqual(array.elements, [Item(1, 10), Item(4, 40), Item(3, 30)])
    XCTAssertNil(array[id: 2])
    array[id: 4]?.id = 5
    array[0].id = 6
    array[id: 3] = Item(7, 70)
    XCTAssertEqual(array.elements, [Item(6, 10), Item(5, 40), Item(7, 70)])
    assertConsistent(array, "ids changed")
  }

  // S416
  func testAnIDThatAnotherElementHasIsAnIssueAndTheOtherIsRemoved() {
    let collector = IssueCollector()
    var array = three
    withIssueReporters([collector]) {
      IssueText.withPayloads(true) {
        array[2].id = 1
        XCTAssertEqual(array.elements, [Item(2, 20), Item(1, 30)])
        array[id: 2]?.id = 1
        XCTAssertEqual(array.elements, [Item(1, 20)])
        array[id: 8] = Item(9)
      }
    }
    assertConsistent(array, "conflicts")
    XCTAssertEqual(array.elements, [Item(1, 20), Item(9)])
    let messages = collector.messages
    XCTAssertEqual(messages.count, 3)
    XCTAssertTrue(messages[0].contains("id 3") && messages[0].contains("got the id 1"), messages[0])
    XCTAssertTrue(messages[1].contains("id 2") && messages[1].contains("got the id 1"), messages[1])
    XCTAssertTrue(messages[2].contains("the id 9 was set for the id 8"), messages[2])
  }

  // S417
  func testEqualityIsElementwiseInOrder() {
    var built: IdentifiedArrayOf<Item> = []
    built.insert(Item(3, 30), at: 0)
    built.insert(Item(1, 10), at: 0)
    built.append(Item(9))
    built.insert(Item(2, 20), at: 1)
    built.remove(id: 9)
    _ = built.watch()
    XCTAssertEqual(built, three)
    XCTAssertEqual(built.hashValue, three.hashValue)
    XCTAssertEqual(built, IdentifiedArray(uniqueElements: three.elements, id: \.id))
    built.swapAt(0, 1)
    XCTAssertNotEqual(built, three)
    built.swapAt(0, 1)
    built[0].value += 1
    XCTAssertNotEqual(built, three)
  }

  func testItLooksLikeAnArray() {
    var array = three
    _ = array.watch()
    XCTAssertEqual("\(array)", "[1:10, 2:20, 3:30]")
    XCTAssertEqual(String(reflecting: array), String(reflecting: array.elements))
    XCTAssertEqual(Mirror(reflecting: array).displayStyle, .collection)
    XCTAssertEqual(Mirror(reflecting: array).children.map { $0.value as? Item }, array.elements)
    XCTAssertEqual(array.ids, [1, 2, 3])
    XCTAssertNotEqual(array.ids, [1, 3, 2])
    let literal: IdentifiedArrayOf<Item>.IDs = [1, 2]
    XCTAssertTrue(literal.contains(2) && !literal.contains(3))
    XCTAssertEqual("\(array.ids)", "[1, 2, 3]")
    XCTAssertTrue(array.ids.contains(3))
    XCTAssertFalse(array.ids.contains(4))
  }

  func testElementsThatAreNotIdentifiableHaveAKeyPath() {
    var array = IdentifiedArray<String, Word>(id: \.text)
    array.append(Word(text: "a", count: 1))
    array[id: "a"]?.count += 1
    array[id: "b"] = Word(text: "b", count: 5)
    XCTAssertEqual(array.map(\.count), [2, 5])
  }

  func testGenericAlgorithmsOfTheStandardLibraryKeepIt() {
    func sort<C: MutableCollection & RandomAccessCollection>(_ c: inout C) where C.Element: Comparable {
      c.sort()
    }
    func put<C: RangeReplaceableCollection>(_ c: inout C, _ e: C.Element) {
      c.insert(e, at: c.startIndex)
      c.append(e)
    }
    var array: IdentifiedArrayOf<Item> = [Item(1, 30), Item(2, 20), Item(3, 10)]
    sort(&array)
    put(&array, Item(4))
    array += [Item(5), Item(1)]
    array.removeLast(1)
    XCTAssertEqual(Array(array.ids), [4, 3, 2, 1])
    let even: IdentifiedArrayOf<Item> = array.filter { $0.id % 2 == 0 }
    XCTAssertEqual(even.elements, [Item(4), Item(2, 20)])
    XCTAssertEqual(array.dropFirst().map(\.id), [3, 2, 1])
    assertConsistent(array, "generic")
  }

  func testChangingInPlaceKeepsWhatAnElementHoldsUnique() {
    var array: IdentifiedArrayOf<Holder> = [Holder(id: 1), Holder(id: 2), Holder(id: 3)]
    _ = array.watch()
    array[id: 1]?.expectUnique()
    array[1].expectUnique()
    array[id: 3, default: Holder(id: 3)].expectUnique()
  }

  func testAnAccessThatThrowsPutsTheElementBack() {
    struct Stop: Error {}
    func fail(_ item: inout Item) throws {
      item.value += 1
      throw Stop()
    }
    func failOnOptional(_ item: inout Item?) throws {
      item?.id = 7
      throw Stop()
    }
    var array = three
    XCTAssertThrowsError(try fail(&array[0]))
    XCTAssertThrowsError(try failOnOptional(&array[id: 2]))
    XCTAssertThrowsError(try failOnOptional(&array[id: 7]))
    XCTAssertEqual(array.elements, [Item(1, 11), Item(7, 20), Item(3, 30)])
    assertConsistent(array, "throwing")
  }

  /// Also run by the thread sanitizer, which checks what all copies of an array share.
  func testCopiesAreUsedByManyTasksAtOnce() async {
    let array = IdentifiedArrayOf<Item>((0..<100).map { Item($0) })
    let sums = await withTaskGroup(of: Int.self, returning: [Int].self) { group in
      for task in 0..<8 {
        group.addTask {
          var copy = array
          let token = copy.watch()
          for id in 0..<100 { copy[id: id]?.value = task }
          copy.remove(id: task)
          XCTAssertNotEqual(copy.changes(since: token), .nothing)
          return copy.reduce(0) { $0 + $1.value }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    XCTAssertEqual(sums.sorted(), (0..<8).map { $0 * 99 })
    XCTAssertEqual(array.reduce(0) { $0 + $1.value }, 0)
  }

  private func assertConsistent(_ array: IdentifiedArrayOf<Item>, _ name: String) {
    for (position, item) in array.elements.enumerated() {
      XCTAssertEqual(array.index(id: item.id), position, name)
    }
    XCTAssertEqual(array.table.count, array.count, name)
  }
}

private struct Word {
  var text: String
  var count: Int
}

private struct Holder: Identifiable {
  final class Object {}

  let id: Int
  var object = Object()

  mutating func expectUnique() {
    XCTAssertTrue(isKnownUniquelyReferenced(&object))
  }
}
