import TestSupport
import XCTest

@testable import Troupe

/// The slot of a store's states, step by step.
final class StateSlotTests: XCTestCase {
  private final class Owner {}

  /// The observers of a store and its state. XCTest keeps a test case, so the test case doesn't have them.
  private final class Source {
    let observers = ObserverSet()
    let owner = Owner()
    let key = ObservationKey(\[Int].count, of: StateSlotTests.self as AnyObject)
    /// The version and the value of the current state; nil if the state is gone.
    var state: (version: UInt64, value: Int)? = (1, 10)
    var publishCount = 0

    func makeSlot() -> StateSlot {
      let slot = StateSlot(key, of: owner, in: observers, at: 1) { [unowned self] in
        publishCount += 1
        return state.map { (PublishedValue($0.value), version: $0.version) }
      }
      observers.add(slot, key)
      return slot
    }

    /// Has a turn that leads to a state.
    func turn(_ version: UInt64, _ value: Int) {
      state = (version, value)
      publish()
    }

    func publish() {
      var (_, waiters) = observers.takeThoseWhoWait()
      waiters.removeAll { $0.check(0) }
      observers.putBack(waiters)
    }
  }

  private func waiter(_ reading: StateSlot.Reading) throws -> UInt64 {
    guard case .nothingNew(let waiter) = reading else { throw Unexpected(reading: "\(reading)") }
    return waiter
  }

  private func value(_ reading: StateSlot.Reading?) throws -> [Int] {
    guard case .value(let value, let version) = reading else {
      throw Unexpected(reading: "\(reading as Any)")
    }
    return [Int(version), value.value(as: Int.self)]
  }

  private func isOutdated(_ reading: StateSlot.Reading?) -> Bool {
    if case .outdated = reading { true } else { false }
  }

  private struct Unexpected: Error { let reading: String }

  func testAllWaitingConsumersGetOneValue() throws {
    let source = Source()
    let slot = source.makeSlot()
    let first = try waiter(slot.read(after: 1, telling: Signal()))
    let second = try waiter(slot.read(after: 1, telling: Signal()))
    source.turn(2, 20)
    XCTAssertEqual(source.publishCount, 1)
    XCTAssertEqual(try value(slot.resume(first)), [2, 20])
    // Until all have read it, a consumer that didn't wait reads it, too.
    XCTAssertEqual(try value(slot.read(after: 1, telling: Signal())), [2, 20])
    XCTAssertEqual(try value(slot.resume(second)), [2, 20])
    XCTAssertTrue(isOutdated(slot.read(after: 1, telling: Signal())))
    XCTAssertTrue(slot.isCurrent)
  }

  func testAConsumerThatResumesLateGetsTheNewestValue() throws {
    let source = Source()
    let slot = source.makeSlot()
    let consumer = try waiter(slot.read(after: 1, telling: Signal()))
    source.turn(2, 20)
    source.turn(3, 30)
    XCTAssertEqual(source.publishCount, 2)
    XCTAssertEqual(try value(slot.resume(consumer)), [3, 30])
  }

  func testABlockedConsumerIsntServedForever() throws {
    let source = Source()
    let slot = source.makeSlot()
    let consumer = try waiter(slot.read(after: 1, telling: Signal()))
    for version in 2..<100 { source.turn(UInt64(version), version) }
    XCTAssertEqual(source.publishCount, 1 + StateSlot.graceTurns)
    XCTAssertFalse(source.observers.hasWaiters)
    XCTAssertTrue(isOutdated(slot.resume(consumer)))
  }

  func testASlotIsReleasedAfterATurnForWhichNoConsumerWaits() throws {
    let source = Source()
    let slot = source.makeSlot()
    XCTAssertTrue(source.observers.slot(source.key, of: source.owner) === slot)
    XCTAssertTrue(source.observers.hasWaiters)
    source.turn(2, 20)
    XCTAssertEqual(source.publishCount, 0)
    XCTAssertNil(source.observers.slot(source.key, of: source.owner))
    XCTAssertFalse(source.observers.hasWaiters)
    XCTAssertTrue(isOutdated(slot.read(after: 2, telling: Signal())))
  }

  func testASlotIsReleasedWhenItsLastConsumerIsCancelled() throws {
    let source = Source()
    let slot = source.makeSlot()
    let first = try waiter(slot.read(after: 1, telling: Signal()))
    let second = try waiter(slot.read(after: 1, telling: Signal()))
    XCTAssertNil(slot.resume(first))
    XCTAssertNil(source.observers.removeUnused(slot))
    XCTAssertTrue(slot.isCurrent)
    XCTAssertNil(slot.resume(second))
    XCTAssertTrue(source.observers.removeUnused(slot) === slot)
    XCTAssertFalse(slot.isCurrent)
    XCTAssertFalse(source.observers.hasWaiters)
    XCTAssertNil(source.observers.slot(source.key, of: source.owner))
    XCTAssertNil(source.observers.removeUnused(slot))
  }

  func testASlotIsKeptForAConsumerThatIsAboutToResume() throws {
    let source = Source()
    let slot = source.makeSlot()
    let first = try waiter(slot.read(after: 1, telling: Signal()))
    let second = try waiter(slot.read(after: 1, telling: Signal()))
    source.turn(2, 20)
    XCTAssertEqual(try value(slot.resume(first)), [2, 20])
    let cancelled = try waiter(slot.read(after: 2, telling: Signal()))
    XCTAssertNil(slot.resume(cancelled))
    XCTAssertNil(source.observers.removeUnused(slot))
    XCTAssertEqual(try value(slot.resume(second)), [2, 20])
    XCTAssertTrue(source.observers.removeUnused(slot) === slot)
  }

  /// The last consumer of a value leaves between the turn's check and its value.
  func testAValueForWhichNoConsumerIsLeftIsReleased() throws {
    let source = Source()
    var leave: (() -> Void)?
    let slot = StateSlot(nil, of: source.owner, in: source.observers, at: 1) {
      leave?()
      return (PublishedValue(Counted()), version: 2)
    }
    source.observers.add(slot, nil)
    let leaving = try waiter(slot.read(after: 1, telling: Signal()))
    leave = { [unowned slot] in XCTAssertNil(slot.resume(leaving)) }
    source.turn(2, 20)
    XCTAssertEqual(Counted.live, 0)
    XCTAssertTrue(isOutdated(slot.read(after: 1, telling: Signal())))
  }

  func testAStateThatIsGoneSendsConsumersToTheStore() throws {
    let source = Source()
    let slot = source.makeSlot()
    let consumer = try waiter(slot.read(after: 1, telling: Signal()))
    source.state = nil
    source.publish()
    XCTAssertFalse(source.observers.hasWaiters)
    XCTAssertTrue(isOutdated(slot.resume(consumer)))
    XCTAssertNil(source.observers.slot(source.key, of: source.owner))
  }

  func testTheEndOfTheStoreSendsConsumersToTheStore() throws {
    let source = Source()
    let slot = source.makeSlot()
    let first = try waiter(slot.read(after: 1, telling: Signal()))
    let second = try waiter(slot.read(after: 1, telling: Signal()))
    source.turn(2, 20)
    XCTAssertEqual(try value(slot.resume(first)), [2, 20])
    _ = source.observers.end(nil)
    XCTAssertTrue(isOutdated(slot.resume(second)))
    XCTAssertTrue(isOutdated(slot.read(after: 2, telling: Signal())))
  }

  func testTheSlotOfAReleasedCoreIsntUsedByAnother() {
    let (source, other) = (Source(), Owner())
    _ = source.makeSlot()
    XCTAssertNil(source.observers.slot(source.key, of: other))
    XCTAssertNotNil(source.observers.slot(source.key, of: source.owner))
  }
}
