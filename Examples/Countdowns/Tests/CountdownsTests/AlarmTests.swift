import Foundation
import Synchronization
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeTesting
import XCTest

@testable import Countdowns

/// A countdown and its alarm, on a test clock.
final class AlarmTests: XCTestCase {
  private final class Bell: Sendable {
    private let lines = Mutex<[String]>([])

    var said: [String] { lines.withLock { $0 } }
    var alarm: Alarm {
      Alarm(
        ring: { name in self.lines.withLock { $0.append("rang \(name)") } },
        tellMarked: { self.lines.withLock { $0.append("marked") } }
      )
    }
  }

  private struct Broken: Error {}

  private func timer(_ seconds: Double) -> Countdown.Timer {
    let end = Date(timeIntervalSinceReferenceDate: seconds)
    return Countdown.Timer(name: "tea", end: WallClockInstant(end))
  }

  func testAnAlarmRingsAtTheEndAndIsMarked() async {
    let (bell, tea) = (Bell(), timer(90))
    let store = TestStore(initialState: Countdown.State()) { bell.alarm }
    await store.send(.started(tea)) { $0.timer = tea }
    await store.clock.advance(by: .seconds(89))
    XCTAssertEqual(bell.said, [])
    await store.clock.advance(by: .seconds(1))
    await store.receive(.rang(at: tea.end)) { $0.rangAt = tea.end }
    await store.finish()
    XCTAssertEqual(bell.said, ["rang tea", "marked"])
  }

  func testAnAlarmThatIsOverdueWhenItIsRestoredRingsAtOnce() async {
    let (bell, tea) = (Bell(), timer(-90))
    let store = TestStore(initialState: Countdown.State(timer: tea)) { bell.alarm }
    await store.receive(.rang(at: timer(0).end)) { $0.rangAt = self.timer(0).end }
    await store.finish()
    XCTAssertEqual(bell.said, ["rang tea", "marked"])
  }

  func testAnAlarmThatHasRungNeverRingsAgain() async {
    let (bell, tea) = (Bell(), timer(90))
    let store = TestStore(initialState: Countdown.State(timer: tea, rangAt: tea.end)) { bell.alarm }
    await store.clock.advance(by: .seconds(1_000))
    await store.send(.rang(at: timer(1_000).end))
    await store.send(.started(timer(2_000)))
    await store.clock.advance(by: .seconds(2_000))
    await store.finish()
    XCTAssertEqual(bell.said, [])
  }

  func testAnAlarmThatCanNotRingIsNotMarked() async {
    let alarm = Alarm(ring: { _ in throw Broken() }, tellMarked: { XCTFail("It is marked.") })
    await withExpectedIssue {
      let store = TestStore(initialState: Countdown.State(timer: timer(90))) { alarm }
      await store.clock.advance(by: .seconds(90))
      await store.finish()
    }
  }

  func testWhoStartsACountdownDoesNotRing() async {
    let tea = timer(-1)
    let store = TestStore(initialState: Countdown.State()) { Countdown() }
    await store.send(.started(tea)) { $0.timer = tea }
    await store.finish()
  }
}
