import Troupe
import XCTest

/// The samples of `README.md`.
final class ReadmeTests: GuideTestCase {
  @Reducer
  struct Dice {
    struct State { var rolls: [Int] = [] }
    enum Action { case rollTapped, rolled(Int) }

    let roll: @Sendable () async throws -> Int

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .rollTapped:
          return .run { send in await send(.rolled(try await roll())) }
            .cancellable(id: "roll", cancelInFlight: true)
        case .rolled(let number):
          state.rolls.append(number)
          return .none
        }
      }
    }
  }

  func testTheFirstFeature() async throws {
    let store = Store(initialState: Dice.State()) { Dice(roll: { Int.random(in: 1...6) }) }
    await store.send(.rollTapped).finish()
    print(await store.rolls)
    let rolls = await store.rolls
    XCTAssertEqual(rolls.count, 1)
    XCTAssertTrue(rolls.allSatisfy((1...6).contains))
  }
}
