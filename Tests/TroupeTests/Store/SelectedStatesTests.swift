import Troupe
import TroupeTesting
import XCTest

final class SelectedStatesTests: TroupeTestCase {
  func testAComparisonOfOnesOwnDecidesWhatIsARepeat() async throws {
    try await underSeeds { scheduler, _ in
      let store = Store(initialState: 0, configuration: scheduler.configuration(for: Int.self)) {
        Reduce<Int, Int> { state, action in
          state = action
          return .none
        }
      }
      let seen = Collector<String>()
      let task = Task(executorPreference: scheduler) {
        let tens = store.states({ (number: $0, tens: $0 / 10) }, removeDuplicates: { $0.tens == $1.tens })
        for await value in tens { seen.append("\(value.number)") }
      }
      await scheduler.settle()
      for number in [3, 12, 17, 25, 21] {
        await store.send(number)
        await scheduler.settle()
      }
      XCTAssertEqual(seen.all, ["0", "12", "25"])
      task.cancel()
      await task.value
    }
  }
}
