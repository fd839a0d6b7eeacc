import Troupe
import TroupeTesting
import XCTest

@testable import Starter

final class OutboxTests: XCTestCase {
  func testMessagesAreDeliveredInOrder() async {
    let sent = Sent()
    let store = TestStore(initialState: Outbox.State()) {
      Outbox()
    } withDependencies: {
      let clock = $0.continuousClock
      $0[Delivery.self].deliver = { id, text in
        try await clock.sleep(for: .seconds(1))
        await sent.append("\(id) \(text)")
      }
    }

    await store.send(.posted("a")) {
      $0.lastID = 1
      $0.pending = [Outbox.Message(id: 1, text: "a")]
    }
    await store.send(.posted("b")) {
      $0.lastID = 2
      $0.pending.append(Outbox.Message(id: 2, text: "b"))
    }
    await store.clock.advance(by: .seconds(2))
    await store.receive(.delivered(id: 1)) {
      $0.pending.removeFirst()
      $0.deliveredCount = 1
    }
    await store.receive(.delivered(id: 2)) {
      $0.pending = []
      $0.deliveredCount = 2
    }
    let texts = await sent.texts
    XCTAssertEqual(texts, ["1 a", "2 b"])
    await store.finish()
  }

  func testADeliveryIsRetriedUntilItSucceeds() async {
    let sent = Sent(failures: 3)
    let message = Outbox.Message(id: 1, text: "a")
    // The test begins in the middle: the state alone says what runs.
    let store = TestStore(initialState: Outbox.State(lastID: 1, pending: [message])) {
      Outbox()
    } withDependencies: {
      $0[Delivery.self].deliver = { id, text in try await sent.deliver("\(id) \(text)") }
    }

    await store.clock.advance(by: .seconds(1 + 2 + 4))
    await store.receive(.delivered(id: 1)) {
      $0.pending = []
      $0.deliveredCount = 1
    }
    await store.finish()
  }
}

/// A delivery that records what it has delivered.
actor Sent {
  private(set) var texts: [String] = []
  private var failures: Int

  struct Unreachable: Error {}

  init(failures: Int = 0) { self.failures = failures }

  func append(_ text: String) { texts.append(text) }

  func deliver(_ text: String) throws {
    guard failures == 0 else {
      failures -= 1
      throw Unreachable()
    }
    append(text)
  }
}
