import TroupeComposable
import XCTest

final class WrapperTests: XCTestCase {
  private final class Note {
    var text = "a"
  }

  // S826
  func testAnUncheckedValueIsUsedLikeTheValue() async {
    @UncheckedSendable var note = Note()
    let text = await Task { [$note] in $note.text }.value
    XCTAssertEqual(text, "a")
    var number = UncheckedSendable([1])
    number[0] = 2
    number.value.append(3)
    XCTAssertEqual(number, UncheckedSendable([2, 3]))
    XCTAssertEqual(number.count, 2)
  }

  // S826
  func testAnUncheckedValueIsCodedLikeTheValue() throws {
    let data = try JSONEncoder().encode([UncheckedSendable("a")])
    XCTAssertEqual(String(decoding: data, as: UTF8.self), #"["a"]"#)
    XCTAssertEqual(try JSONDecoder().decode([UncheckedSendable<String>].self, from: data).map(\.value), ["a"])
  }

  // S826
  func testHashableValuesOfAnyTypeAreCompared() {
    let ids: Set<AnyHashableSendable> = ["a", 1, true]
    XCTAssertTrue(ids.contains(AnyHashableSendable("a")))
    XCTAssertFalse(ids.contains(AnyHashableSendable("b")))
    // As `AnyHashable`, whatever the type of the number is.
    XCTAssertTrue(ids.contains(AnyHashableSendable(UInt8(1))))
    let base: any Hashable & Sendable = AnyHashableSendable(AnyHashableSendable(1))
    XCTAssertEqual(AnyHashableSendable(base), 1)
    XCTAssertTrue(AnyHashableSendable(base).base is Int)
    XCTAssertEqual("\(AnyHashableSendable(1))", "1")
    XCTAssertEqual(String(reflecting: AnyHashableSendable("a")), #"AnyHashableSendable("a")"#)
  }

  private struct Failure: Error, Equatable {}

  // S826
  func testASequenceBecomesAStream() async throws {
    let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
    let stream: AsyncStream<String> = numbers.map { "\($0)" }.eraseToStream()
    continuation.yield(1)
    continuation.yield(2)
    continuation.finish()
    var found: [String] = []
    for await element in stream { found.append(element) }
    XCTAssertEqual(found, ["1", "2"])
  }

  // S826
  func testAStreamPassesOnTheErrorAndTheEnd() async throws {
    let failing = AsyncThrowingStream<Int, any Error> { continuation in
      continuation.yield(1)
      continuation.finish(throwing: Failure())
    }
    var found: [Int] = []
    do {
      for try await element in failing.eraseToThrowingStream() { found.append(element) }
      XCTFail("It has to throw.")
    } catch {
      XCTAssertEqual(error as? Failure, Failure())
    }
    XCTAssertEqual(found, [1])
    let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
    let ended = AsyncStream<Void> { ended in continuation.onTermination = { _ in ended.finish() } }
    var stream: AsyncStream<Int>? = numbers.map { $0 }.eraseToStream()
    XCTAssertNotNil(stream)
    stream = nil
    // It ends when nobody has the stream.
    for await _ in ended {}
  }
}
