import Foundation
import TestSupport
import Troupe
import TroupeDiagnostics
import TroupeSharing
import TroupeTesting
import XCTest

/// Old values are released after the lock: a `deinit` may use the value that it was in.
///
/// The `deinit` runs on the thread that writes. It can't lock the value while that thread has it locked.
final class SharedReleaseTests: XCTestCase {
  /// A value whose release locks a shared value.
  final class Releasing: Sendable, Equatable {
    let name: String
    let onRelease: @Sendable (String) -> Void

    init(_ name: String, _ onRelease: @escaping @Sendable (String) -> Void) {
      self.name = name
      self.onRelease = onRelease
    }

    deinit { onRelease(name) }

    static func == (lhs: Releasing, rhs: Releasing) -> Bool { lhs.name == rhs.name }
  }

  /// A shared value, and a function that makes values whose release locks it.
  private static func holder(
    _ released: Collector<String>
  ) -> (holder: Shared<Releasing?>, make: @Sendable (String) -> Releasing) {
    let holder = Shared<Releasing?>(value: nil)
    return (
      holder,
      { name in
        Releasing(name) {
          holder.withLock { _ in }
          released.append($0)
        }
      }
    )
  }

  /// Runs a closure on another thread, and waits for it.
  private static func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread {
      body()
      done.signal()
    }.start()
    done.wait()
  }

  struct Holding: Reducer {
    struct State: Sendable {
      @Shared var object: Releasing?
      @Shared var other: Int
    }

    enum Action: Sendable { case readAndWrite, readAndWriteBoth }

    let make: @Sendable (String) -> Releasing
    let elsewhere: @Sendable () -> Void

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        // The turn is the last to hold this version, once others have written the value.
        XCTAssertNotNil(state.object)
        elsewhere()
        switch action {
        case .readAndWrite: state.$object.withLock { $0 = make("new") }
        case .readAndWriteBoth:
          withLock(state.$object, state.$other) { object, other in
            object = make("new")
            other += 1
          }
        }
        return .none
      }
    }
  }

  // S864
  func testTheVersionThatATurnHasReadIsReleasedAfterTheLock() async {
    for action in [Holding.Action.readAndWrite, .readAndWriteBoth] {
      let released = Collector<String>()
      let (holder, make) = Self.holder(released)
      holder.withLock { $0 = make("read") }
      let store = Store(initialState: Holding.State(object: holder, other: Shared(value: 0))) {
        Holding(make: make) {
          Self.onAnotherThread { holder.withLock { $0 = nil } }
          XCTAssertEqual(released.all, [])
        }
      }
      await store.send(action)
      XCTAssertEqual(released.all, ["read"])
      holder.withLock { $0 = nil }
    }
  }

  // S864
  func testWhatABodyHasMadeBeforeItThrowsIsReleasedAfterTheLock() throws {
    struct Failure: Error {}
    let released = Collector<String>()
    let (holder, make) = Self.holder(released)
    XCTAssertThrowsError(
      try holder.withLock { object throws(Failure) in
        object = make("dropped")
        throw Failure()
      }
    )
    XCTAssertEqual(released.all, ["dropped"])
    let other = Shared(value: 0)
    XCTAssertThrowsError(
      try withLock(other, holder) { other, object throws(Failure) in
        object = make("dropped by two")
        throw Failure()
      }
    )
    XCTAssertEqual(released.all, ["dropped", "dropped by two"])
    XCTAssertNil(holder.wrappedValue)
  }

  // S437, S864
  func testTheLastValueOfAnOptionalIsReleasedAfterTheLock() throws {
    let released = Collector<String>()
    let (holder, make) = Self.holder(released)
    holder.withLock { $0 = make("last") }
    let part = try XCTUnwrap(Shared(holder))
    // Only the reference has the last value, until it locks the optional again.
    holder.withLock { $0 = nil }
    XCTAssertEqual(released.all, [])
    holder.withLock { $0 = make("newer") }
    part.withLock { _ in }
    XCTAssertEqual(released.all, ["last"])
    holder.withLock { $0 = nil }
    part.withLock { $0 = make("written while nil") }
    XCTAssertEqual(released.all, ["last", "newer"])
    let other = Shared(value: 0)
    withLock(other, part) { _, part in part = make("written with another") }
    XCTAssertEqual(released.all, ["last", "newer", "written while nil"])
  }

  struct Replacing: Reducer {
    struct State: Equatable, Sendable {
      @Shared var object: Releasing?
    }

    enum Action: Sendable { case replace }

    let make: @Sendable (String) -> Releasing

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        .run { [object = state.$object, make] _ in
          object.withLock { $0 = make("first") }
          // The log of the test has this version. What the test itself writes isn't logged.
          SharedReleaseTests.onAnotherThread { object.withLock { $0 = make("of the test") } }
          object.withLock { $0 = make("second") }
        }
      }
    }
  }

  // S864, S876
  func testAVersionInTheLogOfATestIsReleasedAfterTheLock() async {
    let released = Collector<String>()
    let (holder, make) = Self.holder(released)
    let store = TestStore(initialState: Replacing.State(object: holder)) { Replacing(make: make) }
    await store.send(.replace)
    XCTAssertEqual(Set(released.all), ["first", "of the test"])
    await store.receiveSharedChange { $0.$object.withLock { $0 = Releasing("second") { _ in } } }
    holder.withLock { $0 = nil }
  }
}
