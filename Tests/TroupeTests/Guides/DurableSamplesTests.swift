import Foundation
import TroupeDurable
import TroupeFoundation
import XCTest

/// The samples of the doc comments of `TroupeDurable`.
final class DurableSamplesTests: XCTestCase {
  struct Countdown: Codable, Equatable {
    var name: String
    var end: Date
  }

  // StateCodec
  func testACodec() throws {
    let end = Date(timeIntervalSince1970: 1_767_225_600)
    let codec = StateCodec(Countdown.self, version: 2, format: JSONFormat()) { old in
      // In version 1 a countdown had no name.
      old.version == 1 ? Countdown(name: "", end: try old.decode(Date.self)) : nil
    }
    let bytes = try codec.encode(Countdown(name: "tea", end: end))
    let countdown = try codec.decode(bytes)
    XCTAssertEqual(countdown, Countdown(name: "tea", end: end))
    let old = try StateCodec(Date.self, version: 1, format: JSONFormat()).encode(end)
    XCTAssertEqual(try codec.decode(old), Countdown(name: "", end: end))
  }

  // checkStorage
  func testAStorageIsChecked() async {
    await checkStorage { MemoryStorage() }
  }
}
