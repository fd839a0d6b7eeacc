import Foundation
import Troupe
import TroupeFoundation
import TroupeTesting
import XCTest

final class DependenciesTests: XCTestCase {
  /// A feature that takes a number from a dependency, and embeds itself with another dependency set.
  private struct Numbers: Reducer {
    struct State: Equatable, Sendable {
      var numbers: [Int]
      var inner: [Int] = []
      var ids: [UUID] = []
      var stackIDs: [StackElementID] = []
    }

    enum Action: Sendable { case take, takeInside, takeInEffect, taken(Int), draw }

    struct Inner: Reducer {
      @Dependency(Source.self) var source

      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        if case .takeInside = action { state.inner.append(source.number()) }
        return .none
      }
    }

    @Dependency(Source.self) var source
    @Dependency(\.uuid) var uuid
    @Dependency(\.stackElementID) var stackElementID

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .take: state.numbers.append(source.number())
        case .takeInEffect: return .run { send in await send(.taken(source.number())) }
        case .taken(let number): state.numbers.append(number)
        case .takeInside: break
        case .draw:
          state.ids.append(uuid())
          state.stackIDs.append(stackElementID())
        }
        return .none
      }
      Inner().transformDependency(Source.self) { source in
        source.number = { [number = source.number] in number() * 10 }
      }
    }
  }

  private struct Source: DependencyKey {
    var number: @Sendable () -> Int

    static var liveValue: Source { Source { -1 } }
  }

  private func store(_ number: Int = 1) -> TestStore<Numbers.State, Numbers.Action> {
    TestStore(initialState: Numbers.State(numbers: [Dependency(Source.self).wrappedValue.number()])) {
      Numbers()
    } withDependencies: {
      $0[Source.self] = Source { number }
      $0.uuid = .incrementing
    }
  }

  // S308
  func testClosuresRunWithTheDependenciesOfTheFeature() async {
    let store = store(7)
    await store.send(.take) {
      @Dependency(Source.self) var source
      $0.numbers.append(source.number())
    }
  }

  // S281, S309
  func testClosuresDrawFromCopies() async {
    let store = store()
    for number in 0..<4 {
      await store.send(.draw) {
        @Dependency(\.uuid) var uuid
        @Dependency(\.stackElementID) var stackElementID
        $0.ids.append(uuid())
        $0.stackIDs.append(stackElementID())
      }
      XCTAssertEqual(store.state.ids.last, UUID(number))
    }
    // Asserting twice, to find out what is not asserted, draws the same values twice.
    store.exhaustivity = .off(showSkippedAssertions: true)
    let printed = Locked<[String]>([])
    store.printer = { text in printed.withLock { $0.append(text) } }
    for number in 4..<8 {
      await store.send(.draw) {
        @Dependency(\.uuid) var uuid
        @Dependency(\.stackElementID) var stackElementID
        $0.ids = (0..<number).map { UUID($0) } + [uuid()]
        $0.stackIDs = store.state.stackIDs + [stackElementID()]
      }
    }
    XCTAssertEqual(printed.withLock { $0 }, [])
    XCTAssertEqual(store.state.ids, (0..<8).map { UUID($0) })
    XCTAssertEqual(store.state.stackIDs, [0, 1, 2, 3, 4, 5, 6, 7])
  }

  // S281
  func testClosuresDrawIDsAfterStepsThatDrewNone() async {
    struct State: Equatable {
      var ids: [StackElementID] = []
      var steps = 0
    }
    let store = TestStore(initialState: State()) {
      Reduce<State, Bool> { state, draws in
        if draws { state.ids.append(Dependency(\.stackElementID).wrappedValue()) }
        state.steps += 1
        return .none
      }
    }
    for draws in [true, false, false, true, true, false, true] {
      await store.send(draws) {
        // The values that a closure draws are lost with the closure, and available again for the next one.
        let drawn = (0..<3).map { _ in Dependency(\.stackElementID).wrappedValue() }
        if draws { $0.ids.append(drawn[0]) }
        $0.steps += 1
      }
    }
    XCTAssertEqual(store.state.ids, [0, 1, 2, 3])
  }

  // S281
  func testClosuresOfReceivedActionsDrawWhatTheFeatureDrewThen() async {
    let store = TestStore(initialState: [UUID]()) {
      Reduce<[UUID], Int> { ids, number in
        ids.append(Dependency(\.uuid).wrappedValue())
        return number > 0 ? .send(number - 1) : .none
      }
    } withDependencies: {
      $0.uuid = .incrementing
    }
    let draw: (inout [UUID]) -> Void = { $0.append(Dependency(\.uuid).wrappedValue()) }
    await store.send(2, assert: draw)
    await store.receive(1, assert: draw)
    await store.receive(0, assert: draw)
    XCTAssertEqual(store.state, [UUID(0), UUID(1), UUID(2)])
  }

  // S281
  func testClosuresDrawRandomNumbersFromCopies() async {
    let store = TestStore(initialState: [UInt64]()) {
      Reduce<[UInt64], Int> { state, _ in
        @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
        state.append(withRandomNumberGenerator { $0.next() })
        return .none
      }
    } withDependencies: {
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SeededGenerator(seed: 1))
    }
    for _ in 0..<3 {
      await store.send(1) {
        @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
        $0.append(withRandomNumberGenerator { $0.next() })
      }
    }
  }

  // S356
  func testTheInitialStateAndTheReducerAreMadeWithTheDependencies() async {
    let calls = Locked(0)
    let store = TestStore(initialState: Dependency(Source.self).wrappedValue.number()) {
      let number = Dependency(Source.self).wrappedValue.number()
      Reduce<Int, Int> { state, _ in
        state += number
        return .none
      }
    } withDependencies: {
      calls.withLock { $0 += 1 }
      $0[Source.self] = Source { 5 }
    }
    XCTAssertEqual(store.state, 5)
    await store.send(1) { $0 = 10 }
    XCTAssertEqual(calls.withLock { $0 }, 1)
  }

  // S357, S358
  func testChangedDependenciesHoldFromTheNextAction() async {
    let store = store(1)
    await store.send(.take) { $0.numbers = [1, 1] }
    store.dependencies[Source.self] = Source { 2 }
    await store.send(.take) { $0.numbers = [1, 1, 2] }
    await store.send(.takeInEffect)
    await store.receive {
      if case .taken = $0 { true } else { false }
    } assert: {
      $0.numbers = [1, 1, 2, 2]
    }
  }

  // S357, S358
  func testChangedDependenciesReachPositionsWithTheirOwn() async {
    let store = store(1)
    await store.send(.takeInside) { $0.inner = [10] }
    store.dependencies[Source.self].number = { 2 }
    await store.send(.takeInside) { $0.inner = [10, 20] }
  }

  // S359
  func testDependenciesForSomeStatements() async {
    struct Failure: Error {}
    let store = store(1)
    await store.withDependencies {
      $0[Source.self] = Source { 3 }
    } operation: {
      await store.send(.take) { $0.numbers = [1, 3] }
    }
    await store.send(.take) { $0.numbers = [1, 3, 1] }
    do {
      try await store.withDependencies {
        $0[Source.self] = Source { 4 }
      } operation: {
        await store.skipReceivedActions(strict: false)
        throw Failure()
      }
    } catch {
      await store.send(.take) { $0.numbers = [1, 3, 1, 1] }
    }
  }

  func testALiveValueThatIsOnlyReplacedIsNoIssue() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, _ in
        state = Dependency(Source.self).wrappedValue.number()
        return .none
      }
    }
    store.dependencies[Source.self].number = { 9 }
    await store.send(1) { $0 = 9 }
  }

  func testAValueThatTheTestHasNotSetIsAFailure() async {
    let found = await failures {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Int> { state, _ in
          state = Dependency(Source.self).wrappedValue.number()
          return .none
        }
      }
      await store.send(1) { $0 = -1 }
    }
    XCTAssertEqual(found.count, 1)
  }
}
