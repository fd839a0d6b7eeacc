import TroupeDependencies
import TroupeDiagnostics
import XCTest

/// Concurrent use of the defaults by many threads; most useful under the thread sanitizer.
final class DependencyRaceTests: DependencyTestCase {
  // S376
  func testDefaultsAreMadeOnceWhileTheTableGrows() async {
    for _ in 0..<10 {
      let creations = Counter()
      await CountedKey.$creations.withValue(creations) {
        await withFreshDependencies {
          await together { task in
            for index in 0..<ManyKeys.count {
              // Each begins at a different place.
              let key = ManyKeys.all[(index + task * ManyKeys.count / 8) % ManyKeys.count]
              key.read().next()
            }
          }
          for key in ManyKeys.all { XCTAssertEqual(key.read().value, tasks) }
        }
      }
      XCTAssertEqual(creations.value, ManyKeys.count)
    }
  }

  func testContextsHaveTheirOwnInstancesInAFullTable() {
    let creations = Counter()
    CountedKey.$creations.withValue(creations) {
      for context in [DependencyContext.test, .live, .preview] {
        withDependencies {
          $0.context = context
        } operation: {
          for key in ManyKeys.all { XCTAssertEqual(key.read().next(), 0) }
        }
      }
      XCTAssertEqual(creations.value, 3 * ManyKeys.count)
    }
  }

  func testPreparingAndReadingAtOnceGivesOneValue() async {
    for _ in 0..<50 {
      await withFreshDependencies {
        let seen = await withIssueReporters([]) {
          await together { task in
            if task == 0 { prepareDependencies { $0.counted = Counter() } }
            return ObjectIdentifier(read(\.counted))
          }
        }
        XCTAssertEqual(Set(seen).count, 1)
      }
    }
  }

  func testOverridesAndWrappersAreUsedFromManyTasks() async {
    let wrapper = withDependencies {
      $0.number = 100
    } operation: {
      Dependency(\.number)
    }
    await together { task in
      for index in 0..<200 {
        XCTAssertEqual(wrapper.wrappedValue, 100)
        withDependencies {
          $0.number = index
        } operation: {
          XCTAssertEqual(wrapper.wrappedValue, index)
        }
        // not a wait: the others are to run between.
        await Task.yield()
      }
    }
  }

  private struct Sequential: RandomNumberGenerator {
    var state: UInt64 = 0

    mutating func next() -> UInt64 {
      state += 1
      return state
    }
  }

  // S395
  func testAGeneratorIsLentToOneAtATime() async {
    let generator = WithRandomNumberGenerator(Sequential())
    let drawn = await together { _ in
      (0..<500).flatMap { _ in
        let (first, second) = generator { ($0.next(), $0.next()) }
        XCTAssertEqual(first + 1, second)
        return [first, second]
      }
    }
    XCTAssertEqual(Set(drawn.joined()).count, tasks * 500 * 2)
  }
}

private let tasks = 8

/// Runs a body in several tasks.
@concurrent
@discardableResult
private func together<Result: Sendable>(
  _ body: @escaping @Sendable (_ task: Int) async -> Result
) async -> [Result] {
  await withTaskGroup(of: Result.self) { group in
    for task in 0..<tasks { group.addTask { await body(task) } }
    return await group.reduce(into: []) { $0.append($1) }
  }
}

/// More keys than the first table of defaults has room for.
private enum ManyKeys {
  protocol Digit: SendableMetatype {}
  enum A: Digit {}
  enum B: Digit {}
  enum C: Digit {}
  enum D: Digit {}

  enum Key<First: Digit, Second: Digit, Third: Digit, Fourth: Digit>: DependencyKey {
    static var liveValue: Counter { CountedKey.liveValue }
    static var previewValue: Counter { CountedKey.previewValue }
    static var testValue: Counter { CountedKey.testValue }
  }

  struct Reader: Sendable {
    let read: @Sendable () -> Counter
  }

  static let count = 256

  static let all: [Reader] = {
    let digits: [any Digit.Type] = [A.self, B.self, C.self, D.self]
    var all: [Reader] = []
    for first in digits {
      for second in digits {
        for third in digits {
          for fourth in digits { all.append(reader(first, second, third, fourth)) }
        }
      }
    }
    return all
  }()

  private static func reader<First: Digit, Second: Digit, Third: Digit, Fourth: Digit>(
    _: First.Type,
    _: Second.Type,
    _: Third.Type,
    _: Fourth.Type
  ) -> Reader {
    Reader { Dependency(Key<First, Second, Third, Fourth>.self).wrappedValue }
  }
}
