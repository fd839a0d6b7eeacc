import TroupeDependencies
import TroupeDiagnostics
import XCTest

/// Values that are set through key paths, which read what they replace.
final class KeyPathTests: DependencyTestCase {
  private func assertSets<Value: Equatable & Sendable>(
    _ member: WritableKeyPath<DependencyValues, Value>,
    _ value: Value,
    line: UInt = #line
  ) {
    let issues = issues {
      withDependencies {
        $0.station.spare = Station()
        $0[keyPath: member] = value
      } operation: {
        let values = DependencyValues.inForce
        XCTAssertEqual(values[keyPath: member], value, line: line)
      }
    }
    // One, of the assertion, if the value that is set isn't the value that is read.
    XCTAssertEqual(issues.map(\.message), [], line: line)
  }

  // S400
  func testSettingThroughAKeyPathUsesNothing() {
    assertSets(\.station.degrees, 5)
    assertSets(\.station.settings.limit, 6)
    assertSets(\.station.settings.range.upper, 7)
    assertSets(\.station.settings.range, Station.Range(lower: 1, upper: 2))
    assertSets(\.station[sensor: "roof"], 8)
    assertSets(\.station.spare!.degrees, 9)
    assertSets(\.station.spareDegrees, 10)
    assertSets(\.station.probe.degrees, 11)
    assertSets(\.degrees, 12)
    assertSets(\.number, 13)
  }

  // S400
  func testAnAssignmentToAMemberUsesNothing() {
    let issues = issues {
      withDependencies {
        $0.station.degrees = 5
        $0.degrees = 6
        $0[keyPath: \.station].degrees = 7
      } operation: {
        XCTAssertEqual(read(\.station.degrees), 7)
      }
    }
    XCTAssertEqual(issues.map(\.message), [])
  }

  // S400
  func testReadingThroughAKeyPathIsAUse() {
    let issues = issues {
      withDependencies {
        XCTAssertEqual($0[keyPath: \.station.degrees], 0)
        $0[keyPath: \.station.degrees] += 1
      } operation: {
        XCTAssertEqual(read(\.station.degrees), 1)
      }
    }
    XCTAssertEqual(issues.count, 2)
    XCTAssertTrue(
      issues.allSatisfy {
        $0.message.hasPrefix("Station.sense (") || $0.message.contains("Station.sense")
      }
    )
  }

  // S400
  func testWhatAnAssignmentEvaluatesIsAUse() {
    let issues = issues {
      withDependencies {
        $0[keyPath: \.station.degrees] = $0.station.sense() + 1
      } operation: {
        XCTAssertEqual(read(\.station.degrees), 1)
      }
    }
    XCTAssertEqual(issues.count, 1)
  }

  // S400
  func testPreparedValuesAreSetThroughKeyPaths() {
    let issues = issues {
      withFreshDependencies {
        prepareDependencies { $0[keyPath: \.station.settings.limit] = 3 }
        XCTAssertEqual(read(\.station.settings.limit), 3)
      }
    }
    XCTAssertEqual(issues.map(\.message), [])
  }

  // S371
  func testALiveValueIsReplacedThroughAKeyPathWithoutAnIssue() {
    let issues = issues {
      withDependencies {
        $0[keyPath: \.liveOnlyByWrapper] = "set"
      } operation: {
        XCTAssertEqual(read(\.liveOnly), "set")
      }
    }
    XCTAssertEqual(issues.map(\.message), [])
  }

  // S400
  func testWhatIsReplacedIsNoReadOfAReduction() {
    let reader = ListingReader()
    DependencyReads.pass(to: reader) {
      withDependencies {
        $0[keyPath: \.limits.highest] = 3
      } operation: {
        XCTAssertEqual(read(\.limits.highest), 3)
      }
    }
    XCTAssertEqual(reader.lookups, [])
    XCTAssertEqual(reader.reads, ["limits.highest 3"])
  }
}

/// A client whose members use an endpoint when they are read.
private struct Station: Sendable {
  struct Range: Equatable, Sendable {
    var lower = 0
    var upper = 0
  }

  struct Settings: Sendable {
    var load: @Sendable () -> Range
    var range: Range {
      get { load() }
      set { load = { newValue } }
    }
    var limit: Int {
      get { range.upper }
      set { load = { Range(lower: 0, upper: newValue) } }
    }
  }

  /// Properties with setters that change only the object.
  final class Probe: Sendable {
    private let set = Locked<Int?>(nil)

    var degrees: Int {
      get {
        let fallback: @Sendable () -> Int = unimplemented("Probe.degrees", placeholder: 0)
        return set.withLock { $0 } ?? fallback()
      }
      set { set.withLock { $0 = newValue } }
    }
  }

  var sense: @Sendable () -> Int = unimplemented("Station.sense", placeholder: 0)
  var settings = Settings(load: unimplemented("Settings.load", placeholder: Range()))
  var probe = Probe()
  private var spares: [Station] = []

  var degrees: Int {
    get { sense() }
    set { sense = { newValue } }
  }

  var spare: Station? {
    get { spares.first }
    set { spares = newValue.map { [$0] } ?? [] }
  }

  var spareDegrees: Int {
    get { spare?.degrees ?? 0 }
    set { spare?.degrees = newValue }
  }

  subscript(sensor name: String) -> Int {
    get { degrees }
    set { degrees = newValue }
  }
}

/// A dependency that records its reads.
private struct Limits: RecordableDependency {
  var highest: Int {
    get {
      let highest = read
      return DependencyReads.current?.value("limits.highest") { highest() } ?? highest()
    }
    set { read = { newValue } }
  }

  private var read: @Sendable () -> Int = { 1 }

  func recorded(by recorder: DependencyRecorder) -> Limits { self }
}

extension DependencyValues {
  fileprivate static var inForce: DependencyValues { DependencyValues(.current) }

  fileprivate var station: Station {
    get { self[StationKey.self] }
    set { self[StationKey.self] = newValue }
  }

  fileprivate var limits: Limits {
    get { self[LimitsKey.self] }
    set { self[LimitsKey.self] = newValue }
  }

  fileprivate var degrees: Int {
    get { station.degrees }
    set { station.degrees = newValue }
  }

  fileprivate var liveOnlyByWrapper: String {
    get { read(\.liveOnly) }
    set { liveOnly = newValue }
  }
}

private enum StationKey: TestDependencyKey {
  static var testValue: Station { Station() }
}

private enum LimitsKey: TestDependencyKey {
  static var testValue: Limits { Limits() }
}
