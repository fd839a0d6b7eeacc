import Foundation
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeTesting
import XCTest

/// The samples of the guide "Stores that survive a crash".
final class StoresThatSurviveTests: GuideTestCase {
  @Reducer
  struct Orders {
    struct State: Codable, Sendable {
      var open: [Int] = []
      var shipped: [Int] = []
    }
    enum Action: Sendable { case ordered(Int), shipped(Int) }

    let ship: @Sendable (Int) async throws -> Void

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .ordered(let number):
          state.open.append(number)
          return .run { send in
            try await ship(number)
            await send(.shipped(number))
          }
        case .shipped(let number):
          state.open.removeAll { $0 == number }
          state.shipped.append(number)
          return .none
        }
      }
    }
  }

  @Reducer
  struct Editor {
    struct State: Codable, Sendable {
      var selection: Int?
      var text = ""
    }
    enum Action: Sendable { case selected(Int), typed(String) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .selected(let row): state.selection = row
        case .typed(let text): state.text = text
        }
        return .none
      }
    }
  }

  @Reducer
  struct Reminder {
    struct State: Codable, Sendable {
      var ringsAt: WallClockInstant?
    }
    enum Action: Sendable { case set(WallClockInstant), rang }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .set(let instant): state.ringsAt = instant
        case .rang: state.ringsAt = nil
        }
        return .none
      }
    }
  }

  func testOrders() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "Orders-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let ship: @Sendable (Int) async throws -> Void = { _ in }
    let orders = try await Store(
      initialState: Orders.State(),
      storage: FolderStorage(path: path),
      key: "orders",
      codec: StateCodec(format: JSONFormat())
    ) {
      Orders(ship: ship)
    }
    try await orders.commit(.ordered(7))
    do {
      try await orders.commit(.ordered(8))
    } catch {
      switch error.code {
      case .superseded: print("Another process takes the orders now.")
      case .cancelled: print("Nobody waits for the order any more.")
      default: print("Not ordered: \(error)")
      }
    }
    try await orders.wait { $0.shipped.count == 2 }
    if let saving = await orders.statistics.saving {
      print("\(saving.saveCount) saves, outputs waited up to \(saving.longestWait)")
    }
    let again = try await Store(
      initialState: Orders.State(),
      storage: FolderStorage(path: path),
      key: "orders",
      codec: StateCodec(format: JSONFormat())
    ) {
      Orders(ship: ship)
    }
    let shipped = await again.shipped
    XCTAssertEqual(shipped.sorted(), [7, 8])
    let storage = FolderStorage(path: path)
    let codec = StateCodec(Orders.State.self, format: JSONFormat())
    if let orders = try await storage.read("orders", codec: codec) {
      print("\(orders.open.count) orders are open")
    }
    // The owner still has its key.
    try await again.commit(.ordered(9))
    await orders.shutdown(within: .zero)
    let show: (Orders.State) -> Void = { _ in }
    for await state in orders.states() { show(state) }
    if await orders.closedReason == .superseded { print("Another process takes the orders now.") }
    // The folder goes away with the test.
    await again.shutdown(within: .zero)
  }

  func testATransientAction() async throws {
    let storage = MemoryStorage { call in
      call.operation == .save && call.number == 3 ? .loseReply : .perform
    }
    let editor = try await Store(
      initialState: Editor.State(),
      storage: storage,
      key: "editor",
      codec: StateCodec(format: JSONFormat()),
      isTransient: { $0.is(\.selected) }
    ) {
      Editor()
    }
    await editor.send(.selected(1))
    XCTAssertEqual(storage.saveCount, 1)
    try await editor.commit(.typed("a"))
    XCTAssertEqual(storage.saveCount, 2)
  }

  func testAReminder() async throws {
    let storage = MemoryStorage()
    let date = Date(timeIntervalSince1970: 1_767_225_600)
    let reminder = try await Store(
      initialState: Reminder.State(),
      storage: storage,
      key: "tea",
      codec: StateCodec(format: JSONFormat()),
      wake: { $0.ringsAt }
    ) {
      Reminder()
    }
    try await reminder.commit(.set(WallClockInstant(date)))
    let now = WallClockInstant(date + 1)
    for due in try await storage.due(before: now, limit: 100) {
      print("\(due.key) wanted to be opened at \(due.wake)")
    }
    let due = try await storage.due(before: now, limit: 100)
    XCTAssertEqual(due.map(\.key), ["tea"])
    XCTAssertEqual(due.map(\.wake), [WallClockInstant(sinceEpoch: .seconds(1_767_225_600))])
    try await reminder.commit(.rang)
    let later = try await storage.due(before: now, limit: 100)
    XCTAssertTrue(later.isEmpty)
  }

  // Store.init(initialState:storage:key:codec:…), Store.commit
  func testACountdown() async throws {
    struct Countdown: Reducer {
      struct State: Codable, Sendable { var isRunning = false }
      enum Action: Sendable { case started }

      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        state.isRunning = true
        return .none
      }
    }
    let folder = FileManager.default.currentDirectoryPath
    defer { try? FileManager.default.removeItem(atPath: "\(folder)/countdowns") }
    let store = try await Store(
      initialState: Countdown.State(),
      storage: FolderStorage(path: "countdowns"),
      key: "tea",
      codec: StateCodec(format: JSONFormat())
    ) {
      Countdown()
    }
    async let events: Void = {
      for await event in store.savedEvents() {
        print(event)
      }
    }()
    try await store.commit(.started)
    // Now the start survives a crash.
    let isRunning = try await store.commit(.started, returning: { $0.isRunning }).value
    XCTAssertTrue(isRunning)
    await store.shutdown(within: .zero)
    await events
  }
}
