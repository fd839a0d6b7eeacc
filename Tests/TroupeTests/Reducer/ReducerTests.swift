import Troupe
import TroupeTesting
import XCTest

final class ReducerTests: TroupeTestCase {
  private struct Add: Reducer {
    let amount: Int
    func reduce(into state: inout [Int], action: Int) -> Effect<Int> {
      state.append(amount)
      return action == 0 ? .send(amount) : .none
    }
  }

  /// The state after one action, both when the store runs the reducer and when `reduce` is called.
  private func states(
    _ reducer: some Reducer<[Int], Int>,
    _ action: Int = 1
  ) async -> (stored: [Int], called: [Int]) {
    let store = Store(initialState: [Int]()) { reducer }
    await store.send(action)
    var called: [Int] = []
    _ = reducer.reduce(into: &called, action: action)
    return (await store.state, called)
  }

  private struct Built<Body: Reducer<[Int], Int>>: Reducer {
    let body: Body
    init(@ReducerBuilder<[Int], Int> _ build: () -> Body) { body = build() }
    typealias State = [Int]
    typealias Action = Int
  }

  // S074
  func testReducersRunFromTopToBottomAndTheirEffectsAreMerged() async throws {
    let store = Store(initialState: [Int]()) {
      Add(amount: 1)
      Add(amount: 2)
    }
    await store.send(0)
    let state = await store.state
    XCTAssertEqual(state, [1, 2, 1, 2, 1, 2])
  }

  // S076, S077, S078
  func testEveryFormOfTheBuilder() async throws {
    for flag in [false, true] {
      let existential: any Reducer<[Int], Int> = Add(amount: 9)
      let missing: Add? = flag ? Add(amount: 8) : nil
      let reducer = Built {
        Add(amount: 1)
        if flag { Add(amount: 2) }
        if flag { Add(amount: 3) } else { Add(amount: 4) }
        for amount in 5...6 { Add(amount: amount) }
        if #available(macOS 15, *) { Add(amount: 7) }
        missing
        existential
        EmptyReducer()
        CombineReducers {
          Add(amount: 10)
          Add(amount: 11)
        }
        Reduce.erasing(Add(amount: 12))
        Reduce { state, _ in
          state.append(13)
          return .none
        }
        Add(amount: 14)
        Add(amount: 15)
        Add(amount: 16)
      }
      let expected =
        flag
        ? [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
        : [1, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16]
      let states = await states(reducer)
      XCTAssertEqual(states.stored, expected)
      XCTAssertEqual(states.called, expected)
    }
  }

  func testAnEmptyBodyDoesNothing() async throws {
    let states = await states(Built {})
    XCTAssertEqual(states.stored, [])
  }

  // S079: the reducer's body is evaluated once, when the store is created.
  func testABodyIsEvaluatedOnce() async throws {
    struct Feature: Reducer {
      let evaluations: Collector<Void>
      typealias State = [Int]
      typealias Action = Int
      var body: some Reducer<[Int], Int> {
        let _: Void = evaluations.append(())
        Add(amount: 1)
      }
    }
    let evaluations = Collector<Void>()
    let store = Store(initialState: [Int]()) { Feature(evaluations: evaluations) }
    for _ in 0..<10 { await store.send(1) }
    XCTAssertEqual(evaluations.count, 1)
  }

  // S079: the body of a child is evaluated when the store is created, to find what it declares, and with its
  // first action, once for each operator that embeds it; the reducer of `onChange` with each change.
  func testTheBodyOfAChildIsEvaluatedOnceForEachOperator() async throws {
    struct Child: Reducer {
      let evaluations: Collector<Void>
      var body: some Reducer<Int, Int> {
        let _: Void = evaluations.append(())
        Reduce { state, action in
          state += action
          return .none
        }
      }
    }
    struct Parent: Reducer {
      struct State {
        var left = 0
        var right = 0
        var rows = [1: 0, 2: 0]
      }
      enum Action { case left(Int), right(Int), rows(IdentifiedAction<Int, Int>) }
      let evaluations: Collector<Void>
      let onChange: Collector<Void>
      var body: some ReducerOf<Self> {
        CombineReducers {
          Scope(state: \.left, action: /Action.left) { Child(evaluations: evaluations) }
          Scope(state: \.right, action: /Action.right) { Child(evaluations: evaluations) }
          EmptyReducer().forEach(\.rows, action: /Action.rows) { Child(evaluations: evaluations) }
        }
        .onChange(of: \.left) { _, _ in
          Scope(state: \.right, action: /Action.left) { Child(evaluations: onChange) }
        }
      }
    }
    let evaluations = Collector<Void>()
    let onChange = Collector<Void>()
    let store = Store(initialState: Parent.State()) {
      Parent(evaluations: evaluations, onChange: onChange)
    }
    var counts = [evaluations.count]
    for action in [Parent.Action.left(0), .left(1), .left(1), .right(1)] {
      await store.send(action)
      counts.append(evaluations.count)
    }
    for id in [1, 2] {
      await store.send(.rows(.element(id: id, action: 1)))
      counts.append(evaluations.count)
    }
    XCTAssertEqual(counts, [3, 4, 4, 4, 5, 6, 6])
    XCTAssertEqual(onChange.count, 2)
  }

  // S084, S085, S086, S088
  func testOnChangeRunsAfterAChangeOnce() async throws {
    struct State: Sendable {
      var count = 0
      var other = 0
      var log: [String] = []
    }
    enum Action { case up, other, nothing, both }
    let store = Store(initialState: State()) {
      Reduce<State, Action> { state, action in
        switch action {
        case .up: state.count += 1
        case .other: state.other += 1
        case .both:
          state.count += 1
          state.other += 1
        case .nothing: break
        }
        return .none
      }
      .onChange(of: { $0.count }) { old, new in
        Reduce { state, _ in
          state.log.append("\(old) -> \(new)")
          state.count += 10
          return .none
        }
      }
      .onChange(of: { ($0.count, $0.other) }, removeDuplicates: { $0 == $1 }) { _, _ in
        Reduce { state, _ in
          state.log.append("either")
          return .none
        }
      }
    }
    await store.send(.up)
    await store.send(.nothing)
    await store.send(.other)
    await store.send(.both)
    let state = await store.state
    XCTAssertEqual(state.count, 22)
    XCTAssertEqual(state.log, ["0 -> 1", "either", "either", "11 -> 12", "either"])
  }
}
