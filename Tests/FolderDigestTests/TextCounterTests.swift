import XCTest

@testable import FolderDigest

final class TextCounterTests: FolderDigestTestCase {
  private static let texts: [[UInt8]] = [
    [],
    Array("\n".utf8),
    Array("no newline at the end".utf8),
    Array("two\nlines\n".utf8),
    Array(" \t\n\u{0B}\u{0C}\r spaces\r\nof\u{0B}every\u{0C}kind\t \n\n".utf8),
    Array("It's the THE tHe\u{2014}well-known 3rd naïve café".utf8),
    Array("é ü 語 \u{1F600}\u{A0}x".utf8),
    Array("a\u{7F}\u{1}b \u{10FFFF}\u{FFFD}\u{D7FF}\u{E000}".utf8),
  ]

  private static let notTexts: [(bytes: [UInt8], error: FileError)] = [
    ([0], .binary),
    (Array("text, then\0".utf8), .binary),
    ([0x61, 0xFF], .notUTF8),
    ([0x80], .notUTF8),
    ([0xC0, 0x80], .notUTF8),
    ([0xE0, 0x9F, 0xBF], .notUTF8),
    ([0xED, 0xA0, 0x80], .notUTF8),
    ([0xF0, 0x8F, 0xBF, 0xBF], .notUTF8),
    ([0xF4, 0x90, 0x80, 0x80], .notUTF8),
    (Array("breaks off: ".utf8) + [0xE2, 0x82], .notUTF8),
    ([0xF0, 0x9F, 0x98], .notUTF8),
    ([0xE2, 0x82, 0x41], .notUTF8),
    ([0xC3, 0x00], .binary),
  ]

  func testChunksMakeNoDifference() throws {
    for bytes in Self.texts {
      let expected = counted(bytes)
      for chunks in splits(of: bytes) {
        XCTAssertEqual(try count(chunks), expected, "\(chunks)")
      }
    }
  }

  func testWhatIsNoTextIsRefusedHoweverItIsCut() {
    for (bytes, expected) in Self.notTexts {
      for chunks in splits(of: bytes) {
        XCTAssertThrowsError(try count(chunks), "\(chunks)") { XCTAssertEqual($0 as? FileError, expected) }
      }
    }
  }

  func testTheCheckAgreesWithTheStandardLibrary() {
    let edges: [UInt8] = [0x01, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
    let tails: [[UInt8]] = [[], [0x41], [0x80], [0xBF], [0x80, 0xBF], [0xBF, 0x41], [0x80, 0x80, 0x80]]
    for first in UInt8.min...UInt8.max {
      for second in edges {
        for tail in tails {
          let bytes = [first, second] + tail
          var check = UTF8Check()
          let isValid = bytes.allSatisfy { check.accepts($0) } && check.isComplete
          XCTAssertEqual(isValid, String(validating: bytes, as: UTF8.self) != nil, "\(bytes)")
        }
      }
    }
  }

  private func count(_ chunks: [ArraySlice<UInt8>]) throws -> Digest {
    var counter = TextCounter()
    for chunk in chunks { try counter.count(chunk) }
    return try counter.finish("file")
  }

  /// The text as a whole, in two and three parts cut anywhere, and byte by byte.
  private func splits(of bytes: [UInt8]) -> [[ArraySlice<UInt8>]] {
    var splits = [[bytes[...]], bytes.indices.map { bytes[$0...$0] }]
    for second in 0...bytes.count {
      for first in 0...second { splits.append([bytes[..<first], bytes[first..<second], bytes[second...]]) }
    }
    return splits
  }

  /// The same numbers, counted in the obvious way.
  private func counted(_ bytes: [UInt8]) -> Digest {
    let space = Array(" \t\n\u{0B}\u{0C}\r".utf8)
    let lowercase = bytes.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    var digest = Digest()
    digest.lines = bytes.count { $0 == 0x0A }
    digest.words = bytes.split { space.contains($0) }.count
    digest.bytes = bytes.count
    for run in lowercase.split(whereSeparator: { !(0x61...0x7A).contains($0) }) {
      digest.frequencies[String(decoding: run, as: UTF8.self), default: 0] += 1
    }
    digest.files = [Digest.File(path: "file", bytes: bytes.count)]
    return digest
  }
}
