import Troupe
import TroupeTesting
import TroupeUI
import XCTest

/// Bindings, and bindings that are derived from them.
@MainActor
final class StoreBindingTests: XCTestCase {
  private struct Item: Equatable {
    var name = "A"
    var note: String?
  }

  // The first is `CasePathable`, the other isn't.
  @CasePathable
  enum Route: Equatable {
    case list
    case detail(Int)
  }
  private enum Plain {
    case list
    case detail(Int)
  }

  /// The target of bindings, and how often it was written.
  @MainActor
  private final class Place<Value> {
    private(set) var writes = 0
    var value: Value { didSet { writes += 1 } }
    init(_ value: Value) { self.value = value }
    var binding: StoreBinding<Value> { StoreBinding(get: { self.value }, set: { self.value = $0 }) }
  }

  func testABindingReadsAndWrites() async {
    let place = Place(Item())
    let binding = place.binding
    binding.wrappedValue.name = "B"
    XCTAssertEqual(place.value.name, "B")
    binding.name.wrappedValue += "C"
    XCTAssertEqual(place.value.name, "BC")
    place.value.name = "D"
    XCTAssertEqual(binding.projectedValue.name.wrappedValue, "D")
  }

  func testAClosureTakesABindingByDollar() async {
    let place = Place("A")
    let edit: (StoreBinding<String>) -> String = { $text in
      text += "B"
      $text.wrappedValue += "C"
      return text
    }
    XCTAssertEqual(edit(place.binding), "ABC")
    XCTAssertEqual(place.value, "ABC")
  }

  func testAConstantIgnoresWhatIsWritten() async {
    let binding = StoreBinding.constant(1)
    binding.wrappedValue = 2
    XCTAssertEqual(binding.wrappedValue, 1)
  }

  // S471
  func testUnwrappingKeepsTheLastValueAndRefusesLateWrites() async throws {
    let place = Place<String?>("A")
    let binding = try XCTUnwrap(StoreBinding(unwrapping: place.binding))
    binding.wrappedValue = "B"
    XCTAssertEqual(place.value, "B")
    place.value = "C"
    XCTAssertEqual(binding.wrappedValue, "C")
    place.value = nil
    XCTAssertEqual(binding.wrappedValue, "C")
    binding.wrappedValue = "D"
    XCTAssertNil(place.value)
    XCTAssertEqual(binding.wrappedValue, "C")
    XCTAssertNil(StoreBinding(unwrapping: place.binding))
  }

  // S474
  func testACaseIsReadAndWrittenByCaseKeyPathAndByItsConstructor() async {
    let place = Place(Route.detail(1))
    let detail = place.binding.case(\.detail)
    XCTAssertEqual(detail.wrappedValue, 1)
    detail.wrappedValue = 2
    XCTAssertEqual(place.value, .detail(2))
    // Nil isn't a case.
    detail.wrappedValue = nil
    XCTAssertEqual(place.value, .detail(2))
    place.value = .list
    XCTAssertNil(detail.wrappedValue)
    detail.wrappedValue = 3
    XCTAssertEqual(place.value, .list)

    let plain = Place(Plain.detail(1))
    let payload = plain.binding.case(/Plain.detail)
    payload.wrappedValue = 2
    XCTAssertEqual(payload.wrappedValue, 2)
    plain.value = .list
    XCTAssertNil(payload.wrappedValue)
  }

  // S473, S474
  func testACaseOfAnOptionalEnumGoesAwayWithNil() async {
    let place = Place<Route?>(.detail(1))
    let detail = place.binding.case(\.detail)
    let isPresent = detail.isPresent()
    XCTAssertTrue(isPresent.wrappedValue)
    detail.wrappedValue = 2
    XCTAssertEqual(place.value, .detail(2))
    isPresent.wrappedValue = false
    XCTAssertNil(place.value)
    // Neither restores it.
    isPresent.wrappedValue = true
    detail.wrappedValue = 3
    XCTAssertNil(place.value)
    // This one can't remove another case.
    place.value = .list
    detail.wrappedValue = nil
    isPresent.wrappedValue = false
    XCTAssertEqual(place.value, .list)
    XCTAssertNil(StoreBinding(unwrapping: place.binding, case: \.detail))
  }

  func testWhetherAValueIsPresentTakesItAwayOnceAndOnlyByFalse() async {
    let place = Place<Int?>(1)
    let isPresent = place.binding.isPresent()
    isPresent.wrappedValue = true
    XCTAssertEqual(place.value, 1)
    XCTAssertEqual(place.writes, 0)
    isPresent.wrappedValue = false
    XCTAssertNil(place.value)
    isPresent.wrappedValue = false
    isPresent.wrappedValue = true
    XCTAssertNil(place.value)
    XCTAssertEqual(place.writes, 1, "nothing is there to be taken away any more")
  }

  func testAMemberOfWhatWasUnwrapped() async throws {
    let place = Place<Item?>(Item())
    let binding = try XCTUnwrap(StoreBinding(unwrapping: place.binding))
    binding.name.wrappedValue = "B"
    XCTAssertEqual(place.value?.name, "B")
    place.value = nil
    binding.name.wrappedValue = "C"
    XCTAssertNil(place.value)
  }

  func testEqualValuesAreNotWritten() async {
    let place = Place(1)
    let binding = place.binding.removeDuplicates()
    binding.wrappedValue = 1
    XCTAssertEqual(place.writes, 0)
    binding.wrappedValue = 2
    XCTAssertEqual(place.value, 2)
    let even = place.binding.removeDuplicates { $0 % 2 == $1 % 2 }
    even.wrappedValue = 4
    XCTAssertEqual(place.value, 2)
    even.wrappedValue = 5
    XCTAssertEqual(place.value, 5)
  }

  func testAMappedBindingReadsAndWritesWhatIsMadeOfTheValue() async {
    let place = Place(3)
    let text = place.binding.map({ "\($0)" }, set: { Int($0) ?? 0 })
    XCTAssertEqual(text.wrappedValue, "3")
    text.wrappedValue = "42"
    XCTAssertEqual(place.value, 42)
  }
}
