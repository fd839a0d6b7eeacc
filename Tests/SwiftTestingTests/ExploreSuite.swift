import Testing
import Troupe
import TroupeTesting

/// A body that fails under some schedules, if it is wrong.
private enum Explored {
  static func body(_ scheduler: Scheduler, isWrong: Bool) async {
    let store = Store(initialState: 0, configuration: scheduler.configuration(for: Int.self)) {
      Reduce { (state: inout Int, action: Int) in
        state = action
        return action == 0 ? .merge(.run { await $0(1) }, .run { await $0(2) }) : .none
      }
    }
    await store.send(0)
    await scheduler.settle()
    let last = await store.state
    #expect(last == 2 || (last == 1 && !isWrong), "the last")
  }
}

@Suite struct ExploreSuite {
  @Test func aBodyThatNeverFails() async {
    await explore(schedules: 100) { await Explored.body($0, isWrong: false) }
  }
}

@Suite(.inInnerRun) struct ExploreFailureSuite {
  @Test func anExpectationIsToldOnceWithItsSchedule() async throws {
    let comments = Locked<[String]>([])
    await withKnownIssue {
      await explore { await Explored.body($0, isWrong: true) }
    } matching: { issue in
      comments.withLock { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    let all = comments.withLock { $0 }
    #expect(all.first == "the last")
    #expect(all.filter { $0.hasPrefix("A schedule was found") }.count == 1)
    #expect(all.last?.contains("swift test --filter anExpectationIsToldOnceWithItsSchedule\n") == true)
    #expect(all.last?.contains("differs from that order at 1 ") == true)
  }
}
