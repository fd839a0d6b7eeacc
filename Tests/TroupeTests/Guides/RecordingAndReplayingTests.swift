import Troupe
import TroupeDependencies
import XCTest

private struct Flags: Codable, Sendable {
  var isNew = false
}

private struct Stations: Sendable {
  var names: @Sendable () -> [String]
}

extension Flags: RecordableDependency {}

extension Stations: RecordableDependency {
  func recorded(by recorder: DependencyRecorder) -> Stations {
    var stations = self
    stations.names = recorder.endpoint("names", names)
    return stations
  }
}

private enum FlagsKey: DependencyKey {
  static var liveValue: Flags { Flags() }
  static var testValue: Flags { Flags(isNew: true) }
}

private enum StationsKey: DependencyKey {
  static var liveValue: Stations { Stations(names: { [] }) }
  static var testValue: Stations { Stations(names: { ["Ulm"] }) }
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

/// The samples of the guide "Recording and replaying" and of the documentation of what it is about.
final class RecordingAndReplayingTests: XCTestCase {
  func testADependencyThatCanBeRecordedIsOneLikeAnyOther() {
    @Dependency(\.flags) var flags
    @Dependency(\.stations) var stations
    XCTAssertTrue(flags.isNew)
    XCTAssertEqual(stations.names(), ["Ulm"])
  }
}
