import Testing
import Troupe
import TroupeTesting

private enum LevelKey: TestDependencyKey {
  static let testValue = "default"
}

private struct Name: TestDependencyKey {
  var text: String

  static let testValue = Name(text: "default")
}

private final class Draws: Sendable {
  private let count = Locked(0)

  func next() -> Int {
    count.withLock { count in
      defer { count += 1 }
      return count
    }
  }
}

private enum DrawsKey: TestDependencyKey {
  static var testValue: Draws { Draws() }
}

/// A client whose member uses an endpoint.
private struct Gauge: TestDependencyKey {
  var read: @Sendable () -> Int = unimplemented("Gauge.read", placeholder: 0)

  var value: Int {
    get { read() }
    set { read = { newValue } }
  }

  static var testValue: Gauge { Gauge() }
}

extension DependencyValues {
  fileprivate var gauge: Gauge {
    get { self[Gauge.self] }
    set { self[Gauge.self] = newValue }
  }

  fileprivate var level: String {
    get { self[LevelKey.self] }
    set { self[LevelKey.self] = newValue }
  }

  fileprivate var draws: Draws {
    get { self[DrawsKey.self] }
    set { self[DrawsKey.self] = newValue }
  }
}

/// Traits set dependencies for tests.
@Suite(.dependency(\.level, "suite"), .dependency(Name(text: "suite")))
struct DependencyTraitSuite {
  @Dependency(\.level) fileprivate var level
  @Dependency(Name.self) fileprivate var name
  @Dependency(\.draws) fileprivate var draws

  // S400
  @Test func theTraitsOfTheSuiteHold() {
    #expect(level == "suite")
    #expect(name.text == "suite")
  }

  // S400
  @Test(.dependency(\.level, "test")) func theTraitOfATestWins() async {
    #expect(level == "test")
    #expect(name.text == "suite")
    await Task { #expect(level == "test") }.value
  }

  // S400
  @Test(.dependency(\.level, "test")) func theBodyOfATestWins() {
    withDependencies {
      $0.level += " and body"
    } operation: {
      #expect(level == "test and body")
    }
  }

  @Test(.dependencies { $0.level += " and test" }, .dependencies { $0.level += " and later" })
  func severalTraitsAddUp() {
    #expect(level == "suite and test and later")
  }

  // S400
  @Test(.dependency(\.gauge.value, 3)) func aMemberIsSetWithoutAnIssue() {
    @Dependency(\.gauge.value) var value
    #expect(value == 3)
  }

  @Test(.dependency(\.level, "case"), arguments: 0..<5)
  func eachCaseHasDefaultsOfItsOwn(number: Int) async {
    #expect(level == "case")
    #expect(draws.next() == 0)
    await Task.yield()
    #expect(draws.next() == 1)
  }

  @Test(.dependencies, arguments: 0..<5)
  func eachCaseHasDefaultsOfItsOwnWithoutAValue(number: Int) {
    #expect(draws.next() == 0)
    #expect(level == "suite")
  }

  @Test(.dependency(\.draws, Draws()), arguments: 0..<5)
  func theValueOfATraitIsMadeForEachCase(number: Int) {
    #expect(draws.next() == 0)
  }

  @Test func aStoreHasThem() async {
    let store = Store(initialState: "") {
      Reduce { (state: inout String, _: Bool) in
        @Dependency(\.level) var level
        state = level
        return .none
      }
    }
    await store.send(true)
    #expect(await store.withState { $0 } == "suite")
  }

  @Suite(.dependency(\.level, "inner")) struct Inner {
    @Dependency(\.level) fileprivate var level
    @Dependency(Name.self) fileprivate var name

    // S400
    @Test func theInnerSuiteWins() {
      #expect(level == "inner")
      #expect(name.text == "suite")
    }

    // S400
    @Test(.dependency(Name(text: "test"))) func theTestWinsOverBoth() {
      #expect(level == "inner")
      #expect(name.text == "test")
    }
  }
}

/// Without traits, values that other tests set aren't visible.
@Suite struct NoDependencyTraitSuite {
  @Dependency(\.level) fileprivate var level

  @Test func nothingIsSet() {
    #expect(level == "default")
  }
}
