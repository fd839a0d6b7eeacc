import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

/// The callbacks `ifLet(then:else:)` of a child that appears and disappears. They run where they are written,
/// so these tests run on threads; the callbacks signal what the tests wait for.
final class ChildCallbackTests: XCTestCase {
  typealias Parent = ChildStoreTests.Parent
  typealias Counter = ChildStoreTests.Counter
  typealias Children = StoreChildren<Counter.State, Counter.Action>

  private static func makeStore(_ state: Parent.State = .init()) -> StoreOf<Parent> {
    Store(initialState: state) { Parent() }
  }

  /// Records the calls in its own isolation.
  private actor Screen {
    private(set) var shown: [StoreOf<Counter>?] = []
    private let tell: AsyncStream<Int>.Continuation

    init(_ tell: AsyncStream<Int>.Continuation) { self.tell = tell }

    func follow(_ children: Children) -> Task<Void, Never> {
      children.ifLet { child in
        self.assertIsolated()
        self.shown.append(child)
        self.tell.yield(self.shown.count)
      } else: {
        self.assertIsolated()
        self.shown.append(nil)
        self.tell.yield(self.shown.count)
      }
    }

    func follow(_ store: Store<Counter.State?, Counter.Action>) -> Task<Void, Never> {
      store.ifLet { child in
        self.assertIsolated()
        self.shown.append(child)
        self.tell.yield(self.shown.count)
      } else: {
        self.assertIsolated()
        self.shown.append(nil)
        self.tell.yield(self.shown.count)
      }
    }
  }

  // S566
  func testOneIsCalledWhenTheChildComesAndTheOtherWhenItGoes() async throws {
    let store = Self.makeStore()
    let (calls, tell) = AsyncStream.makeStream(of: Int.self)
    var iterator = calls.makeAsyncIterator()
    let screen = Screen(tell)
    let following = await screen.follow(store.children(state: \.optional, action: \.optional))
    for round in 0..<100 {
      var number = await iterator.next()
      XCTAssertEqual(number, 2 * round + 1)
      await store.send(.change { $0.optional = .init(count: round) })
      number = await iterator.next()
      XCTAssertEqual(number, 2 * round + 2)
      let last = await screen.shown.last
      let child = try XCTUnwrap(last ?? nil)
      let count = await child.count
      XCTAssertEqual(count, round)
      await store.send(.change { $0.optional = nil })
    }
    _ = await iterator.next()
    await store.shutdown(within: .zero)
    await following.value
    let shown = await screen.shown
    XCTAssertEqual(shown.map { $0 == nil }, (0...200).map { $0.isMultiple(of: 2) })
    XCTAssertEqual(Set(shown.compactMap(\.self)).count, 100, "each child has its own")
  }

  // S566: the earlier form, on a store whose state is optional.
  func testAStoreOfOptionalState() async throws {
    let store = Self.makeStore()
    let (calls, tell) = AsyncStream.makeStream(of: Int.self)
    var iterator = calls.makeAsyncIterator()
    let screen = Screen(tell)
    let following: Task<Void, Never>
    do {
      let optional: Store<Counter.State?, Counter.Action> = await store.scope(
        state: \.optional,
        action: \.optional
      )
      following = await screen.follow(optional)
    }
    _ = await iterator.next()
    await store.send(.change { $0.optional = .init() })
    _ = await iterator.next()
    let last = await screen.shown.last
    let child = try XCTUnwrap(last ?? nil)
    await child.send(.add(3))
    let count = await store.optional?.count
    XCTAssertEqual(count, 3)
    await store.send(.change { $0.optional = nil })
    _ = await iterator.next()
    let isThere = await screen.shown.map { $0 != nil }
    XCTAssertEqual(isThere, [false, true, false])
    following.cancel()
    await following.value
  }

  // S566
  @MainActor
  func testOnTheMainActorTheyRunThere() async {
    let store = Self.makeStore(Parent.State(sheet: .init(count: 4)))
    var shown: [Int?] = []
    let (calls, tell) = AsyncStream.makeStream(of: Void.self)
    var iterator = calls.makeAsyncIterator()
    let following = store.children(state: \.$sheet, action: \.sheet).ifLet { child in
      MainActor.assertIsolated()
      shown.append(await child.count)
      tell.yield()
    } else: {
      MainActor.assertIsolated()
      shown.append(nil)
      tell.yield()
    }
    await iterator.next()
    await store.send(.change { $0.sheet = nil })
    await iterator.next()
    XCTAssertEqual(shown, [4, nil])
    await store.shutdown(within: .zero)
    await following.value
  }

  // S566: after a cancellation in their isolation, none is called, however far the task has got.
  @MainActor
  func testNoneIsCalledAfterACancellation() async {
    let store = Self.makeStore()
    var calls = 0
    for round in 0..<500 {
      let following = store.children(state: \.optional, action: \.optional).ifLet { _ in
        calls += 1
      } else: {
        calls += 1
      }
      await store.send(.change { $0.optional = round.isMultiple(of: 2) ? .init() : nil })
      for _ in 0..<round % 7 { await store.send(.change { $0.values = [:] }) }
      following.cancel()
      let before = calls
      await following.value
      XCTAssertEqual(calls, before)
    }
    await store.send(.change { $0.optional = nil })
    let hasWaiters = await store.hasWaiters
    XCTAssertFalse(hasWaiters)
  }

  // S566: one call at a time; children that appear and disappear in the meantime are skipped.
  func testACallIsOverBeforeTheNextBegins() async {
    let store = Self.makeStore(Parent.State(optional: .init(count: 1)))
    let (counts, tell) = AsyncStream.makeStream(of: Int?.self)
    var iterator = counts.makeAsyncIterator()
    let (opening, open) = AsyncStream.makeStream(of: Void.self)
    let following = store.children(state: \.optional, action: \.optional).ifLet { child in
      tell.yield(await child.count)
      for await _ in opening { break }
    } else: {
      tell.yield(nil)
    }
    var count = await iterator.next()
    XCTAssertEqual(count, 1)
    for number in 2..<10 {
      await store.send(.change { $0.optional = nil })
      await store.send(.change { $0.optional = .init(count: number) })
    }
    open.yield()
    count = await iterator.next()
    XCTAssertEqual(count, 9, "the newest, without those in between")
    await store.send(.change { $0.optional = nil })
    open.yield()
    count = await iterator.next()
    XCTAssertEqual(count, .some(nil))
    following.cancel()
    await following.value
  }

  // S566
  func testTheTaskKeepsNeitherTheStoreNorTheChild() async {
    weak var root: StoreOf<Parent>?
    let (calls, tell) = AsyncStream.makeStream(of: Void.self)
    let following: Task<Void, Never>
    do {
      let store = Self.makeStore(Parent.State(optional: .init()))
      following = store.children(state: \.optional, action: \.optional).ifLet { _ in tell.yield() }
      var iterator = calls.makeAsyncIterator()
      await iterator.next()
      root = store
    }
    // It ends because the store was released.
    await following.value
    XCTAssertNil(root)
  }

  // S566
  func testTheTaskOfAStoreOfOptionalStateKeepsItUntilItEnds() async {
    let before = Counted.live
    let (calls, tell) = AsyncStream.makeStream(of: Int.self)
    var iterator = calls.makeAsyncIterator()
    weak var root: Store<Int?, Int?>?
    let following: Task<Void, Never>
    do {
      let store = Self.makeOptional()
      following = store.ifLet { number in tell.yield(await number.state) }
      _ = await iterator.next()
      root = store
    }
    await root?.send(nil)
    await root?.send(2)
    let number = await iterator.next()
    XCTAssertEqual(number, 2, "the task has kept the store")
    following.cancel()
    await following.value
    await Counted.wait(untilAtMost: before)
  }

  private static func makeOptional() -> Store<Int?, Int?> {
    let counted = Counted()
    return Store(initialState: 1) {
      Reduce { state, action in
        withExtendedLifetime(counted) { state = action }
        return .none
      }
    }
  }

  // S566: many at once.
  func testManyAtOnce() async {
    let count = 40_000
    let store = Self.makeStore()
    let (calls, tell) = AsyncStream.makeStream(of: Bool.self)
    let following = (0..<count).map { _ in
      store.children(state: \.optional, action: \.optional).ifLet { _ in
        tell.yield(true)
      } else: {
        tell.yield(false)
      }
    }
    var iterator = calls.makeAsyncIterator()
    for isThere in [false, true] {
      await store.send(.change { $0.optional = isThere ? .init() : nil })
      for _ in 0..<count {
        let call = await iterator.next()
        XCTAssertEqual(call, isThere)
      }
    }
    for task in following.prefix(count / 2) { task.cancel() }
    for task in following.prefix(count / 2) { await task.value }
    await store.send(.change { $0.optional = nil })
    for _ in 0..<count / 2 {
      let call = await iterator.next()
      XCTAssertEqual(call, false)
    }
    await store.shutdown(within: .zero)
    for task in following { await task.value }
    let hasWaiters = await store.hasWaiters
    XCTAssertFalse(hasWaiters)
  }
}
