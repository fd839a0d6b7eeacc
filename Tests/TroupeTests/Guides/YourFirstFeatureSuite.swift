import Testing
import Troupe
import TroupeTesting

// A sample of `YourFirstFeature.md`.

@Suite struct TeaTimerSuite {
  @Test func stopping() async {
    let store = TestStore(initialState: TeaTimer.State(secondsLeft: 180)) { TeaTimer() }

    await store.send(.startTapped)
    await store.clock.advance(by: .seconds(2))
    await store.receive(.tick) { $0.secondsLeft = 179 }
    await store.receive(.tick) { $0.secondsLeft = 178 }
    await store.send(.stopTapped)
    await store.finish()
  }
}
