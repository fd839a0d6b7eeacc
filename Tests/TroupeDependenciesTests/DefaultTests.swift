import TestSupport
import TroupeDependencies
import TroupeDiagnostics
import XCTest

/// When default values are created, and what they capture.
final class DefaultTests: DependencyTestCase {
  // S375
  func testADefaultIsMadeOnceInAContext() {
    let creations = Counter()
    CountedKey.$creations.withValue(creations) {
      let first = read(\.counted)
      let live = withDependencies {
        $0.context = .live
      } operation: {
        read(\.counted)
      }
      let preview = withDependencies {
        $0.context = .preview
      } operation: {
        read(\.counted)
      }
      XCTAssertIdentical(first, read(\.counted))
      XCTAssertNotIdentical(first, live)
      XCTAssertNotIdentical(first, preview)
      XCTAssertNotIdentical(live, preview)
      XCTAssertEqual(creations.value, 3)
    }
  }

  // S376
  func testManyTasksMakeADefaultOnce() async {
    for _ in 0..<1_000 {
      let creations = Counter()
      await CountedKey.$creations.withValue(creations) {
        await withFreshDependencies {
          await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { read(\.counted).next() } }
          }
          XCTAssertEqual(read(\.counted).value, 100)
        }
      }
      XCTAssertEqual(creations.value, 1)
    }
  }

  /// A client whose test value has to be overridden.
  fileprivate struct Alarm: TestDependencyKey {
    var time = 0

    static var testValue: Alarm {
      if shouldReportUnimplemented { reportIssue("Override the alarm.") }
      return Alarm(time: 7)
    }
  }

  /// A client whose test value reads another client.
  private struct Morning: TestDependencyKey {
    var time: Int
    var name = "Morning"

    static var testValue: Morning {
      @Dependency(Alarm.self) var alarm
      return Morning(time: alarm.time)
    }
  }

  // S940
  func testADefaultThatIsChangedReportsNothing() {
    XCTAssertTrue(Alarm.shouldReportUnimplemented)
    let issues = issues {
      withDependencies {
        $0[Alarm.self].time += 1
        $0[Morning.self].name = "Dawn"
      } operation: {
        @Dependency(Alarm.self) var alarm
        @Dependency(Morning.self) var morning
        XCTAssertEqual(alarm.time, 8)
        XCTAssertEqual(morning.name, "Dawn")
        // The overrides aren't in force while the closure sets them.
        XCTAssertEqual(morning.time, 7)
      }
      withDependencies {
        $0[keyPath: \.alarm.time] = 3
      } operation: {
        XCTAssertEqual(Dependency(Alarm.self).wrappedValue.time, 3)
      }
      prepareDependencies { $0[Alarm.self].time -= 1 }
      XCTAssertEqual(Dependency(Alarm.self).wrappedValue.time, 6)
    }
    XCTAssertEqual(issues.map(\.message), [])
  }

  // S940
  func testADefaultThatWasChangedIsStillReportedWhereItIsUsed() {
    withDependencies {
      $0[Morning.self].name = "Dawn"
    } operation: {
    }
    let issues = issues {
      @Dependency(Alarm.self) var alarm
      @Dependency(Morning.self) var morning
      XCTAssertEqual(morning.time, 7)
      XCTAssertEqual(alarm.time, 7)
      // The default is kept.
      XCTAssertEqual(alarm.time, 7)
    }
    XCTAssertEqual(issues.map(\.message), ["Override the alarm."])
  }

  /// A client whose test value overrides another client for its creation.
  private final class Clock: TestDependencyKey, Sendable {
    static var testValue: Clock {
      withDependencies {
        $0[Alarm.self].time = 5
      } operation: {
        Clock()
      }
    }
  }

  // S940, S375
  func testADefaultThatChangesAnotherIsKept() {
    let issues = issues {
      let clock = Dependency(Clock.self).wrappedValue
      XCTAssertIdentical(clock, Dependency(Clock.self).wrappedValue)
    }
    XCTAssertEqual(issues.map(\.message), [])
  }

  // S940
  func testADefaultThatIsInspectedIsReported() {
    let issues = issues { XCTAssertEqual(DependencyValues.test[Alarm.self].time, 7) }
    XCTAssertEqual(issues.map(\.message), ["Override the alarm."])
  }

  /// A client whose test value starts a task that asks after the creation has ended.
  private struct Late: TestDependencyKey {
    @TaskLocal static var gate = AsyncStream<Never> { $0.finish() }

    let answer: Task<Bool, Never>

    static var testValue: Late {
      Late(
        answer: Task { [gate] in
          for await _ in gate {}
          return shouldReportUnimplemented
        }
      )
    }
  }

  // S940
  func testATaskOfADefaultIsNoPartOfItsCreation() async {
    let (gate, opener) = AsyncStream<Never>.makeStream()
    let answer = Late.$gate.withValue(gate) {
      var answer: Task<Bool, Never>?
      withDependencies {
        answer = $0[Late.self].answer
      } operation: {
      }
      return answer
    }
    opener.finish()
    let mayReport = await answer?.value
    XCTAssertEqual(mayReport, true)
  }

  private struct Outer: Sendable {
    let eager: Int
    let counter: Counter
    @Dependency(\.number) var lazy
    @Dependency(InnerKey.self) var inner
  }

  private struct Inner: Sendable {
    @Dependency(\.number) var number
  }

  private enum InnerKey: TestDependencyKey {
    static var testValue: Inner { Inner() }
  }

  private enum OuterKey: TestDependencyKey {
    static var testValue: Outer {
      @Dependency(\.number) var number
      @Dependency(\.counted) var counted
      return Outer(eager: number, counter: counted)
    }
  }

  // S377
  func testMakingADefaultMayMakeAnother() {
    let creations = Counter()
    CountedKey.$creations.withValue(creations) {
      @Dependency(OuterKey.self) var outer
      XCTAssertIdentical(outer.counter, read(\.counted))
      XCTAssertEqual(creations.value, 1)
    }
  }

  private final class Turns: Sendable {
    let depth: Int
    init(depth: Int) { self.depth = depth }
  }

  private enum CircularKey: TestDependencyKey {
    @TaskLocal static var depth = 0

    static var testValue: Turns {
      guard depth < 3 else { return Turns(depth: depth) }
      return $depth.withValue(depth + 1) {
        @Dependency(CircularKey.self) var inner
        return Turns(depth: inner.depth + 100)
      }
    }
  }

  // S377
  func testADefaultThatLeadsToItselfIsStillOne() {
    @Dependency(CircularKey.self) var turns
    let written = OutputCapture(of: .standardError)
    let first = turns
    let text = written.end()
    XCTAssertTrue(text.contains("DefaultTests.CircularKey → DefaultTests.CircularKey"), text)
    XCTAssertEqual(first.depth, 3)
    XCTAssertIdentical(turns, first)
  }

  // S378
  func testFreshDependenciesAreMadeAnew() {
    for _ in 0..<2 {
      withFreshDependencies {
        XCTAssertEqual(read(\.counted).next(), 0)
        XCTAssertEqual(read(\.counted).next(), 1)
      }
    }
    XCTAssertEqual(read(\.counted).value, 0)
  }

  // S378
  func testFreshDependenciesKeepWhatIsSet() async {
    await withDependencies {
      $0.number = 5
      $0.context = .live
    } operation: {
      await withFreshDependencies {
        await Task.yield()
        XCTAssertEqual(read(\.number), 5)
        XCTAssertEqual(read(\.complete), "live")
      }
    }
  }

  // S380
  func testADefaultSeesALaterOverrideUnlessItTookACopy() {
    @Dependency(OuterKey.self) var outer
    XCTAssertEqual([outer.eager, outer.lazy, outer.inner.number], [-1, -1, -1])
    withDependencies {
      $0.number = 7
    } operation: {
      XCTAssertEqual([outer.eager, outer.lazy, outer.inner.number], [-1, 7, 7])
    }
  }

  private struct Model {
    @Dependency(\.number) var number
    @Dependency(OuterKey.self) var outer
  }

  // S383
  func testTheFirstAccessDecidesWhatADefaultCaptures() {
    @Dependency(OuterKey.self) var outer
    XCTAssertEqual(outer.lazy, -1)
    let model = withDependencies {
      $0.number = 1
    } operation: {
      Model()
    }
    XCTAssertEqual(model.number, 1)
    XCTAssertEqual(model.outer.lazy, -1)
    XCTAssertEqual(model.outer.eager, -1)
    withDependencies {
      $0.number = 42
    } operation: {
      XCTAssertEqual([model.number, model.outer.lazy], [42, 42])
    }
  }

  // S383
  func testADefaultFirstReadUnderAnOverrideKeepsIt() {
    @Dependency(OuterKey.self) var outer
    withDependencies {
      $0.number = 1
    } operation: {
      XCTAssertEqual(outer.lazy, 1)
    }
    XCTAssertEqual([outer.eager, outer.lazy, read(\.number)], [1, 1, -1])
  }

  // S383
  func testADefaultFirstReadThroughAModelCapturesItsValues() {
    let model = withDependencies {
      $0.number = 1
    } operation: {
      Model()
    }
    XCTAssertEqual([model.outer.eager, model.outer.lazy, model.outer.inner.number], [1, 1, 1])
    @Dependency(OuterKey.self) var outer
    XCTAssertEqual([outer.eager, outer.lazy, read(\.number)], [1, 1, -1])
  }

  // S383
  func testThePlaceOfUseCountsMoreForADefaultThanTheModel() {
    let model = withDependencies {
      $0.number = 1
      $0.testOnly = "model"
    } operation: {
      Model()
    }
    withDependencies {
      $0.number = 2
    } operation: {
      XCTAssertEqual([model.outer.eager, model.outer.lazy], [2, 2])
    }
    XCTAssertEqual(model.outer.eager, 2)
  }

  private enum LiveByFallbackKey: DependencyKey {
    static var liveValue: String {
      @Dependency(\.liveOnly) var liveOnly
      return "uses \(liveOnly)"
    }
    static var testValue: String {
      @Dependency(LiveOnlyKey.self) var liveOnly
      return "tests \(liveOnly)"
    }
  }

  func testAFaultOfAnInnerDefaultIsNotThatOfTheOuter() {
    @Dependency(LiveByFallbackKey.self) var outer
    let making = issues { XCTAssertEqual(outer, "tests live") }
    XCTAssertEqual(making.count, 1)
    XCTAssertTrue(making.allSatisfy { $0.message.contains("LiveOnlyKey") })
    XCTAssertEqual(issues { _ = outer }.count, 0)
  }
}

extension DependencyValues {
  fileprivate var alarm: DefaultTests.Alarm {
    get { self[DefaultTests.Alarm.self] }
    set { self[DefaultTests.Alarm.self] = newValue }
  }
}
