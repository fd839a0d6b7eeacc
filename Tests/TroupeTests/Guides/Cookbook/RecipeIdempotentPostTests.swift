import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeTesting
import XCTest

// The recipe `RecipeIdempotentPost.md`.

@Reducer
struct OrderBook {
  struct Order: Codable, Equatable, Sendable {
    var product: String
    var count: Int
  }

  enum Outcome: Codable, Equatable, Sendable {
    case created(number: Int)
    case keyUsedForAnotherOrder
  }

  struct Accepted: Codable, Equatable, Sendable {
    var key: String
    var order: Order
    var number: Int
  }

  struct State: Codable, Equatable, Sendable {
    var lastNumber = 0
    /// The newest orders, by which a repeated request is recognized.
    var accepted: [Accepted] = []
  }

  enum Action {
    case posted(Order, key: String, reply: Reply<Outcome>)
  }

  var rememberedCount = 10_000

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .posted(let order, let key, let reply):
        if let known = state.accepted.last(where: { $0.key == key }) {
          reply.answer(known.order == order ? .created(number: known.number) : .keyUsedForAnotherOrder)
          return .none
        }
        state.lastNumber += 1
        state.accepted.append(Accepted(key: key, order: order, number: state.lastNumber))
        if state.accepted.count > rememberedCount { state.accepted.removeFirst() }
        reply.answer(.created(number: state.lastNumber))
        return .none
      }
    }
  }
}

/// Opens the store of the orders. The state is saved before a request is answered.
func openOrderBook(
  in storage: any Storage,
  configuration: StoreConfiguration<OrderBook.Action> = StoreConfiguration()
) async throws -> StoreOf<OrderBook> {
  try await Store(
    initialState: OrderBook.State(),
    storage: storage,
    key: "orders",
    codec: StateCodec(format: JSONFormat()),
    retry: .exponential(initial: .milliseconds(50), maximum: .seconds(1), attempts: 3),
    configuration: configuration
  ) {
    OrderBook()
  }
}

/// The handler of `POST /orders`, which takes the header `Idempotency-Key`.
func postOrder(
  _ order: OrderBook.Order,
  idempotencyKey key: String?,
  to orders: StoreOf<OrderBook>
) async -> (status: Int, number: Int?) {
  guard let key, !key.isEmpty, key.utf8.count <= 100 else { return (400, nil) }
  do {
    let outcome = try await orders.ask(within: .seconds(5), maxWaiting: 1_000) {
      .posted(order, key: key, reply: $0)
    }
    switch outcome {
    case .created(let number): return (201, number)
    case .keyUsedForAnotherOrder: return (422, nil)
    }
  } catch {
    // The client repeats the request with the same key, whatever has become of this one.
    return (503, nil)
  }
}

final class OrderBookTests: XCTestCase {
  private let tea = OrderBook.Order(product: "tea", count: 2)

  /// Runs a test on a scheduler, with a clock that stands still.
  private func run(_ test: @escaping @Sendable (Scheduler) async throws -> Void) async throws {
    let scheduler = Scheduler()
    try await scheduler.run {
      try await withDependencies {
        $0.continuousClock = TestClock(scheduler: scheduler)
      } operation: {
        try await test(scheduler)
      }
    }
  }

  func testARepeatedRequestGetsTheSameAnswer() async throws {
    try await run { [tea] scheduler in
      let orders = try await openOrderBook(in: MemoryStorage(), configuration: scheduler.configuration())
      for _ in 0..<3 {
        let answer = await postOrder(tea, idempotencyKey: "a", to: orders)
        XCTAssertEqual(answer.status, 201)
        XCTAssertEqual(answer.number, 1)
      }
      let other = await postOrder(tea, idempotencyKey: "b", to: orders)
      XCTAssertEqual(other.number, 2)
      let changed = OrderBook.Order(product: "tea", count: 3)
      let conflict = await postOrder(changed, idempotencyKey: "a", to: orders)
      XCTAssertEqual(conflict.status, 422)
      let missing = await postOrder(tea, idempotencyKey: nil, to: orders)
      XCTAssertEqual(missing.status, 400)
    }
  }

  func testARequestIsRepeatedAfterItsAnswerWasLost() async throws {
    try await run { [tea] scheduler in
      let storage = MemoryStorage()
      let first = try await openOrderBook(in: storage, configuration: scheduler.configuration())
      let lost = await postOrder(tea, idempotencyKey: "a", to: first)
      XCTAssertEqual(lost.number, 1)

      // The program was restarted.
      let second = try await openOrderBook(in: storage, configuration: scheduler.configuration())
      let repeated = await postOrder(tea, idempotencyKey: "a", to: second)
      XCTAssertEqual(repeated.number, 1)
      let next = await postOrder(tea, idempotencyKey: "b", to: second)
      XCTAssertEqual(next.number, 2)
    }
  }

  func testOldKeysAreForgotten() async {
    let store = TestStore(initialState: OrderBook.State()) { OrderBook(rememberedCount: 1) }
    let (first, second) = (Reply<OrderBook.Outcome>.makeReply(), Reply<OrderBook.Outcome>.makeReply())

    await store.send(.posted(tea, key: "a", reply: first.reply)) {
      $0.lastNumber = 1
      $0.accepted = [OrderBook.Accepted(key: "a", order: self.tea, number: 1)]
    }
    await store.send(.posted(tea, key: "b", reply: second.reply)) {
      $0.lastNumber = 2
      $0.accepted = [OrderBook.Accepted(key: "b", order: self.tea, number: 2)]
    }
    XCTAssertEqual(try second.answer.result?.get(), .created(number: 2))
    await store.finish()
  }
}
