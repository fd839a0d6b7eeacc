import Troupe
import TroupeTesting
import XCTest

// The samples of `YourFirstFeature.md`. `.ci/check-first-feature` builds them as the package that the page
// describes.

@Reducer
struct TeaTimer {
  struct State: Equatable {
    var secondsLeft = 180
  }

  enum Action: Equatable {
    case startTapped
    case stopTapped
    case tick
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .startTapped:
        return .run(name: "countdown") { send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.tick)
          }
        }
        .cancellable(id: "countdown", cancelInFlight: true)

      case .stopTapped:
        return .cancel(id: "countdown")

      case .tick:
        state.secondsLeft -= 1
        return state.secondsLeft > 0 ? .none : .cancel(id: "countdown")
      }
    }
  }
}

@DependencyClient
struct Recipes: DependencyKey {
  var seconds: @Sendable (_ tea: String) async throws -> Int

  static let liveValue = Recipes(seconds: { tea in tea == "Sencha" ? 60 : 180 })
  static let testValue = Recipes()
}

@Reducer
struct Kitchen {
  struct State: Equatable {
    var timer: TeaTimer.State?
    var cups = 0
  }

  enum Action: Equatable {
    case teaChosen(String)
    case recipeFound(seconds: Int)
    case timer(TeaTimer.Action)
  }

  @Dependency(Recipes.self) var recipes

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .teaChosen(let tea):
        return .run(name: "recipe") { send in
          await send(.recipeFound(seconds: try await recipes.seconds(tea)))
        }

      case .recipeFound(let seconds):
        state.timer = TeaTimer.State(secondsLeft: seconds)
        return .send(.timer(.startTapped))

      case .timer(.tick) where state.timer?.secondsLeft == 0:
        state.timer = nil
        state.cups += 1
        return .none

      case .timer:
        return .none
      }
    }
    .ifLet(\.timer, action: \.timer) { TeaTimer() }
  }
}

final class TeaTimerTests: XCTestCase {
  func testCountingDown() async {
    let store = TestStore(initialState: TeaTimer.State(secondsLeft: 2)) { TeaTimer() }

    await store.send(.startTapped)
    await store.clock.advance(by: .seconds(1))
    await store.receive(.tick) { $0.secondsLeft = 1 }
    await store.clock.advance(by: .seconds(1))
    await store.receive(.tick) { $0.secondsLeft = 0 }
    await store.finish()
  }
}

final class KitchenTests: XCTestCase {
  func testACupOfTea() async {
    let store = TestStore(initialState: Kitchen.State()) {
      Kitchen()
    } withDependencies: {
      $0[Recipes.self].seconds = { _ in 1 }
    }

    await store.send(.teaChosen("Sencha"))
    await store.receive(.recipeFound(seconds: 1)) { $0.timer = TeaTimer.State(secondsLeft: 1) }
    await store.receive(.timer(.startTapped))
    await store.clock.advance(by: .seconds(1))
    await store.receive(.timer(.tick)) {
      $0.timer = nil
      $0.cups = 1
    }
    await store.finish()
  }
}

/// The programs of the page, and its statements about mistakes.
final class YourFirstFeatureTests: GuideTestCase {
  func testRunningTheTimer() async {
    await withDependencies {
      $0.continuousClock = ImmediateClock()
    } operation: {
      let timer = Store(initialState: TeaTimer.State(secondsLeft: 3)) { TeaTimer() }
      let countdown = await timer.send(.startTapped)
      print("Brewing, \(await timer.secondsLeft) seconds left")
      await countdown.finish()
      print("Your tea is ready, \(await timer.secondsLeft) seconds left")
      let rest = await timer.secondsLeft
      XCTAssertEqual(rest, 0)
    }
  }

  func testRunningTheKitchen() async {
    await withDependencies {
      $0.continuousClock = ImmediateClock()
    } operation: {
      let kitchen = Store(initialState: Kitchen.State()) {
        Kitchen()
      } withDependencies: {
        $0[Recipes.self].seconds = { _ in 3 }
      }
      await kitchen.send(.teaChosen("Sencha")).finish()
      print("Cups of tea: \(await kitchen.cups)")
      let state = await kitchen.state
      XCTAssertEqual(state, Kitchen.State(cups: 1))
    }
  }

  func testAWrongExpectationIsShownAsADifference() async {
    let failures = await failures {
      let store = TestStore(initialState: TeaTimer.State(secondsLeft: 2)) { TeaTimer() }
      await store.send(.startTapped)
      await store.clock.advance(by: .seconds(1))
      await store.receive(.tick) { $0.secondsLeft = 2 }
      await store.send(.stopTapped)
    }
    XCTAssertEqual(
      failures,
      [
        """
        The state didn't change as expected (- expected, + found):

          TeaTimer.State(
        -   secondsLeft: 2
        +   secondsLeft: 1
          )

        If the found state is correct, correct the trailing closure of this statement.
        """
      ]
    )
  }

  func testACountdownThatIsNotStoppedIsAFailure() async {
    let failures = await failures {
      let store = TestStore(initialState: TeaTimer.State(secondsLeft: 180)) { TeaTimer() }
      await store.send(.startTapped)
      await store.finish()
    }
    XCTAssertEqual(failures.count, 1)
    XCTAssertTrue(failures[0].hasPrefix("This effect was still running when the test ended:"))
  }

  func testARecipeThatIsNotSetIsAFailure() async {
    let failures = await failures {
      let store = TestStore(initialState: Kitchen.State()) { Kitchen() }
      await store.send(.teaChosen("Sencha"))
      await store.finish()
    }
    XCTAssertTrue(
      failures.contains { $0.hasPrefix("Recipes.seconds") && $0.contains("not implemented here") }
    )
  }

  func testAnActionForATimerThatIsNotThereIsAnIssue() async {
    let store = Store(initialState: Kitchen.State()) { Kitchen() }
    await withExpectedIssue(matching: { $0.message.contains("whose state was nil") }) {
      _ = await store.send(.timer(.tick))
    }
  }

  private func failures(_ body: () async -> Void) async -> [String] {
    let collector = IssueCollector()
    await withIssueReporters([collector]) { await body() }
    return collector.messages
  }
}
