import Troupe
import TroupeTesting
import XCTest

@testable import TroupeDurable

/// A directory's records of open stores and their callers, step by step.
final class DirectoryPlacesTests: XCTestCase {
  private typealias Uses = DirectoryUses<String, Tally.State, Tally.Action>

  private let store = Store(initialState: Tally.State(key: "a")) { Tally() }

  private static func uses(idle: Duration? = .seconds(60), retry: Duration = .seconds(10)) -> Uses {
    var configuration = StoreDirectoryConfiguration()
    configuration.idleTime = idle
    configuration.retryTime = retry
    return Uses(configuration)
  }

  /// With one open store that has been unused for some time.
  private func resting(_ uses: Uses = uses(), since time: Duration = .zero) -> Uses {
    var uses = uses
    uses.insert(1, at: 0)
    uses.open(store, of: "a", at: 0)
    _ = uses.rest(0, at: time)
    return uses
  }

  func testAPlaceIsTakenAgainWithNothingOfItsFormerEntry() throws {
    var uses = resting()
    let use = try XCTUnwrap(uses.begin("a"))
    XCTAssertEqual(uses.usedCount, 1)
    uses.remove("a", at: 0)
    XCTAssertEqual(uses.usedCount, 0)
    XCTAssertNil(uses.begin("a"))
    // A caller that returns it later returns nothing, whether or not there is another entry in its place.
    XCTAssertFalse(uses.end(use, at: .seconds(1)))
    XCTAssertEqual(uses.usedCount, 0)
    uses.insert(2, at: 0)
    XCTAssertEqual(uses.places.count, 1)
    XCTAssertFalse(uses.end(use, at: .seconds(1)))
    XCTAssertEqual(uses.places[0].count, 0)
  }

  func testAnEntryThatIsRemovedAtRestIsNotPassivatedAnyMore() {
    for isBusy in [false, true] {
      var uses = resting()
      if isBusy {
        uses.close("a", at: 0)
        uses.open(store, of: "a", at: 0)
        uses.leaveAlone(0, at: .zero)
      }
      uses.isOverCapacity = true
      XCTAssertEqual(uses.nextToPassivate(at: .seconds(100)), 0)
      uses.remove("a", at: 0)
      XCTAssertNil(uses.nextToPassivate(at: .seconds(100)))
      XCTAssertTrue(uses.slots.isEmpty)
    }
  }

  func testAClosedStoreDoesNotRestWhenItsLastCallerReturnsIt() throws {
    var uses = resting()
    let use = try XCTUnwrap(uses.begin("a"))
    uses.close("a", at: 0)
    XCTAssertNil(uses.begin("a"))
    XCTAssertFalse(uses.end(use, at: .zero))
    uses.isOverCapacity = true
    XCTAssertNil(uses.nextToPassivate(at: .seconds(100)))
    XCTAssertEqual(uses.usedCount, 0)
  }

  func testAfterAllWereClosedNothingRests() throws {
    var uses = resting()
    uses.insert(2, at: 1)
    uses.open(store, of: "b", at: 1)
    uses.leaveAlone(1, at: .zero)
    uses.insert(3, at: 2)
    uses.open(store, of: "c", at: 2)
    let use = try XCTUnwrap(uses.begin("c"))
    uses.closeAll()
    for key in ["a", "b", "c"] { XCTAssertNil(uses.begin(key), key) }
    XCTAssertTrue(uses.slots.isEmpty)
    XCTAssertFalse(uses.end(use, at: .zero))
    uses.isOverCapacity = true
    XCTAssertNil(uses.nextToPassivate(at: .seconds(100)))
    XCTAssertNil(uses.setTimer())
  }

  func testItRestsWhenTheLastOfItsCallersReturnsIt() throws {
    var uses = resting()
    let (first, second) = (try XCTUnwrap(uses.begin("a")), try XCTUnwrap(uses.begin("a")))
    XCTAssertEqual(uses.usedCount, 1)
    XCTAssertEqual([first.entry, second.entry], [1, 1])
    XCTAssertFalse(uses.end(first, at: .seconds(1)))
    XCTAssertEqual(uses.usedCount, 1)
    XCTAssertNil(uses.nextToPassivate(at: .seconds(100)))
    XCTAssertTrue(uses.end(second, at: .seconds(2)))
    XCTAssertEqual(uses.usedCount, 0)
    XCTAssertNil(uses.nextToPassivate(at: .seconds(61)))
    XCTAssertEqual(uses.nextToPassivate(at: .seconds(62)), 0)
  }

  func testWhatRestsRestsOnce() {
    var uses = resting()
    XCTAssertFalse(uses.rest(0, at: .seconds(50)))
    uses.leaveAlone(0, at: .seconds(55))
    XCTAssertEqual(uses.nextToPassivate(at: .seconds(60)), 0, "since zero")
    uses.close("a", at: 0)
    uses.open(store, of: "a", at: 0)
    uses.leaveAlone(0, at: .seconds(100))
    XCTAssertFalse(uses.rest(0, at: .seconds(105)))
    XCTAssertNil(uses.nextToPassivate(at: .seconds(109)))
    XCTAssertEqual(uses.nextToPassivate(at: .seconds(110)), 0)
  }

  func testABusyOneIsLeftAloneWhileItIsUsed() throws {
    var uses = resting()
    uses.close("a", at: 0)
    uses.open(store, of: "a", at: 0)
    uses.leaveAlone(0, at: .zero)
    uses.isOverCapacity = true
    XCTAssertEqual(uses.nextToPassivate(at: .seconds(10)), 0)
    let use = try XCTUnwrap(uses.begin("a"))
    XCTAssertNil(uses.nextToPassivate(at: .seconds(10)))
    uses.leaveAlone(0, at: .zero)
    XCTAssertNil(uses.nextToPassivate(at: .seconds(10)))
    XCTAssertTrue(uses.end(use, at: .seconds(20)))
    XCTAssertEqual(uses.nextToPassivate(at: .seconds(20)), 0)
  }

  func testTheDirectoryLooksAgainOnlyIfThatIsEarlierThanItDoesAnyway() throws {
    // Without a timer, and with one that is later or not.
    var uses = Self.uses()
    uses.insert(1, at: 0)
    uses.open(store, of: "a", at: 0)
    XCTAssertTrue(uses.rest(0, at: .zero))
    XCTAssertEqual(uses.setTimer(), .seconds(60))
    XCTAssertNil(uses.setTimer())
    for (time, isEarlier) in [(Duration.seconds(-1), true), (.zero, false), (.seconds(1), false)] {
      let use = try XCTUnwrap(uses.begin("a"))
      XCTAssertEqual(uses.end(use, at: time), isEarlier, "\(time)")
    }
    uses.timerFired(.seconds(59))
    XCTAssertNil(uses.setTimer(), "It was another timer that fired.")
    uses.timerFired(.seconds(60))
    XCTAssertEqual(uses.setTimer(), .seconds(61))
  }

  func testTheTimerIsThatOfTheFirstDeadline() {
    for (idleSince, busySince, deadline) in [(0, 0, 10), (0, 49, 59), (0, 50, 60), (0, 51, 60)] {
      var uses = resting(since: .seconds(idleSince))
      uses.insert(2, at: 1)
      uses.open(store, of: "b", at: 1)
      uses.leaveAlone(1, at: .seconds(busySince))
      XCTAssertEqual(uses.setTimer(), .seconds(deadline), "\(busySince)")
    }
  }

  func testWithoutAnIdleTimeOnlyThoseOverTheCapacityArePassivated() {
    var uses = Self.uses(idle: nil)
    uses.insert(1, at: 0)
    uses.open(store, of: "a", at: 0)
    XCTAssertFalse(uses.rest(0, at: .zero))
    XCTAssertNil(uses.nextToPassivate(at: .seconds(1_000)))
    XCTAssertNil(uses.setTimer())
    uses.isOverCapacity = true
    XCTAssertEqual(uses.nextToPassivate(at: .zero), 0)
    XCTAssertNil(uses.setTimer(), "It is passivated at once.")
    uses.close("a", at: 0)
    uses.open(store, of: "a", at: 0)
    uses.leaveAlone(0, at: .zero)
    XCTAssertNil(uses.nextToPassivate(at: .seconds(9)))
    XCTAssertEqual(uses.nextToPassivate(at: .seconds(10)), 0)
    XCTAssertEqual(uses.setTimer(), .seconds(10))
    uses.timerFired(.seconds(10))
    uses.isOverCapacity = false
    XCTAssertNil(uses.nextToPassivate(at: .seconds(1_000)))
    XCTAssertNil(uses.setTimer())
  }

  func testOneThatRestsBeyondTheCapacityIsPassivatedAtOnce() throws {
    var uses = resting()
    _ = uses.setTimer()
    uses.isOverCapacity = true
    let use = try XCTUnwrap(uses.begin("a"))
    XCTAssertTrue(uses.end(use, at: .seconds(1)))
    XCTAssertEqual(uses.nextToPassivate(at: .seconds(1)), 0)
  }
}
