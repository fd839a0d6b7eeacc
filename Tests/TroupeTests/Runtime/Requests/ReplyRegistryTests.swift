import TroupeTesting
import XCTest

@testable import Troupe

/// Which values certainly carry no reply that a request waits for.
final class ReplyRegistryTests: XCTestCase {
  private struct Order { var reply: Reply<Int>?, articles = ["tea"] }
  private struct Articles { var first = ["tea"], second = ["milk"] }
  private enum Action { case ordered(Order), listed([String]), named(String, [String]) }
  private struct Key: Hashable { var reply: Reply<Int>? }

  /// A value that doesn't show what it holds.
  private struct Hidden: CustomReflectable {
    var texts = [""]
    var customMirror: Mirror { Mirror(self, children: [] as [Mirror.Child], displayStyle: .struct) }
  }

  private func element<Event: Sendable>(_ event: Event) -> FeedElement<Event> {
    FeedElement(position: FeedPosition(epoch: 1, number: 1), published: PublishedValue(event), missedCount: 0)
  }

  /// Values around a reply, which differ in nothing else.
  private func values(around reply: Reply<Int>) -> [Any] {
    let (order, other) = (Order(reply: reply), Order())
    return [
      reply, Optional.some(reply) as Any, order, Optional.some(order) as Any, Action.ordered(order),
      (order, "a"), ("a", order), (first: ["a"], second: ["b"], third: order),
      [reply], [other, order], [order, other], [[other], [order]], [[order], [other]],
      [order, other][...], ContiguousArray([other, order]), Set([Key(), Key(reply: reply)]),
      [1: order], [Key(reply: reply): 1], ["a": ["b": reply]],
      Result<Order, Never>.success(order), [Optional.some(order), nil], [nil, Optional.some(order)],
      element(order),
    ]
  }

  // S697
  func testAValueIsSearchedForAReplyThatARequestWaitsFor() {
    let (reply, answer) = Reply<Int>.makeReply()
    for value in values(around: reply) { XCTAssertFalse(ReplyRegistry.areMissing(in: value), "\(value)") }
    reply.answer(1)
    for value in values(around: reply) { XCTAssertTrue(ReplyRegistry.areMissing(in: value), "\(value)") }
    for value in values(around: Reply(number: 7)) {
      XCTAssertTrue(ReplyRegistry.areMissing(in: value), "\(value)")
    }
    XCTAssertEqual(try answer.result?.get(), 1)
  }

  // S697
  func testAValueWithoutARoomForAReplyHasNone() {
    let values: [Any] = [
      1, "a", Substring("a"), Character("a"), Optional<Int>.none as Any, Optional<Order>.none as Any,
      Articles(), Action.listed(["a"]), Action.named("a", ["b"]), (["a"], ["b"]),
      [Articles()], [Articles()][...], ContiguousArray([Articles()]), [1: Articles()], Set([["a"]]),
      [Order](), [Int: Order](), Set<Key>(), [["a"], []], element(1), element("a"), element(Articles()),
    ]
    for value in values { XCTAssertTrue(ReplyRegistry.areMissing(in: value), "\(value)") }
  }

  // S697
  func testOfWhatCannotBeReadItIsNotKnown() {
    let function = { [texts = [""]] in texts.count }
    for value in [Hidden(), [Hidden()], function, NSObject()] as [Any] {
      XCTAssertFalse(ReplyRegistry.areMissing(in: value), "\(value)")
    }
  }

  // S697
  func testItLooksAtSixtyFourValuesAtMost() {
    // The array is one of them, and the last one isn't inspected.
    XCTAssertTrue(ReplyRegistry.areMissing(in: Array(repeating: ["a"], count: 62)))
    XCTAssertFalse(ReplyRegistry.areMissing(in: Array(repeating: ["a"], count: 63)))
    // A value that can't hold a reply doesn't count.
    XCTAssertTrue(ReplyRegistry.areMissing(in: Array(repeating: "a", count: 1000)))
    XCTAssertTrue(ReplyRegistry.areMissing(in: Set((0..<1000).map { "\($0)" })))
    let numbers = Dictionary(uniqueKeysWithValues: (0..<1000).map { ("\($0)", 1) })
    XCTAssertTrue(ReplyRegistry.areMissing(in: numbers))
  }

  // S697
  func testARememberedActionIsItsTypeAndCase() {
    let text = ActionSummary(Named.renamed("secret")).text
    XCTAssertTrue(text.contains("renamed"), text)
    XCTAssertFalse(text.contains("secret"), text)
  }

  // S697
  func testAStoreThatIsAskedRemembersTextsOfWhatMayCarryAReply() async throws {
    try await withStore { store, _ in
      let runtime = store.core.runtime
      let opaque: any Sendable = Guarded()
      XCTAssertFalse(ReplyRegistry.exist, "Another test has left a reply behind.")
      XCTAssertTrue(runtime.causeSummary(opaque) is Guarded)
      // A reply of another store.
      let request = PendingAnswer(isOfStore: true)
      XCTAssertTrue(runtime.causeSummary(opaque) is Guarded)
      runtime.recordRequest()
      XCTAssertTrue(runtime.causeSummary(opaque) is ActionSummary)
      XCTAssertTrue(runtime.causeSummary(["a"]) is [String])
      runtime.remove(request, of: nil)
      // A reply that no store has created may be anywhere.
      let byHand = PendingAnswer(isOfStore: false)
      XCTAssertTrue(runtime.causeSummary(opaque) is ActionSummary)
      XCTAssertTrue(runtime.causeSummary(["a"]) is [String])
      byHand.fail(CancellationError())
      XCTAssertTrue(runtime.causeSummary(opaque) is Guarded)
      request.fail(CancellationError())
      XCTAssertFalse(ReplyRegistry.exist)
    }
  }

  // S697
  func testAnEffectOfAnotherStoreMaySendAReply() async throws {
    try await withStore { store, scheduler in
      let request = PendingAnswer(isOfStore: true)
      let other = Store(initialState: 0, configuration: scheduler.configuration(for: Int.self)) {
        Reduce { _, action in
          .run { _ in
            let isText = await store.remembersText()
            XCTAssertEqual(isText, action == 1)
          }
        }
      }
      await other.send(1).finish()
      // The store's own reply can't be there: the value would have had it before.
      await store.send(1).finish()
      request.fail(CancellationError())
      // There is no reply any more.
      await other.send(0).finish()
    }
  }

  fileprivate final class Guarded: Sendable {}

  /// Runs a body on a store whose effect checks what the store remembers.
  private func withStore(
    _ body: @escaping @Sendable (isolated Store<Int, Int>, Scheduler) async throws -> Void
  ) async throws {
    let scheduler = Scheduler()
    try await scheduler.run {
      let itself = Locked<Store<Int, Int>?>(nil)
      let store = Store(initialState: 0, configuration: scheduler.configuration(for: Int.self)) {
        Reduce { _, _ in
          .run { _ in
            let isText = await itself.withLock { $0 }?.remembersText()
            XCTAssertEqual(isText, false)
          }
        }
      }
      itself.withLock { $0 = store }
      defer { itself.withLock { $0 = nil } }
      try await body(store, scheduler)
    }
  }

  private enum Named: Sendable { case renamed(String) }
}

extension Store {
  /// Whether the store remembers the text of an action that may carry a reply.
  fileprivate func remembersText() -> Bool {
    core.runtime.causeSummary(ReplyRegistryTests.Guarded()) is ActionSummary
  }
}
