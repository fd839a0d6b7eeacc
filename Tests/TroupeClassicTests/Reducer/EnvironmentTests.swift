import TroupeClassic
import TroupeTesting
import XCTest

/// How reducers get their environments.
final class EnvironmentTests: TroupeTestCase {
  struct Child: Equatable { var seen: [Int] = [] }
  enum ChildAction { case look }
  struct Parent: Equatable { var first = Child(), second: Child? = Child(), other = 0 }
  enum ParentAction { case first(ChildAction), second(ChildAction), other }

  /// An environment that counts how often it was created, and that isn't `Sendable`.
  struct ChildEnvironment {
    let number: Int
    let closure: () -> Void = {}
  }

  /// Makes environments with numbers.
  final class Source: Sendable {
    private let made = Locked(0)
    var count: Int { made.withLock { $0 } }
    func next() -> ChildEnvironment {
      ChildEnvironment(
        number: made.withLock {
          $0 += 1
          return $0
        }
      )
    }
  }

  static let look = Reducer<Child, ChildAction, ChildEnvironment> { state, _, environment in
    state.seen.append(environment.number)
    return .none
  }

  static let parent = Reducer<Parent, ParentAction, Source>.combine(
    // Two environments that share their contents.
    Reducer<Child, ChildAction, ChildEnvironment>.combine(look, look)
      .pullback(state: \.first, action: /ParentAction.first, environment: { $0.next() }),
    look.optional().pullback(state: \.second, action: /ParentAction.second, environment: { $0.next() }),
    Reducer { state, action, _ in
      if case .other = action { state.other += 1 }
      return .none
    }
  )

  func testAnEnvironmentIsMadeOncePerActionOfTheChildAndForNoOther() async {
    let source = Source()
    let store = Store(initialState: Parent(), reducer: Self.parent, environment: source)
    for action in [ParentAction.first(.look), .other, .second(.look), .first(.look)] {
      await store.send(action)
    }
    let state = await store.state
    XCTAssertEqual(state, Parent(first: Child(seen: [1, 1, 3, 3]), second: Child(seen: [2]), other: 1))
    XCTAssertEqual(source.count, 3)
  }

  func testASingleRunDoesAsAStoreDoes() {
    let source = Source()
    var state = Parent()
    for action in [ParentAction.first(.look), .other, .second(.look), .first(.look)] {
      _ = Self.parent(&state, action, source)
    }
    XCTAssertEqual(state, Parent(first: Child(seen: [1, 1, 3, 3]), second: Child(seen: [2]), other: 1))
    XCTAssertEqual(source.count, 3)
  }

  /// A child's environment is computed from the parent's current one, and isn't kept from an earlier call.
  func testAnEnvironmentFollowsWhatItIsMadeOf() async {
    let token = Locked("old")
    struct Session: Sendable { let token: @Sendable () -> String }
    let child = Reducer<String, Void, String> { state, _, token in
      state = token
      return .none
    }
    let store = Store(
      initialState: "",
      reducer: child.pullback(
        state: \.self,
        action: \.self,
        environment: { (session: Session) in session.token() }
      ),
      environment: Session(token: { token.withLock { $0 } })
    )
    await store.send(())
    token.withLock { $0 = "new" }
    await store.send(())
    let state = await store.state
    XCTAssertEqual(state, "new")
  }

  final class Connection: Sendable {}

  /// An environment that was made for an action isn't kept until the next one.
  func testAnEnvironmentGoesWithItsAction() async {
    let made = Locked<[WeakConnection]>([])
    struct WeakConnection: Sendable { weak let connection: Connection? }
    let child = Reducer<Int, Void, Connection> { state, _, connection in
      state += withExtendedLifetime(connection) { 1 }
      return .none
    }
    let reducer: Reducer<Int, Void, Void> = child.pullback(
      state: \.self,
      action: \.self,
      environment: { _ in
        let connection = Connection()
        made.withLock { $0.append(WeakConnection(connection: connection)) }
        return connection
      }
    )
    let store = Store(initialState: 0, reducer: reducer, environment: ())
    await store.send(())
    XCTAssertEqual(made.withLock { $0.map { $0.connection == nil } }, [true])
    let state = await store.state
    XCTAssertEqual(state, 1)
  }

  /// One reducer in many stores at once: each has separate storage.
  func testStoresShareNothing() async {
    let total = await withTaskGroup { group in
      for number in 1...50 {
        group.addTask {
          let child = Reducer<Int, Void, Int> { state, _, number in
            state += number
            return .none
          }
          let store = Store(
            initialState: 0,
            reducer: child.pullback(state: \.self, action: \.self, environment: { (number: Int) in number }),
            environment: number
          )
          for _ in 0..<20 { await store.send(()) }
          return await store.state
        }
      }
      return await group.reduce(0, +)
    }
    XCTAssertEqual(total, 20 * (1...50).reduce(0, +))
  }

  /// A global reducer that is run by hand on many threads at once: each call has separate storage.
  func testCallsShareNothing() async {
    let source = Source()
    await withTaskGroup { group in
      for _ in 0..<50 {
        group.addTask {
          var state = Parent()
          for _ in 0..<20 { _ = Self.parent(&state, .first(.look), source) }
          // Both reducers of the first child got the same environment.
          XCTAssertTrue(
            stride(from: 0, to: 40, by: 2).allSatisfy { state.first.seen[$0] == state.first.seen[$0 + 1] }
          )
        }
      }
    }
    XCTAssertEqual(source.count, 1000)
  }

  func testReleasingTheStoreReleasesTheEnvironment() async {
    weak var connection: Connection?
    do {
      let strong = Connection()
      connection = strong
      let reducer = Reducer<Int, Void, Connection> { state, _, _ in
        state += 1
        return .none
      }
      let store = Store(initialState: 0, reducer: reducer, environment: strong)
      await store.send(()).finish()
    }
    XCTAssertNil(connection)
  }
}
