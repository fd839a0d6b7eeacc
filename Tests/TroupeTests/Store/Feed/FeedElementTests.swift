import XCTest

@testable import Troupe

/// Tests the elements of a feed as values.
final class FeedElementTests: XCTestCase {
  private struct Note: Hashable, Sendable { var text: String }

  /// Reads the events of two feeds, which differ in their epochs.
  private func elements(_ texts: [String]) async throws -> [[FeedElement<Note>]] {
    let store = Store(initialState: [Int](), reducer: { Reduce<[Int], String> { _, _ in .none } })
    let one = await store.feed { text, _ in Note(text: text) }
    let other = await store.feed { text, _ in Note(text: text) }
    let events = [one.events(), other.events()]
    for text in texts { await store.send(text) }
    var all: [[FeedElement<Note>]] = []
    for feed in events { all.append(try await feed.read(texts.count)) }
    return all
  }

  func testElementsAreEqualExactlyIfAllTheirPartsAre() async throws {
    let all = try await elements(["a", "a", "b"])
    let (one, other) = (all[0], all[1])
    let again = one
    XCTAssertEqual(one, again)
    XCTAssertEqual(one.map(\.hashValue), again.map(\.hashValue))
    XCTAssertNotEqual(one[0], one[1], "the positions differ")
    XCTAssertNotEqual(one[0], other[0], "the feeds differ")
    let changed = FeedElement<Note>(position: one[0].position, published: one[2].published, missedCount: 0)
    XCTAssertNotEqual(one[0], changed, "the events differ")
    XCTAssertEqual(Set(one + again + other).count, 6)
  }

  func testTwoReadsOfOneEventAreEqual() async throws {
    let store = Store(initialState: [Int](), reducer: { Reduce<[Int], String> { _, _ in .none } })
    let feed = await store.feed { text, _ in Note(text: text) }
    let (events, others) = (feed.events(), feed.events())
    await store.send("a")
    let (one, other) = (try await events.read(1), try await others.read(1))
    XCTAssertEqual(one, other)
    XCTAssertEqual(one[0].hashValue, other[0].hashValue)
  }

  func testElementsOfAConsumerThatMissedEventsDiffer() async throws {
    let store = Store(initialState: [Int](), reducer: { Reduce<[Int], String> { _, _ in .none } })
    let feed = await store.feed(buffering: 1, overflow: .skip) { text, _ in Note(text: text) }
    let early = feed.events()
    await store.send("a")
    let late = feed.events()
    await store.send("b")
    let (one, other) = (try await early.read(1)[0], try await late.read(1)[0])
    XCTAssertEqual([one.missedCount, other.missedCount], [1, 0])
    XCTAssertEqual(one.position, other.position)
    XCTAssertEqual(one.event, other.event)
    XCTAssertNotEqual(one, other)
  }

  func testAnElementsTextShowsTheEventAndNotItsObject() async throws {
    let element = try await elements(["hello"])[0][0]
    XCTAssertEqual(
      "\(element)",
      "FeedElement<Note>(position: \(element.position), event: \(String(reflecting: element.event)), missedCount: 0)"
    )
    XCTAssertEqual(Mirror(reflecting: element).children.map(\.label), ["position", "event", "missedCount"])
  }
}
