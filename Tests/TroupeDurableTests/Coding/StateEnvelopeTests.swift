import Troupe
import TroupeFoundation
import XCTest

@testable import TroupeDurable

/// The line before an encoded state, and its contents.
final class StateEnvelopeTests: XCTestCase {
  private static func read(_ text: String) -> (StateEnvelope, start: Int)? {
    StateEnvelope.read(Array(text.utf8))
  }

  private static func envelope(_ sites: [String]) throws -> StateEnvelope {
    var envelope = StateEnvelope(version: 3, format: "json")
    envelope.causes = try sites.enumerated().map { number, site in
      let action = try XCTUnwrap(ActionID("00000000000000ff.\(number + 12)"))
      let root = try XCTUnwrap(ActionID("00000000000000ff.\(number + 3)"))
      return SavedCause(site: site, cause: Cause(action: action, root: root))
    }
    return envelope
  }

  func testALineIsReadAsItWasWritten() throws {
    let line = StateEnvelope(version: 3, format: "json").bytes
    XCTAssertEqual(String(decoding: line, as: UTF8.self), "troupe-state 1 3 json\n")
    // A state may have line breaks, and may be long.
    for state in ["", "\n", "{\n}\n", String(repeating: "a", count: 1_000)] {
      let (found, start) = try XCTUnwrap(StateEnvelope.read(line + Array(state.utf8)))
      XCTAssertEqual(found.version, 3)
      XCTAssertEqual(found.format, "json")
      XCTAssertTrue(found.causes.isEmpty)
      XCTAssertEqual(start, line.count)
    }
  }

  // S617
  func testCausesAreReadAsTheyWereWritten() throws {
    let envelope = try Self.envelope(["/rows[7] a b c", "a\nb\r\nc"])
    let lines = """
      00000000000000ff.12 00000000000000ff.3 /rows[7] a b c
      00000000000000ff.13 00000000000000ff.4 a b c

      """
    let text = String(decoding: envelope.bytes, as: UTF8.self)
    XCTAssertEqual(text, "troupe-state 2 3 json \(lines.utf8.count)\n\(lines)")
    for state in ["", "{}\n"] {
      let (found, start) = try XCTUnwrap(StateEnvelope.read(envelope.bytes + Array(state.utf8)))
      XCTAssertEqual(found.version, 3)
      XCTAssertEqual(found.format, "json")
      XCTAssertEqual(found.causes.map(\.site), ["/rows[7] a b c", "a b c"])
      XCTAssertEqual(found.causes.map(\.cause.action), envelope.causes.map(\.cause.action))
      XCTAssertEqual(found.causes.map(\.cause.root), envelope.causes.map(\.cause.root))
      XCTAssertEqual(start, envelope.bytes.count)
    }
  }

  func testACodecWritesTheCausesBeforeAState() throws {
    let codec = StateCodec(String.self, version: 3, format: JSONFormat())
    let envelope = try Self.envelope(["site"])
    let bytes = try codec.encode("tea", envelope.causes)
    XCTAssertEqual(bytes, envelope.bytes + Array(#""tea""#.utf8))
    let decoded = try codec.decodeWithCauses(bytes)
    XCTAssertEqual(decoded.state, "tea")
    XCTAssertEqual(decoded.causes.map(\.site), ["site"])
  }

  func testALineHasItsFormAndItsLength() {
    for line in [
      "", "1", "1 1", "1  1 json", " 1 1 json", "1 1 json ", "1 1 json 0", "1 0 json", "0 1 json", "1 json 1",
      "2 1 json", "2 1 json 0 0", "3 1 json", "3 1 json 0",
    ] {
      XCTAssertNil(Self.read("troupe-state \(line)\n{}"), line)
    }
    XCTAssertNil(Self.read("troupe+state 1 1 json\n{}"))
    XCTAssertNil(Self.read("troupe-state 1 1 json{}"))
    // A version number may have leading zeros, so that a line can have any length.
    for (zeros, isRead) in [(0, true), (98, true), (99, false), (200, false)] {
      let line = "troupe-state 1 \(String(repeating: "0", count: zeros))1 json\n"
      XCTAssertEqual(Self.read(line)?.0.version, isRead ? 1 : nil, "\(line.count)")
    }
  }

  func testCausesHaveTheirFormAndTheirLength() throws {
    let line = "00000000000000ff.12 00000000000000ff.3 site\n"
    let head = "troupe-state 2 1 json"
    XCTAssertEqual(Self.read("\(head) \(line.count)\n\(line)")?.0.causes.count, 1)
    for count in [line.count + 1, line.count + 2, line.count + head.count, -1, 1] {
      XCTAssertNil(Self.read("\(head) \(count)\n\(line)"), "\(count)")
    }
    for other in [
      "00000000000000ff.12 00000000000000ff.3\n", "00000000000000ff.12\n", "x 00000000000000ff.3 site\n",
      "00000000000000ff.12 x site\n", "\(line)x\n",
    ] {
      XCTAssertNil(Self.read("\(head) \(other.count)\n\(other)"), other)
    }
  }

  func testANameOfAFormatIsShortAndPlain() {
    for name in ["a", "z", "0", "9", ".", "-", "json", "a-z.09", String(repeating: "a", count: 40)] {
      XCTAssertTrue(StateEnvelope.isName(name), name)
    }
    for name in ["", "A", "aA", "a_", "a b", "é", "a/", "`", "{", ":", String(repeating: "a", count: 41)] {
      XCTAssertFalse(StateEnvelope.isName(name), name)
    }
  }
}
