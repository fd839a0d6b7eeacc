import TroupeClassic
import TroupeTesting
import XCTest

/// Reducers with an environment and reducers in today's form, in one file and in each other.
final class BothFormsTests: TroupeTestCase {
  // The macro and `ReducerOf` are today's, even where `Reducer` alone is the other one.
  @Reducer
  struct Outer {
    struct State: Equatable, Sendable { var count = 0, middle: Middle? = Middle() }
    enum Action {
      case add(Int)
      case middle(MiddleAction)
      case drop
    }

    @Dependency(\.step) var step

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .add(let amount): state.count += amount * step
        case .drop: state.middle = nil
        case .middle: break
        }
        return .none
      }
      .ifLet(\.middle, action: \.middle) {
        Reduce(middleReducer, environment: Environment(step: step))
      }
    }
  }

  struct Middle: Equatable { var count = 0, inner: Inner.State? = Inner.State() }
  enum MiddleAction { case add(Int), run, dropInner, inner(Inner.Action) }
  struct Environment { var step: Int }

  static let innerReducer = Reducer<Inner.State, Inner.Action, Environment>.hosting { environment in
    Inner().dependency(\.step, environment.step)
  }

  static let middleReducer = Reducer<Middle, MiddleAction, Environment>.combine(
    innerReducer.optional().pullback(state: \.inner, action: /MiddleAction.inner, environment: { $0 }),
    Reducer { state, action, environment in
      switch action {
      case .add(let amount): state.count += amount * environment.step
      case .run: return .run(name: "middle") { _ in try await waitForCancellation() }
      case .dropInner: state.inner = nil
      case .inner: break
      }
      return .none
    }
  )

  @Reducer
  struct Inner {
    struct State: Equatable, Sendable { var count = 0, innermost: Int? = 0 }
    enum Action {
      case add(Int)
      case innermost(Int)
      case drop
    }

    @Dependency(\.step) var step

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .add(let amount): state.count += amount * step
        case .drop: state.innermost = nil
        case .innermost: break
        }
        return .none
      }
      .ifLet(\.innermost, action: \.innermost) {
        Reduce { _, number in .run(name: "innermost \(number)") { _ in try await waitForCancellation() } }
      }
    }
  }

  func testEachFormInTheOther() async throws {
    try await underSeeds(5) { scheduler, _ in
      let store = Store(initialState: Outer.State(), configuration: scheduler.configuration()) {
        Outer().dependency(\.step, 10)
      }
      await store.send(.add(1))
      await store.send(.middle(.add(2)))
      await store.send(.middle(.inner(.add(3))))
      let state = await store.state
      XCTAssertEqual([state.count, state.middle?.count, state.middle?.inner?.count], [10, 20, 30])
      await store.send(.middle(.run))
      await store.send(.middle(.inner(.innermost(4))))
      var names = await store.activeNames
      XCTAssertEqual(names, ["innermost 4", "middle"])
      await store.send(.middle(.inner(.add(1))))
      names = await store.activeNames
      XCTAssertEqual(names, ["innermost 4", "middle"])
      await store.send(.middle(.inner(.drop)))
      names = await store.activeNames
      XCTAssertEqual(names, ["middle"])
      await store.send(.drop)
      names = await store.activeNames
      XCTAssertEqual(names, [])
    }
  }

  /// What is below a hosted feature goes away with the feature's container.
  func testTheChildrenOfAHostedFeatureEndWithIt() async throws {
    try await underSeeds(5) { scheduler, _ in
      let store = Store(
        initialState: Middle(),
        reducer: Self.middleReducer,
        environment: Environment(step: 1),
        configuration: scheduler.configuration()
      )
      await store.send(.run)
      await store.send(.inner(.innermost(1)))
      await store.send(.dropInner)
      let names = await store.activeNames
      XCTAssertEqual(names, ["middle"])
    }
  }

  @MainActor
  func testATestStore() async {
    let store = TestStore(initialState: Middle()) {
      Reduce(Self.middleReducer, environment: Environment(step: 2))
    }
    await store.send(.add(3)) { $0.count = 6 }
  }
}

extension DependencyValues {
  fileprivate var step: Int {
    get { self[StepKey.self] }
    set { self[StepKey.self] = newValue }
  }
}

private enum StepKey: TestDependencyKey {
  static var testValue: Int { 0 }
}
