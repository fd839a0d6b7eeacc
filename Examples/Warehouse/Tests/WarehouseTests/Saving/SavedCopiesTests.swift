import TroupeDurable
import WarehouseFeature
import XCTest

@testable import WarehouseServer

final class SavedCopiesTests: XCTestCase {
  func testWhatOthersSaveIsReadByEachCaller() async throws {
    let (begun, begin) = AsyncStream<Never>.makeStream()
    let (released, release) = AsyncStream<Never>.makeStream()
    let storage = MemoryStorage { call in
      guard call.operation == .load, call.number == 1 else { return .perform }
      return .wait {
        begin.finish()
        for await _ in released {}
      }
    }
    let copies = SavedCopies(storage, isShared: true)
    let first = Task { try await copies.state(of: "north") }
    for await _ in begun {}
    // Another program may have saved it in the meantime.
    let second = try await copies.state(of: "north")
    XCTAssertNil(second)
    release.finish()
    _ = try await first.value
  }

  func testAReadHasAllThatWasSavedBeforeItBegan() async throws {
    let (begun, begin) = AsyncStream<Never>.makeStream()
    let (released, release) = AsyncStream<Never>.makeStream()
    let storage = MemoryStorage { call in
      guard call.operation == .load, call.number == 1 else { return .perform }
      return .wait(
        {
          begin.finish()
          for await _ in released {}
        },
        then: .fail
      )
    }
    let key: StorageKey = "north"
    let codec = StateCodec<Warehouse.State>.warehouse
    var state = Warehouse.State()
    state.lastID = 7
    try await storage.save(codec.encode(state), for: key, expecting: nil, as: StorageRevision(), wake: nil)
    let copies = SavedCopies(storage, isShared: false)
    let first = Task { try await copies.state(of: key) }
    for await _ in begun {}
    // A caller that joins it is cancelled, and doesn't wait.
    let second = Task { try await copies.state(of: key) }
    second.cancel()
    let result = await second.result
    XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError, "\($0)") }
    // The warehouse is saved: the result of the first read may be older than that.
    copies.forget(key)
    let third = try await copies.state(of: key)
    XCTAssertEqual(third?.lastID, 7)
    release.finish()
    let firstResult = await first.result
    XCTAssertThrowsError(try firstResult.get())
    let nothing = try await copies.state(of: "south")
    XCTAssertNil(nothing)
  }
}
