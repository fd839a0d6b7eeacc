import Foundation
import TestSupport
import Troupe
import TroupeDiagnostics
import TroupeRecording
import TroupeSharing
import TroupeTesting
import XCTest

/// Shared values in recordings.
final class RecordingSharingTests: XCTestCase {
  private let folder = TestFolder()

  struct NotCodable: Sendable { var count = 0 }

  struct Booking: Reducer {
    struct State: Codable, Equatable, Sendable {
      @Shared(.inMemory("seats")) var seats = 100
      var own: [Int] = []
      var isOpen = false
    }

    enum Action: Codable, Sendable {
      case book
      case look
      case lookElsewhere
    }

    @Shared(.inMemory("open")) var isOpen = false
    @Shared(.inMemory("other")) var other = NotCodable()

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .book:
          let seat = state.$seats.withLock { seats in
            seats -= 1
            return seats
          }
          state.own += [seat, state.seats]
        case .look:
          state.own += [state.seats, state.seats]
          state.isOpen = isOpen
        case .lookElsewhere:
          state.own.append(other.count)
        }
        return .none
      }
    }
  }

  private func record(_ body: (StoreOf<Booking>) async -> Void) async throws -> String {
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    let path = "\(folder.path)/\(UUID().uuidString).jsonl"
    let recording = try Recording<Booking.State, Booking.Action>(to: path)
    var configuration = StoreConfiguration<Booking.Action>()
    configuration.instruments = [recording]
    let store = Store(initialState: Booking.State(), configuration: configuration) { Booking() }
    await body(store)
    try recording.close()
    return path
  }

  // S878, S879
  func testAReplayReadsTheRecordedVersions() async throws {
    let path = try await record { store in
      @Shared(.inMemory("seats")) var seats = 100
      @Shared(.inMemory("open")) var isOpen = false
      await store.send(.book)
      $seats.withLock { $0 = 50 }
      $isOpen.withLock { $0 = true }
      await store.send(.look)
      await store.send(.book)
      $seats.withLock { $0 = 7 }
      await store.send(.look)
    }
    let state = try withFreshDependencies {
      @Shared(.inMemory("seats")) var seats = -1
      @Shared(.inMemory("open")) var isOpen = false
      let replay = try Replay<Booking.State, Booking.Action>(path) { Booking() }
      let divergence = try replay.divergence()
      XCTAssertNil(divergence, "\(String(describing: divergence))")
      let last = try replay.state(after: replay.turns.upperBound)
      // A replay changes nothing outside.
      XCTAssertEqual(seats, -1)
      XCTAssertFalse(isOpen)
      return last
    }
    XCTAssertEqual(state.own, [99, 99, 50, 50, 49, 49, 7, 7])
    XCTAssertTrue(state.isOpen)
  }

  // S879
  func testADepartureNamesValuesThatAreNotRecorded() async throws {
    let path = try await record { store in
      @Shared(.inMemory("other")) var other = NotCodable()
      $other.withLock { $0.count = 3 }
      await store.send(.lookElsewhere)
    }
    try withFreshDependencies {
      let replay = try Replay<Booking.State, Booking.Action>(path) { Booking() }
      let divergence = try XCTUnwrap(try replay.divergence())
      XCTAssertEqual(divergence.unrecorded, [#".inMemory("other")"#])
    }
  }

  // S878
  func testADepartureNamesAReadThatDiffers() async throws {
    let path = try await record { store in await store.send(.look) }
    struct Other: Reducer {
      @Shared(.inMemory("else")) var value = 1
      var body: some Reducer<Booking.State, Booking.Action> {
        Reduce { state, _ in
          state.own.append(value)
          return .none
        }
      }
    }
    let divergence = try Replay<Booking.State, Booking.Action>(path) { Other() }.divergence()
    XCTAssertTrue("\(try XCTUnwrap(divergence))".contains(#".inMemory("else")"#))
  }

  // MARK: Encoding

  // S880
  func testARestoredStateSharesTheValueAndKeepsTheNewerOne() throws {
    @Shared(.inMemory("seats")) var seats = 100
    let old = try JSONEncoder().encode(Booking.State())
    $seats.withLock { $0 = 3 }
    let restored = try JSONDecoder().decode(Booking.State.self, from: old)
    XCTAssertEqual(restored.seats, 3)
    restored.$seats.withLock { $0 = 2 }
    XCTAssertEqual(seats, 2)
    try withFreshDependencies {
      let restored = try JSONDecoder().decode(Booking.State.self, from: old)
      XCTAssertEqual(restored.seats, 100)
      @Shared(.inMemory("seats")) var seats = 1
      XCTAssertEqual(seats, 100)
    }
  }

  // S880
  func testAValueWithoutARestorableKeyIsEncodedAsAValue() throws {
    struct State: Codable { @Shared(value: 5) var value: Int }
    let state = State()
    let encoded = try JSONEncoder().encode(state)
    let restored = try JSONDecoder().decode(State.self, from: encoded)
    state.$value.withLock { $0 = 6 }
    XCTAssertEqual(restored.value, 5)
  }
}
