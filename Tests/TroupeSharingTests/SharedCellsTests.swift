import Foundation
import TestSupport
import Troupe
import TroupeDiagnostics
import TroupeSharing
import XCTest

/// The space of keys: values that are released and made again.
final class SharedCellsTests: XCTestCase {
  private final class Value: Sendable {}

  // S866
  func testAValueForgetsOnlyItself() {
    let space = SharedCells()
    let id = SharedCells.ID("key")
    let first = Value()
    XCTAssertTrue(space.insert(first, id) === first)
    let loser = Value()
    XCTAssertTrue(space.insert(loser, id) === first)
    // The value that wasn't taken is released while the other one is in use.
    space.forget(id, ObjectIdentifier(loser))
    XCTAssertTrue(space.cell(id) === first)
    space.forget(id, ObjectIdentifier(first))
    XCTAssertNil(space.cell(id))
    XCTAssertEqual(space.count, 0)
  }

  // S866
  func testAValueThatWasMadeAgainIsNotForgotten() {
    let space = SharedCells()
    let id = SharedCells.ID("key")
    let again = Value()
    var gone: Forgetting? = Forgetting { identity in
      // The value is being released, and another thread makes it again before it is forgotten.
      XCTAssertNil(space.cell(id))
      XCTAssertTrue(space.insert(again, id) === again)
      space.forget(id, identity)
    }
    _ = gone.map { space.insert($0, id) }
    XCTAssertEqual(space.count, 1)
    gone = nil
    XCTAssertTrue(space.cell(id) === again)
    XCTAssertEqual(space.count, 1)
  }

  private final class Forgetting: Sendable {
    let onRelease: @Sendable (ObjectIdentifier) -> Void

    init(_ onRelease: @escaping @Sendable (ObjectIdentifier) -> Void) { self.onRelease = onRelease }

    deinit { onRelease(ObjectIdentifier(self)) }
  }

  /// The id of a key, whose release uses the space.
  private final class ReleasingID: Hashable, Sendable {
    let onRelease: @Sendable () -> Void

    init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }

    deinit { onRelease() }

    static func == (lhs: ReleasingID, rhs: ReleasingID) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  // S866
  func testAnIDIsReleasedAfterTheLockOfTheSpace() {
    let space = SharedCells()
    let counts = Collector<Int>()
    let value = Value()
    do {
      let id = SharedCells.ID(ReleasingID { counts.append(space.count) })
      _ = space.insert(value, id)
    }
    XCTAssertEqual(counts.all, [])
    space.forget(SharedCells.ID(ReleasingID {}), ObjectIdentifier(value))
    XCTAssertEqual(counts.all, [0])
  }

  // S866
  func testAValueIsReleasedAndMadeAgainOnManyThreads() async {
    let backend = SlowKey.Backend()
    backend.content.withLock { $0.stored = 0 }
    let space = SharedSpace()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          withDependencies {
            $0.sharedSpace = space
          } operation: {
            for _ in 0..<5_000 {
              let value = Shared(wrappedValue: -1, SlowKey(id: "key", backend))
              XCTAssertEqual(value.wrappedValue, 0)
            }
          }
        }
      }
    }
  }
}
