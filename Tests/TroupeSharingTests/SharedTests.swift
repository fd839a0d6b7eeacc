import TestSupport
import Troupe
import TroupeCollections
import TroupeDiagnostics
import TroupeSharing
import TroupeTesting
import XCTest

final class SharedTests: XCTestCase {
  struct User: Equatable, Sendable {
    var name = "Blob"
    var address: String? = "Oslo"
  }

  struct Row: Equatable, Identifiable, Sendable {
    let id: Int
    var text = ""
  }

  // MARK: One value

  // S436
  func testAllCopiesAndPartsSeeEachChange() {
    @Shared(value: User()) var user
    let copy = $user
    let name = $user.name
    let length = $user.read { $0.name.count }

    $user.withLock { $0.name = "Blob Jr." }
    XCTAssertEqual(copy.wrappedValue.name, "Blob Jr.")
    XCTAssertEqual(name.wrappedValue, "Blob Jr.")
    XCTAssertEqual(length.wrappedValue, 8)

    name.withLock { $0 = "Sr." }
    XCTAssertEqual(user.name, "Sr.")
    XCTAssertEqual(copy.name.wrappedValue, "Sr.")
    XCTAssertEqual(length.wrappedValue, 3)
  }

  // S437
  func testAnUnwrappedOptionalKeepsTheLastValueWhileItIsNil() throws {
    @Shared(value: User()) var user
    let address = try XCTUnwrap(Shared($user.address))
    let reader = try XCTUnwrap(SharedReader($user.address))
    XCTAssertEqual(address.wrappedValue, "Oslo")
    XCTAssertEqual(reader.wrappedValue, "Oslo")

    $user.withLock { $0.address = nil }
    XCTAssertEqual(address.wrappedValue, "Oslo")
    XCTAssertEqual(reader.wrappedValue, "Oslo")
    address.withLock { $0 = "Bergen" }
    XCTAssertNil(user.address)
    XCTAssertEqual(address.wrappedValue, "Bergen")

    $user.withLock { $0.address = "Bodø" }
    XCTAssertEqual(address.wrappedValue, "Bodø")
    XCTAssertEqual(reader.wrappedValue, "Bodø")
    address.withLock { $0 = "Moss" }
    XCTAssertEqual(user.address, "Moss")
    $user.withLock { $0.address = nil }
    XCTAssertNil(Shared($user.address))
  }

  // S436
  func testTheElementsOfAnIdentifiedArrayAreParts() throws {
    @Shared(value: [Row(id: 1), Row(id: 2)]) var rows: IdentifiedArrayOf<Row>
    let second = try XCTUnwrap(Shared($rows[id: 2]))
    second.withLock { $0.text = "two" }
    XCTAssertEqual(rows[id: 2]?.text, "two")
    let all = Array($rows)
    all[0].text.withLock { $0 = "one" }
    XCTAssertEqual(rows.map(\.text), ["one", "two"])
    $rows.withLock { _ = $0.remove(id: 2) }
    XCTAssertEqual(second.wrappedValue.text, "two")
    XCTAssertNil(Shared($rows[id: 2]))
  }

  func testWithLockReturnsWhatItsBodyReturns() {
    @Shared(value: 100) var seats
    let seat = $seats.withLock { seats in
      seats -= 1
      return "seat \(seats)"
    }
    XCTAssertEqual(seat, "seat 99")
  }

  // S862
  func testABodyThatThrowsChangesNothing() {
    struct SoldOut: Error {}
    @Shared(value: 1) var seats
    @Shared(value: 2) var others
    XCTAssertThrowsError(
      try $seats.withLock { seats throws(SoldOut) in
        seats = 0
        throw SoldOut()
      }
    )
    XCTAssertThrowsError(
      try withLock($seats, $others) { seats, others throws(SoldOut) in
        seats = 0
        others = 0
        throw SoldOut()
      }
    )
    XCTAssertEqual(seats, 1)
    XCTAssertEqual(others, 2)
  }

  // S863
  func testSeveralValuesChangeTogether() {
    @Shared(value: 10) var from
    @Shared(value: ["to": 1]) var to
    let left = withLock($from, $to) { from, to in
      from -= 3
      to["to", default: 0] += 3
      return from
    }
    XCTAssertEqual(left, 7)
    XCTAssertEqual(to, ["to": 4])
    @Shared(value: 0) var sum
    withLock($sum, $to["to"], $from) { $0 = ($1 ?? 0) + $2 }
    XCTAssertEqual(sum, 11)
  }

  /// A value whose release uses the shared value that held it.
  final class Releasing: Sendable {
    let onRelease: @Sendable () -> Void
    init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
    deinit { onRelease() }
  }

  // S864
  func testAnOldValueIsReleasedAfterTheLock() {
    let count = Shared(value: 0)
    let holder = Shared<Releasing?>(value: nil)
    holder.withLock {
      $0 = Releasing { [holder] in
        XCTAssertNil(holder.wrappedValue)
        holder.withLock { $0 = nil }
        count.withLock { $0 += 1 }
      }
    }
    XCTAssertEqual(count.wrappedValue, 0)
    holder.withLock { $0 = nil }
    XCTAssertEqual(count.wrappedValue, 1)
  }

  // MARK: Keys

  // S865
  func testTheSameKeyLeadsToTheSameValue() {
    @Shared(.inMemory("seats")) var seats = 1
    @Shared(.inMemory("seats")) var again = 2
    @SharedReader(.inMemory("seats")) var reader = 3
    @Shared(.inMemory("others")) var others = 4
    $seats.withLock { $0 += 10 }
    XCTAssertEqual([seats, again, reader, others], [11, 11, 11, 4])
  }

  // S865
  func testAnInMemoryValueStaysWhenNothingHoldsIt() {
    do {
      @Shared(.inMemory("seats")) var seats = 1
      $seats.withLock { $0 = 5 }
    }
    @Shared(.inMemory("seats")) var seats = 1
    XCTAssertEqual(seats, 5)
    @Shared(.inMemory("name")) var name: String?
    XCTAssertNil(name)
  }

  // S866
  func testEachSpaceHasSeparateValues() {
    @Shared(.inMemory("seats")) var seats = 1
    withDependencies {
      $0.sharedSpace = SharedSpace()
    } operation: {
      @Shared(.inMemory("seats")) var seats = 2
      XCTAssertEqual(seats, 2)
    }
    withDependencies {
      $0.defaultInMemoryStorage = InMemoryStorage()
    } operation: {
      @Shared(.inMemory("seats")) var seats = 3
      XCTAssertEqual(seats, 3)
    }
    XCTAssertEqual(seats, 1)
  }

  // S866
  func testASpaceEndsWithItsTest() {
    weak var released: Releasing?
    let backend = SlowKey.Backend()
    backend.content.withLock { $0.stored = 1 }
    withFreshDependencies {
      @Shared(.inMemory("object")) var object = Releasing {}
      @Shared(SlowKey(id: "object", backend)) var loaded = 0
      released = object
      XCTAssertNotNil(released)
      XCTAssertEqual(loaded, 1)
    }
    XCTAssertNil(released)
    XCTAssertTrue(backend.content.withLock { $0.isCancelled })
  }

  // S865
  func testAKeyWithTwoTypesIsReported() {
    @Shared(.inMemory("seats")) var seats = 1
    withExpectedIssue {
      @Shared(.inMemory("seats")) var text = "one"
      $text.withLock { $0 = "two" }
      XCTAssertEqual(text, "two")
    }
    XCTAssertEqual(seats, 1)
  }

  func testAKeyDeclaredOnceHasATypeAndADefault() {
    @Shared(.seats) var seats
    XCTAssertEqual(seats, 100)
    @Shared(.seats) var again = 7
    $again.withLock { $0 = 99 }
    XCTAssertEqual(seats, 99)
    @SharedReader(.seats) var reader
    XCTAssertEqual(reader, 99)
  }

  func testAPropertyCanShareAnotherValue() {
    @Shared(.inMemory("one")) var value = 1
    $value = Shared(wrappedValue: 2, .inMemory("two"))
    XCTAssertEqual(value, 2)
    @Shared(.inMemory("one")) var one = 0
    XCTAssertEqual(one, 1)
  }

  func testTheTextOfAValueIsItsValue() {
    @Shared(.inMemory("seats")) var seats = 1
    XCTAssertEqual(String(describing: $seats), #"Shared<Int>(.inMemory("seats"))"#)
    XCTAssertEqual(String(describing: SharedReader(value: "a")), #"SharedReader<String>(value: "a")"#)
    XCTAssertEqual(valueText(of: $seats), "1")
    XCTAssertEqual($seats, Shared(value: 1))
  }
}

extension SharedKey where Self == InMemoryKey<Int>.Default {
  static var seats: Self { Self[.inMemory("seats"), default: 100] }
}
