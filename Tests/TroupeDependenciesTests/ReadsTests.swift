import Troupe
import TroupeDependencies
import XCTest

private struct Flags: Codable, RecordableDependency {
  var isNew = false
}

private struct Stations: RecordableDependency {
  var names: @Sendable () -> [String]
  var height: @Sendable (_ name: String) -> Int

  func recorded(by recorder: DependencyRecorder) -> Stations {
    Stations(names: recorder.endpoint("names", names), height: recorder.endpoint("height", height))
  }
}

private enum FlagsKey: DependencyKey {
  static var liveValue: Flags { Flags() }
  static var testValue: Flags { Flags() }
}

private enum StationsKey: DependencyKey {
  static var liveValue: Stations { testValue }
  static var testValue: Stations { Stations(names: { ["Ulm"] }, height: { $0.count }) }
}

private struct Depth: TestDependencyKey, Sendable {
  var meters = 0
  static var testValue: Depth { Depth(meters: 3) }
}

extension DependencyValues {
  fileprivate var flags: Flags {
    get { self[FlagsKey.self] }
    set { self[FlagsKey.self] = newValue }
  }
  fileprivate var stations: Stations {
    get { self[StationsKey.self] }
    set { self[StationsKey.self] = newValue }
  }
}

private struct Sequential: RandomNumberGenerator {
  var state: UInt64 = 0

  mutating func next() -> UInt64 {
    state += 1
    return state
  }
}

/// What reductions read from dependencies.
final class ReadsTests: DependencyTestCase {
  private struct Reader: Sendable {
    @Dependency(\.flags) var flags
    @Dependency(\.flags.isNew) var isNew
    @Dependency(\.stations) var stations
    @Dependency(Depth.self) var depth
    @Dependency(\.stackElementID) var makeID
    @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
  }

  // S660
  func testTheReadsOfAReductionPassItsReader() {
    let (reader, values) = (ListingReader(), Reader())
    let sum = DependencyReads.pass(to: reader) {
      (values.isNew ? 1 : 0) + values.stations.names().count + values.stations.height("Ulm")
    }
    XCTAssertEqual(sum, 4)
    XCTAssertEqual(
      reader.reads,
      ["flags Flags(isNew: false)", #"stations.names ["Ulm"]"#, "stations.height 3"]
    )
  }

  // S660
  func testATaskThatAReducerStartedReadsWithoutTheReaderAfterwards() async {
    let (reader, values) = (ListingReader(), Reader())
    let (gate, opening) = AsyncStream<Never>.makeStream()
    let late = DependencyReads.pass(to: reader) {
      Task {
        for await _ in gate {}
        _ = values.isNew
        return DependencyReads.current == nil
      }
    }
    opening.finish()
    let hasNoReader = await late.value
    XCTAssertTrue(hasNoReader)
    XCTAssertEqual(reader.reads, [])
  }

  // S660
  func testOverridesPassItToo() {
    let (reader, values) = (ListingReader(), Reader())
    withDependencies {
      $0.flags.isNew = true
      $0.stations.names = { [] }
    } operation: {
      DependencyReads.pass(to: reader) {
        _ = values.isNew
        withDependencies {
          // Changing a part of a value reads nothing.
          $0.stations.height = { _ in 7 }
        } operation: {
          _ = (values.stations.names(), values.stations.height("Ulm"))
        }
      }
    }
    XCTAssertEqual(reader.reads, ["flags Flags(isNew: true)", "stations.names []", "stations.height 7"])
  }

  // S660
  func testRandomNumbersPassItOneByOne() {
    let (reader, values) = (ListingReader(), Reader())
    withDependencies {
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(Sequential())
    } operation: {
      let drawn = DependencyReads.pass(to: reader) {
        values.withRandomNumberGenerator { [$0.next(), $0.next()] }
      }
      XCTAssertEqual(drawn, [1, 2])
      XCTAssertEqual(reader.reads, ["withRandomNumberGenerator 1", "withRandomNumberGenerator 2"])
      // The generator has advanced.
      XCTAssertEqual(values.withRandomNumberGenerator { $0.next() }, 3)
    }
  }

  // S660, S661
  func testTheIDsOfAStackPassIt() {
    withDependencies {
      $0.stackElementID = .counting
    } operation: {
      let reader = ListingReader(answers: [StackElementID(integerLiteral: 7)])
      var stack = StackState<Int>()
      DependencyReads.pass(to: reader) { stack.append(contentsOf: [1, 2]) }
      XCTAssertEqual(stack.ids, [7, 8])
      XCTAssertEqual(reader.reads, ["stackElementID #7", "stackElementID #8"])
    }
  }

  // S661
  func testAReaderMayAnswerAndTheDependencyIsNotAsked() {
    let reader = ListingReader(answers: [["Bonn"], Flags(isNew: true), UInt64(9)])
    let values = Reader()
    withDependencies {
      $0.stations.names = unimplemented("names", placeholder: [])
    } operation: {
      DependencyReads.pass(to: reader) {
        XCTAssertEqual(values.stations.names(), ["Bonn"])
        XCTAssertTrue(values.flags.isNew)
        XCTAssertEqual(values.withRandomNumberGenerator { $0.next() }, 9)
      }
    }
  }

  // S662
  func testWhatIsReadOutsideOfTheReductionDoesNotPassIt() {
    let (reader, values) = (ListingReader(), Reader())
    let stations = DependencyReads.pass(to: reader) { values.stations }
    _ = (stations.names(), values.isNew, values.makeID())
    XCTAssertEqual(reader.reads, [])
  }

  // S660
  func testWhatWasLookedUpBeforePassesIt() {
    DependencyReads.use()
    let reader = ListingReader()
    let stations = Reader().stations
    DependencyReads.pass(to: reader) { _ = stations.names() }
    XCTAssertEqual(reader.reads, [#"stations.names ["Ulm"]"#])
  }

  // S664
  func testALookUpOfWhatIsNotRecordedIsTold() {
    let (reader, values) = (ListingReader(), Reader())
    DependencyReads.pass(to: reader) { XCTAssertEqual(values.depth.meters, 3) }
    XCTAssertEqual(reader.lookups, ["Depth"])
    XCTAssertEqual(reader.reads, [])
  }
}
