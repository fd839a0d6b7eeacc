import Synchronization
import Troupe
@testable import TroupeDependencies
import TroupeDiagnostics
import XCTest

/// The values that objects without a property wrapper keep.
final class ModelOverridesTests: DependencyTestCase {
  private class Plain: Model {}
  private actor Worker: Model {}
  private final class Generic<Value>: Model {}
  private final class WithWrapper {
    @Dependency(\.number) var number
  }

  private protocol Model: AnyObject {}

  private func number(from model: Any) -> Int { withDependencies(from: model) { read(\.number) } }

  private func made<Result>(_ number: Int, _ make: () -> Result) -> Result {
    withDependencies {
      $0.number = number
    } operation: {
      make()
    }
  }

  // S766
  func testAnObjectKeepsTheValuesOfTheCallThatReturnsIt() {
    let (one, two) = (made(1) { Plain() }, made(2) { Plain() })
    XCTAssertEqual([number(from: one), number(from: two), number(from: one)], [1, 2, 1])
    XCTAssertEqual(number(from: made(3) { Generic<Int>() }), 3)
    XCTAssertEqual(number(from: made(4) { Worker() }), 4)
  }

  // S766
  func testAnObjectIsFoundInWhatIsReturned() throws {
    let optional = made(1) { Optional(Plain()) }
    XCTAssertEqual(number(from: try XCTUnwrap(optional)), 1)
    let existential: any Model = made(2) { Plain() as any Model }
    XCTAssertEqual(number(from: existential), 2)
    let any = made(3) { Plain() as Any }
    XCTAssertEqual(number(from: any), 3)
    let tuple = made(4) { (Plain(), 1, Worker()) }
    XCTAssertEqual([number(from: tuple.0), number(from: tuple.2)], [4, 4])
    let both = made(5) { (Plain() as any Model, [1]) as (any Model, [Int])? }
    XCTAssertEqual(number(from: try XCTUnwrap(both).0), 5)
    XCTAssertNil(made(6) { Plain?.none })
  }

  // S766
  func testAllThatSetsValuesRemembersThem() async throws {
    let later = await withDependencies {
      $0.number = 1
    } operation: {
      await Task.yield()
      return Plain()
    }
    XCTAssertEqual(number(from: later), 1)
    let child = withDependencies(from: later) { Plain() }
    let grandchild = await withDependencies(from: child) {
      await Task.yield()
      return Plain()
    }
    XCTAssertEqual(number(from: grandchild), 1)
    XCTAssertEqual(number(from: made(2) { withFreshDependencies { Plain() } }), 2)
    let escaped = made(3) { withEscapedDependencies { $0 } }
    XCTAssertEqual(number(from: escaped.yield { Plain() }), 3)
    let escapedLater = await escaped.yield {
      await Task.yield()
      return Plain()
    }
    XCTAssertEqual(number(from: escapedLater), 3)
    XCTAssertEqual(
      number(
        from: withDependencies { _ in
        } operation: {
          Plain()
        }
      ),
      -1
    )
  }

  // S766
  func testTheInnermostCallCountsAndTheFirst() {
    let nested = made(1) { made(2) { Plain() } }
    XCTAssertEqual(number(from: nested), 2)
    let again = made(3) { nested }
    XCTAssertIdentical(again, nested)
    XCTAssertEqual(number(from: nested), 2)
    XCTAssertEqual(made(4) { number(from: nested) }, 4)
  }

  // S766
  func testAWrapperCountsMore() {
    let model = made(1) { WithWrapper() }
    _ = made(2) { model }
    XCTAssertEqual(number(from: model), 1)
  }

  // S766
  func testAStoreKeepsTheValuesThatItWasMadeWith() {
    let store = made(1) {
      Store(initialState: 0) {
        EmptyReducer<Int, Bool>()
      } withDependencies: {
        $0.testOnly = "store"
      }
    }
    XCTAssertEqual(number(from: store), 1)
    XCTAssertEqual(withDependencies(from: store) { read(\.testOnly) }, "store")
  }

  /// An object that a value keeps alive.
  private final class Token: Sendable {}

  private func made(keeping token: Token) -> Plain {
    withDependencies {
      $0.client.first = {
        _ = token
        return 1
      }
    } operation: {
      Plain()
    }
  }

  // S767
  func testTheModelIsNotKept() {
    weak var model: Plain?
    do {
      let made = made(1) { Plain() }
      model = made
      XCTAssertNotNil(model)
    }
    XCTAssertNil(model)
  }

  // S767
  func testTheValuesAreReleasedWithTheModelWhenMoreAreSet() {
    weak var token: Token?
    do {
      let new = Token()
      token = new
      let model = made(keeping: new)
      withExtendedLifetime(model) {}
    }
    // Checks four of the live objects, and other tests may have some.
    for _ in 0...ModelOverrides.count where token != nil { _ = made(1) { 1 } }
    XCTAssertNil(token)
  }

  // S767
  func testManyModelsAreReleased() {
    let before = ModelOverrides.count
    var models = (0..<40_000).map { number in made(number) { Plain() } }
    XCTAssertEqual(number(from: models[30_000]), 30_000)
    XCTAssertGreaterThanOrEqual(ModelOverrides.count, 40_000)
    models = []
    // Each call removes up to 32.
    for _ in 0..<(40_000 / 32 + before + 100) { _ = made(1) { 1 } }
    XCTAssertLessThanOrEqual(ModelOverrides.count, before + 4)
  }

  // S767
  func testAModelAtTheSameAddressIsAnother() {
    var reused = 0
    var last: ObjectIdentifier?
    for number in 0..<1_000 {
      let model = made(number) { Plain() }
      XCTAssertEqual(self.number(from: model), number)
      if last == ObjectIdentifier(model) { reused += 1 }
      last = ObjectIdentifier(model)
    }
    var strangers = 0
    for _ in 0..<1_000 {
      let model = Plain()
      // It may have the address of a released object; nothing is known of it.
      if issues({ _ = number(from: model) }).count == 1 { strangers += 1 }
    }
    XCTAssertEqual(strangers, 1_000)
    if AddressSanitizer.isOn { return }
    XCTAssertGreaterThan(reused, 0, "No address was used twice, so nothing was tested.")
  }

  // S767
  func testADeinitializerMaySetValues() {
    final class Maker: Sendable {
      let count: Counter
      init(_ count: Counter) { self.count = count }
      deinit {
        let model = withDependencies {
          $0.number = 7
        } operation: {
          Plain()
        }
        if withDependencies(from: model, operation: { read(\.number) }) == 7 { count.next() }
      }
    }
    let count = Counter()
    for _ in 0..<100 {
      _ = withDependencies {
        let maker = Maker(count)
        $0.client.first = {
          _ = maker
          return 1
        }
      } operation: {
        Plain()
      }
    }
    for _ in 0...ModelOverrides.count + 200 where count.value < 100 { _ = made(1) { 1 } }
    XCTAssertEqual(count.value, 100)
  }

  // S768
  func testTasksMakeAndReleaseModelsAtTheSameTime() async {
    await withTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          var wrong = 0
          var kept: [Plain] = []
          for step in 0..<500 {
            let model = withDependencies {
              $0.number = task * 1_000 + step
            } operation: {
              Plain()
            }
            if step % 7 == 0 { kept.append(model) }
            if kept.count > 20 { kept.removeFirst(10) }
            if withDependencies(from: model, operation: { read(\.number) }) != task * 1_000 + step {
              wrong += 1
            }
          }
          return wrong
        }
      }
      var wrong = 0
      for await number in group { wrong += number }
      XCTAssertEqual(wrong, 0)
    }
  }
}
