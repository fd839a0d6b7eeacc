import Foundation
import Troupe
import XCTest

final class PresentsTests: TroupeTestCase {
  struct Payload: Equatable, Sendable { var numbers: [Int] }

  struct Page: Equatable, Sendable {
    @Presents var payload: Payload? = nil
    @Presents var next: Page? = nil
  }

  /// The address of a page's numbers: it changes when they are copied.
  private func address(_ page: Page) -> UInt {
    page.payload?.numbers.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } ?? 0
  }

  func testChangingThePayloadInPlaceCopiesNothing() {
    var page = Page(payload: Payload(numbers: Array(0..<100_000)))
    let before = address(page)
    page.payload?.numbers[5] = -1
    page.payload?.numbers.swapAt(1, 2)
    XCTAssertEqual(address(page), before)
    XCTAssertEqual(page.payload?.numbers[5], -1)

    // A copy is changed separately, once.
    let copy = page
    page.payload?.numbers[5] = -2
    XCTAssertNotEqual(address(page), before)
    XCTAssertEqual(address(copy), before)
    let after = address(page)
    page.payload?.numbers[5] = -3
    XCTAssertEqual(address(page), after)
  }

  func testChangingACopyNeverShows() {
    let original = Page(payload: Payload(numbers: [1]), next: Page(payload: Payload(numbers: [2])))
    var copy = original
    copy.payload?.numbers.append(3)
    copy.next?.payload?.numbers.append(4)
    XCTAssertEqual(original.payload?.numbers, [1])
    XCTAssertEqual(original.next?.payload?.numbers, [2])
    copy.next = nil
    copy.payload = nil
    XCTAssertNotNil(original.next)
    XCTAssertNotNil(original.payload)
  }

  /// For the thread sanitizer: shared storage is copied before it is changed.
  func testCopiesAreChangedInSeveralTasks() async {
    let original = Page(payload: Payload(numbers: Array(0..<100)))
    let sums = await withTaskGroup(of: Int.self, returning: [Int].self) { group in
      for task in 0..<8 {
        group.addTask {
          var copy = original
          for round in 0..<200 {
            copy.payload?.numbers[round % 100] += task
            if round % 50 == 0 { copy = original }
          }
          copy.payload = nil
          return original.payload?.numbers.reduce(0, +) ?? 0
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    XCTAssertEqual(sums, Array(repeating: 4950, count: 8))
  }

  func testAChangeThatThrowsLeavesWhatItChanged() {
    struct Failure: Error {}
    func change(_ payload: inout Payload?) throws {
      payload?.numbers.append(2)
      throw Failure()
    }
    var page = Page(payload: Payload(numbers: [1]))
    XCTAssertThrowsError(try change(&page.payload))
    XCTAssertEqual(page.payload?.numbers, [1, 2])
  }

  // S226, D17: a value can contain a presentation whose state has the same type as the value.
  func testAFeatureMayPresentItself() {
    var page = Page(next: Page(next: Page()))
    page.next?.next?.payload = Payload(numbers: [7])
    XCTAssertEqual(page.next?.next?.payload?.numbers, [7])
    page.next?.next = nil
    XCTAssertEqual(page, Page(next: Page()))
  }

  private final class Slow: Equatable, Sendable {
    let comparisons = Locked(0)
    static func == (lhs: Slow, rhs: Slow) -> Bool {
      lhs.comparisons.withLock { $0 += 1 }
      return true
    }
  }

  // S260
  func testComparingAPresentationWithItselfDoesNotCompareTheValue() {
    let presents = Presents(wrappedValue: Slow())
    let copy = presents
    XCTAssertEqual(presents, copy)
    XCTAssertEqual(presents.wrappedValue?.comparisons.withLock { $0 }, 0)
    XCTAssertEqual(presents, Presents(wrappedValue: Slow()))
    XCTAssertEqual(presents.wrappedValue?.comparisons.withLock { $0 }, 1)
  }

  func testTheInitialiserOfAStructTakesTheOptional() {
    struct Form: Equatable { var number = 0; @Presents var name: String? }
    XCTAssertNil(Form().name)
    XCTAssertNil(Form(number: 1).name)
    XCTAssertEqual(Form(name: "Blob").name, "Blob")
    XCTAssertNil(Form(name: nil).name)
  }

  // S261
  func testOnlyTheValueCountsWhenItIsComparedHashedEncodedOrShown() throws {
    struct Form: Hashable, Codable { @Presents var name: String? = nil }
    let one = Form(name: "Blob")
    let other = Form(name: "Blob")
    XCTAssertEqual(one, other)
    XCTAssertEqual(Set([one, other]).count, 1)
    XCTAssertNotEqual(one, Form())
    XCTAssertNotEqual(one, Form(name: "Blob Jr"))
    XCTAssertEqual(valueText(of: one), #"Form(name: "Blob")"#)
    XCTAssertEqual(valueText(of: Form()), "Form(name: nil)")

    func json(_ form: Form) throws -> String {
      String(decoding: try JSONEncoder().encode(form), as: UTF8.self)
    }
    XCTAssertEqual(try json(one), #"{"name":"Blob"}"#)
    XCTAssertEqual(try json(Form()), "{}")
    for text in [#"{"name":"Blob"}"#, "{}", #"{"name":null}"#] {
      let decoded = try JSONDecoder().decode(Form.self, from: Data(text.utf8))
      XCTAssertEqual(decoded.name, text.contains("Blob") ? "Blob" : nil)
    }
    // Alone, too.
    let alone = try JSONEncoder().encode([Presents(wrappedValue: 1), Presents(wrappedValue: nil)])
    XCTAssertEqual(String(decoding: alone, as: UTF8.self), "[1,null]")
    XCTAssertEqual(try JSONDecoder().decode([Presents<Int>].self, from: alone).map(\.wrappedValue), [1, nil])
    XCTAssertThrowsError(try JSONDecoder().decode(Form.self, from: Data(#"{"name":1}"#.utf8)))
  }

  func testADifferenceNamesThePropertyAndNotTheBox() throws {
    let difference = valueDifference(
      from: Page(payload: Payload(numbers: [1])),
      to: Page(payload: Payload(numbers: [2]))
    )
    let text = try XCTUnwrap(difference)
    XCTAssertTrue(text.contains("  payload: PresentsTests.Payload("), text)
    XCTAssertFalse(text.contains("Presents<"), text)
    XCTAssertFalse(text.contains("Box"), text)
  }

  enum Destination: Equatable, Sendable, CasePathable {
    case int(Int)
    case list([Int])
    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let int = AnyCasePath(embed: Destination.int) { if case .int(let it) = $0 { it } else { nil } }
      let list = AnyCasePath(embed: Destination.list) { if case .list(let it) = $0 { it } else { nil } }
    }
  }

  struct Root: Equatable { @Presents var destination: Destination? = nil }

  func testMembersOfTheValueAreReadThroughTheProjection() {
    var page = Page()
    XCTAssertNil(page.$payload.numbers)
    page.payload = Payload(numbers: [1, 2])
    XCTAssertEqual(page.$payload.numbers, [1, 2])
    XCTAssertEqual(page[keyPath: \.$payload.numbers?.count], 2)
  }

  // S258
  func testACaseIsChangedThroughASubscript() {
    var root = Root(destination: .int(1))
    root.$destination[case: \.int]? += 1
    XCTAssertEqual(root.destination, .int(2))
    XCTAssertEqual(root.$destination[case: \.int], 2)
    XCTAssertNil(root.$destination[case: \.list])
    root.$destination[case: \.int] = nil
    XCTAssertNil(root.destination)
    root.$destination[case: \.int] = nil
    XCTAssertNil(root.destination)
  }

  // S258: in place
  func testACaseIsChangedThroughASubscriptWithoutACopy() {
    func address(_ root: Root) -> UnsafeRawPointer? {
      guard case .list(let list)? = root.destination else { return nil }
      return list.withUnsafeBytes { $0.baseAddress }
    }
    var presents = Presents(wrappedValue: Destination.list(Array(0..<100_000)))
    let before = address(Root(destination: presents.wrappedValue))
    presents[case: \.list]?[3] = -1
    let root = Root(destination: presents.wrappedValue)
    XCTAssertEqual(address(root), before)
    XCTAssertEqual(root.$destination[case: \.list]?[3], -1)
  }

  // S258
  func testChangingAnotherCaseChangesNothingAndIsAnIssue() {
    let collector = IssueCollector()
    withIssueReporters([collector]) {
      var root = Root(destination: .int(1))
      root.$destination[case: \.list]?.append(1)
      root.$destination[case: \.list] = nil
      root.$destination[case: \.list] = [1]
      XCTAssertEqual(root.destination, .int(1))
      root.destination = nil
      root.$destination[case: \.int] = 1
      XCTAssertNil(root.destination)
    }
    XCTAssertEqual(collector.messages.count, 4)
    XCTAssertTrue(collector.messages.allSatisfy { $0.contains("case") })
  }
}
