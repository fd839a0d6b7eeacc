import Foundation
import TroupeDurable
import TroupeFoundation
import XCTest

final class StateCodecTests: XCTestCase {
  private struct Tea: Codable, Hashable {
    var name: String
    var minutes: Double
  }

  private func codec(
    _ version: Int = 1,
    _ format: any StateFormat = JSONFormat(),
    migrate: @escaping @Sendable (StoredState) throws -> Tea? = { _ in nil }
  ) -> StateCodec<Tea> {
    StateCodec(version: version, format: format, migrate: migrate)
  }

  /// Expects that bytes can't be decoded, and returns the error.
  @discardableResult
  private func problem(
    _ code: StateCodingError.Code,
    _ codec: StateCodec<Tea>,
    _ bytes: [UInt8],
    line: UInt = #line
  ) throws -> StateCodingError {
    do throws(StateCodingError) {
      XCTFail("It was decoded as \(try codec.decode(bytes)).", line: line)
    } catch {
      XCTAssertEqual(error.code, code, "\(error)", line: line)
      XCTAssertEqual(error.bytes, bytes, line: line)
      XCTAssertLessThan("\(error)".count, 1_000, line: line)
      return error
    }
    throw CancellationError()
  }

  func testAStateIsDecodedAsItWasEncoded() throws {
    let tea = Tea(name: "Sencha\n", minutes: 1.5)
    let bytes = try codec().encode(tea)
    XCTAssertEqual(try codec().decode(bytes), tea)
    XCTAssertTrue(String(decoding: bytes, as: UTF8.self).hasPrefix("troupe-state 1 1 json\n{"))
  }

  // S617
  func testCausesThatStandBeforeAStateAreRead() throws {
    let line = "00000000000000ff.12 00000000000000ff.3 /rows[7] Tea/Tea.swift:12"
    let state = #"{"name":"Sencha","minutes":1}"#
    func bytes(_ head: String) -> [UInt8] { Array(head.utf8) + Array(state.utf8) }
    let count = line.utf8.count + 1
    XCTAssertEqual(try codec().decode(bytes("troupe-state 2 1 json \(count)\n\(line)\n")).name, "Sencha")
    XCTAssertEqual(try codec().decode(bytes("troupe-state 2 1 json 0\n")).name, "Sencha")
    for head in [
      "2 1 json", "2 1 json -1", "2 1 json 9999", "2 1 json 4", "3 1 json 0", "2 1 json x", "1 1 json 0",
    ] {
      try problem(.notAState, codec(), bytes("troupe-state \(head)\n\(line)\n"))
    }
  }

  func testTheFormatIsTheUsers() throws {
    let format = JSONFormat {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      encoder.keyEncodingStrategy = .convertToSnakeCase
      return encoder
    } decoder: {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      return decoder
    }
    let bytes = try codec(1, format).encode(Tea(name: "a", minutes: 2))
    XCTAssertEqual(
      String(decoding: bytes, as: UTF8.self),
      "troupe-state 1 1 json\n{\"minutes\":2,\"name\":\"a\"}"
    )
    XCTAssertEqual(try codec(1, format).decode(bytes), Tea(name: "a", minutes: 2))
  }

  func testAnEarlierVersionIsMigrated() throws {
    struct OldTea: Codable { let title: String }
    let old = try StateCodec(OldTea.self, version: 2, format: JSONFormat()).encode(OldTea(title: "Assam"))
    let new = codec(3) { old in
      old.version == 2 ? Tea(name: try old.decode(OldTea.self).title, minutes: 4) : nil
    }
    XCTAssertEqual(try new.decode(old), Tea(name: "Assam", minutes: 4))
    let bytes = try new.encode(Tea(name: "a", minutes: 1))
    XCTAssertEqual(try new.decode(bytes), Tea(name: "a", minutes: 1))
    let older = try codec(1).encode(Tea(name: "a", minutes: 1))
    let error = try problem(.unknownVersion, new, older)
    XCTAssertEqual(error.version, 1)
    XCTAssertTrue("\(error)".contains("version 1, which the `StateCodec`'s `migrate`"), "\(error)")
  }

  func testAMigrationThatFailsKeepsTheBytes() throws {
    let old = try codec(1).encode(Tea(name: "a", minutes: 1))
    let new = codec(2) { old in Tea(name: try old.decode(String.self), minutes: 0) }
    let error = try problem(.undecodable, new, old)
    XCTAssertTrue(error.underlying is DecodingError)
    XCTAssertEqual(error.version, 1)
  }

  func testALaterVersionIsNotTouched() throws {
    let migrated = codec(1) { _ in
      XCTFail("There is nothing to migrate.")
      return nil
    }
    let error = try problem(.newerVersion, migrated, codec(2).encode(Tea(name: "a", minutes: 1)))
    XCTAssertEqual(error.version, 2)
    XCTAssertTrue("\(error)".contains("Run a later version of the program."), "\(error)")
  }

  func testWhatCannotBeDecodedIsKept() throws {
    let bytes = Array("troupe-state 1 1 json\n{\"name\": 3}".utf8)
    let error = try problem(.undecodable, codec(), bytes)
    XCTAssertTrue(error.underlying is DecodingError)
    try problem(.undecodable, codec(), Array("troupe-state 1 1 json\n".utf8))
    try problem(.undecodable, codec(), Array("troupe-state 1 1 json\n\0\u{FF}".utf8))
  }

  func testWhatNoCodecHasWrittenIsNotAState() throws {
    let texts = [
      "", "\n", "{}", "troupe-state 1 1 json", "troupe-state 2 1 json\n{}", "troupe-state 1 0 json\n{}",
      "troupe-state 1 -1 json\n{}", "troupe-state 1 1 1 json\n{}", "troupe-state 1 x json\n{}",
      "troupe-state 1 1 \n{}",
      "troupe-state 1 1 JSON\n{}", String(repeating: " ", count: 1_000) + "\n",
      "troupe-state 1 99999999999999999999 json\n{}",
    ]
    for text in texts { try problem(.notAState, codec(), Array(text.utf8)) }
  }

  func testAnotherFormatIsNotDecoded() throws {
    struct Other: StateFormat {
      let name = "other-2.0"
      func encode(_ value: some Encodable) throws -> [UInt8] { [1, 2] }
      func decode<Value: Decodable>(_ type: Value.Type, from bytes: ArraySlice<UInt8>) throws -> Value {
        throw CancellationError()
      }
    }
    let bytes = try codec(1, Other()).encode(Tea(name: "a", minutes: 1))
    let error = try problem(.otherFormat, codec(), bytes)
    XCTAssertTrue("\(error)".contains("encoded as other-2.0, not as json"), "\(error)")
  }

  func testWhatCannotBeEncodedIsAnError() throws {
    do throws(StateCodingError) {
      let bytes = try codec().encode(Tea(name: "a", minutes: .infinity))
      XCTFail("It was encoded to \(bytes.count) bytes.")
    } catch {
      XCTAssertEqual(error.code, .unencodable)
      XCTAssertTrue(error.underlying is EncodingError)
      XCTAssertEqual(error.bytes, [])
    }
  }
}
