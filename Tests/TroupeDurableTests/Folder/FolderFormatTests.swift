import Troupe
import TroupeTesting
import XCTest

@testable import TroupeDurable

/// The headers and the names of the files of a ``FolderStorage``, byte by byte.
final class FolderFormatTests: XCTestCase {
  private static let revision = StorageRevision(high: 0x0102_0304_0506_0708, low: 0x090A_0B0C_0D0E_0F10)

  private static func damage(_ read: () throws -> Void) -> FileHeader.Damage? {
    do { try read() } catch { return error as? FileHeader.Damage }
    return nil
  }

  /// A header with other bytes from an offset on, and with the right checksum.
  private static func changed(_ header: [UInt8], at offset: Int, _ bytes: [UInt8]) -> [UInt8] {
    var header = header
    header.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    header.replaceSubrange(8..<16, with: little(CRC64.checksum(of: header[16...])))
    return header
  }

  private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  // MARK: Headers

  func testAHeaderHasItsPartsInTheirOrder() throws {
    let wake = WallClockInstant(sinceEpoch: Duration(secondsComponent: 7, attosecondsComponent: 9))
    let bytes = Array("value".utf8)
    let covered =
      Self.little(Self.revision.low) + Self.little(Self.revision.high) + [1]
      + Self.little(7 as Int64) + Self.little(9 as Int64)
      + Self.little(5 as UInt64) + Self.little(CRC64.checksum(of: bytes[...]))
      + Self.little(3 as UInt32) + Array("key".utf8)
    let checksum = Self.little(CRC64.checksum(of: covered[...]))
    XCTAssertEqual(
      FileHeader("key", Self.revision, wake, bytes).encoded,
      Array("troupe1\n".utf8) + checksum + covered
    )
    // Without a wake, its bytes are zero.
    let without = FileHeader("key", Self.revision, nil, bytes).encoded
    XCTAssertEqual(without[32...48], ArraySlice(repeating: 0, count: 17))
  }

  func testAHeaderIsReadAsItWasWritten() throws {
    let instants = [nil, (0, 0), (1, 0), (0, 1), (-1, 0), (-1, -1), (Int64.max, 0), (Int64.min, 0)].map {
      (parts: (Int64, Int64)?) in
      parts.map {
        WallClockInstant(sinceEpoch: Duration(secondsComponent: $0.0, attosecondsComponent: $0.1))
      }
    }
    for key in ["", "key", "é", String(repeating: "long", count: 500)] {
      for wake in instants {
        for bytes in [[], [0], Array(0...255)] as [[UInt8]] {
          let header = FileHeader(StorageKey(key), Self.revision, wake, bytes)
          let read = try FileHeader(header.encoded + bytes)
          XCTAssertEqual(read, header)
          XCTAssertEqual(read.key.text, key)
          XCTAssertEqual(read.revision, Self.revision)
          XCTAssertEqual(read.wake, wake)
          XCTAssertEqual(try read.bytes(in: header.encoded + bytes), bytes)
          XCTAssertEqual(
            try FileHeader.count(in: header.encoded, of: header.encoded.count),
            header.encoded.count
          )
          XCTAssertNoThrow(try read.checkSize(header.encoded.count + bytes.count))
        }
      }
    }
  }

  func testAHeaderThatIsCutOrChangedIsDamaged() {
    let whole = FileHeader("key", Self.revision, .start, [1, 2]).encoded
    for count in 0..<whole.count {
      let damage = Self.damage { _ = try FileHeader(Array(whole.prefix(count))) }
      XCTAssertEqual(damage, count < whole.count - 3 ? .noHeader : .wrongHeader, "\(count)")
    }
    for index in whole.indices {
      var changed = whole
      changed[index] ^= 1
      let damage = Self.damage { _ = try FileHeader(changed) }
      XCTAssertEqual(damage, index < 8 ? .noHeader : .wrongHeader, "\(index)")
    }
    XCTAssertEqual(Self.damage { _ = try FileHeader.count(in: whole, of: whole.count - 1) }, .wrongHeader)
  }

  func testTheCountOfTheBytesHasToBeRight() throws {
    let bytes: [UInt8] = [1, 2]
    let whole = FileHeader("key", Self.revision, nil, bytes).encoded
    let right = try FileHeader(whole)
    for size in [0, whole.count, whole.count + 1, whole.count + 3] {
      XCTAssertEqual(Self.damage { try right.checkSize(size) }, .wrongBytes, "\(size)")
    }
    XCTAssertNil(Self.damage { try right.checkSize(whole.count + 2) })
    // The checksum of the bytes is right, and their count isn't.
    let other = try FileHeader(Self.changed(whole, at: 49, Self.little(3 as UInt64)))
    XCTAssertEqual(Self.damage { _ = try other.bytes(in: whole + bytes) }, .wrongBytes)
    // The count is right, and the checksum isn't.
    XCTAssertEqual(Self.damage { _ = try right.bytes(in: whole + [1, 3]) }, .wrongBytes)
    // A sum with the largest count would overflow to a small one.
    let endless = try FileHeader(Self.changed(whole, at: 49, Self.little(UInt64.max)))
    XCTAssertEqual(Self.damage { try endless.checkSize(whole.count - 1) }, .wrongBytes)
  }

  func testADamageSaysWhatIsWrong() {
    let texts: [(FileHeader.Damage, says: String)] = [
      (.noHeader, "doesn't start with this storage's header"),
      (.wrongHeader, "the header's checksum or length is invalid"),
      (.wrongBytes, "the number of bytes is invalid"),
      (.otherKey("a.state"), "another key, whose file is called a.state"),
      (.noFile, "something else has the file's name"),
      (.missing(evidence: "/keys/a.key"), "although the storage didn't remove it, as /keys/a.key shows"),
    ]
    for (damage, says) in texts { XCTAssertTrue("\(damage)".contains(says), "\(damage)") }
  }

  // MARK: Names

  func testNamesOfFilesAreWritten() {
    let names = [
      "az09-_": "az09-_", "AZ": "%41%5a", "\0\n": "%00%0a", "/:@[`{~": "%2f%3a%40%5b%60%7b%7e", "é": "%c3%a9",
      "\u{7f}": "%7f", "*": "%2a", " ": "%20", "": "",
    ]
    for (key, name) in names { XCTAssertEqual(FileName(of: StorageKey(key)).text, name) }
    let slashes = String(repeating: "/", count: 33)
    XCTAssertEqual(FileName(of: StorageKey(slashes + "a")).text, String(repeating: "%2f", count: 33) + "a")
    XCTAssertTrue(FileName(of: StorageKey(slashes + "/")).text.hasPrefix("~"))
    let hash = SHA256.hash(of: "long".utf8)
    XCTAssertNil(FileName(text: "A" + hash))
    for other in ["~" + hash.dropLast(), "~" + hash + "0", "~g" + hash.dropFirst(), hash + "~"] {
      let name = FileName(text: other)
      XCTAssertTrue(name == nil || name?.key != nil, other)
      if other.hasPrefix("~") { XCTAssertNil(name, other) }
    }
  }

  // MARK: Markers

  func testMarkersAreWrittenAndRead() throws {
    let key = FileName(of: "key")
    let markers: [(Int64, Int64, text: String)] = [
      (0, 0, "8000000000000000.000000000000000"), (1, 0, "8000000000000001.000000000000000"),
      (1, 1, "8000000000000001.000000000000001"),
      (0, 999_999_999_999_999_999, "8000000000000000.de0b6b3a763ffff"),
      (-1, 0, "7fffffffffffffff.000000000000000"), (-1, -1, "7ffffffffffffffe.de0b6b3a763ffff"),
      (0, -500_000_000_000_000_000, "7fffffffffffffff.6f05b59d3b20000"),
      (.max, 0, "ffffffffffffffff.000000000000000"), (.min, 0, "0000000000000000.000000000000000"),
    ]
    for (seconds, attoseconds, text) in markers {
      let wake = WallClockInstant(
        sinceEpoch: Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
      )
      XCTAssertEqual(WakeMarker(wake, key).text, "\(text).key")
      XCTAssertEqual(WakeMarker(text: "\(text).key"), WakeMarker(wake, key))
      XCTAssertEqual(WakeMarker.limit(before: wake), text)
    }
    XCTAssertEqual(WakeMarker(WakeMarker.unknown, key).text, "0000000000000000.000000000000000.key")
    let name = try XCTUnwrap(WakeMarker(text: "8000000000000000.000000000000000.a%2eb")).name
    XCTAssertEqual(name.key, "a.b")
    let ofEmptyKey = WakeMarker(.start, FileName(of: ""))
    XCTAssertEqual(WakeMarker(text: ofEmptyKey.text), ofEmptyKey)
  }

  /// A folder may contain any files.
  // S779
  func testWhatIsNoMarkerIsNotRead() {
    for text in [
      "ffffffffffffffff.de0b6b3a7640000.key", "ffffffffffffffff.7fffffffffffffff.key",
      "0000000000000000.-00000000000001.key", "8000000000000000.-00000000000001.key",
      "8000000000000000.000000000000000", "8000000000000000..key", ".000000000000000.key",
      "8000000000000000.000000000000000.", "8000000000000000.000000000000000..key",
      "8000000000000000..000000000000000.key", "18000000000000000.000000000000000.key",
    ] {
      let marker = WakeMarker(text: text)
      XCTAssertTrue(marker == nil || marker?.name.key == "", text)
    }
  }

  func testMarkersAreComparedByTheirInstantsAndNames() {
    let (early, late) = (WallClockInstant.start, WallClockInstant.start.advanced(by: .nanoseconds(1)))
    let markers = [
      WakeMarker(early, FileName(of: "b")), WakeMarker(early, FileName(of: "c")),
      WakeMarker(late, FileName(of: "a")),
    ]
    for (index, marker) in markers.enumerated() {
      for (other, another) in markers.enumerated() { XCTAssertEqual(marker < another, index < other) }
    }
    XCTAssertTrue(WakeMarker.mayBe(markers[0].text, before: WakeMarker.limit(before: late)))
    XCTAssertFalse(WakeMarker.mayBe(markers[0].text, before: WakeMarker.limit(before: early)))
    XCTAssertFalse(WakeMarker.mayBe(markers[2].text, before: WakeMarker.limit(before: early)))
  }
}
