import XCTest

@testable import Troupe

/// Replies as values.
final class ReplyTests: XCTestCase {
  // S698
  func testAReplyIsEqualToItsCopiesAlone() {
    let (reply, answer) = Reply<Int>.makeReply()
    let other = Reply<Int>.makeReply().reply
    let decoded = Reply<Int>(number: reply.number)
    for different in [other, decoded, Reply(number: other.number)] { XCTAssertNotEqual(reply, different) }
    XCTAssertEqual(decoded, Reply(number: reply.number))
    XCTAssertNotEqual(decoded, Reply(number: other.number))
    XCTAssertEqual(reply, [reply][0])
    XCTAssertNotEqual(reply.hashValue, other.hashValue)
    XCTAssertEqual(reply.hashValue, decoded.hashValue)
    XCTAssertNil(answer.result)
  }

  // S698
  func testAReplyIsAwaitedUntilItsAnswer() {
    let (reply, answer) = Reply<Int>.makeReply()
    XCTAssertTrue(reply.isAwaited)
    XCTAssertTrue(ReplyRegistry.existByHand)
    XCTAssertFalse(Reply<Int>(number: reply.number).isAwaited)
    XCTAssertEqual(reply.description, "Reply<Int>(\(reply.number))")
    reply.answer(1)
    XCTAssertFalse(reply.isAwaited)
    XCTAssertEqual(try answer.result?.get(), 1)
  }
}
