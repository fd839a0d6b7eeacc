import Foundation
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeTesting
import XCTest

// The recipe `RecipeReminder.md`. The tests replace the live bell, so that nothing is printed.

@DependencyClient
struct Bell: DependencyKey {
  var ring: @Sendable (_ text: String) async throws -> Void

  static let liveValue = Bell(ring: { text in print("Ring! \(text)") })
  static let testValue = Bell()
}

@Reducer
struct DatedReminder {
  struct Alarm: Codable, Equatable, Sendable {
    var text: String
    var date: Date
  }

  struct State: Codable, Equatable, Sendable {
    var alarm: Alarm?
    var rungCount = 0
  }

  enum Action: Equatable {
    case set(Alarm)
    case rang
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.date) var date
  @Dependency(Bell.self) var bell

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .set(let alarm):
        state.alarm = alarm
      case .rang:
        state.alarm = nil
        state.rungCount += 1
      }
      return .none
    }
    .task(id: { $0.alarm }) { alarm in
      .run(name: "alarm") { send in
        // Check again after each sleep, because the wall clock may have been set meanwhile.
        while case let rest = alarm.date.timeIntervalSince(date.now), rest > 0 {
          try await clock.sleep(for: .seconds(min(rest, 3_600)))
        }
        try await bell.ring(alarm.text)
        await send(.rang)
      }
      .retry(.exponential(initial: .seconds(1), maximum: .seconds(60), attempts: 10), clock: clock)
    }
  }
}

/// Opens the store of a reminder, which asks to be opened again on its date.
func openReminder(
  _ name: String,
  in storage: any Storage,
  configuration: StoreConfiguration<DatedReminder.Action> = StoreConfiguration()
) async throws -> StoreOf<DatedReminder> {
  try await Store(
    initialState: DatedReminder.State(),
    storage: storage,
    key: StorageKey(name),
    codec: StateCodec(format: JSONFormat()),
    wake: { $0.alarm.map { WallClockInstant($0.date) } },
    configuration: configuration
  ) {
    DatedReminder()
  }
}

typealias Reminders = StoreDirectory<String, DatedReminder.State, DatedReminder.Action>

/// Makes the directory of all reminders in a storage.
///
/// `try await reminders.commit(.set(alarm), to: "tea")` sets one.
func makeReminders(in storage: any Storage) -> Reminders {
  StoreDirectory { name in try await openReminder(name, in: storage) }
}

/// Rings the reminders on their dates, until the task is cancelled. Run it once in a program.
func ringReminders(_ reminders: Reminders, in storage: any Storage) async throws {
  try await reminders.run(waking: storage, now: { .now }) { key in key.text }
}

final class DatedReminderTests: XCTestCase {
  func testItRingsOnItsDate() async {
    let store = TestStore(initialState: DatedReminder.State()) {
      DatedReminder()
    } withDependencies: {
      $0[Bell.self].ring = { _ in }
    }
    // The date of a test begins at the reference date, and moves with the clock.
    let alarm = DatedReminder.Alarm(text: "Tea", date: Date(timeIntervalSinceReferenceDate: 86_400))

    await store.send(.set(alarm)) { $0.alarm = alarm }
    await store.clock.advance(by: .seconds(86_399))
    await store.clock.advance(by: .seconds(1))
    await store.receive(.rang) {
      $0.alarm = nil
      $0.rungCount = 1
    }
    await store.finish()
  }

  func testAReminderThatCameDueBetweenTwoProgramsRings() async throws {
    let storage = MemoryStorage()
    let alarm = DatedReminder.Alarm(text: "Tea", date: Date(timeIntervalSinceReferenceDate: 60))
    let scheduler = Scheduler()
    try await scheduler.run {
      let clock = TestClock(scheduler: scheduler)
      let first = try await withDependencies {
        $0.continuousClock = clock
      } operation: {
        try await openReminder("tea", in: storage, configuration: scheduler.configuration())
      }
      try await first.commit(.set(alarm))
      await first.shutdown(within: .zero, clock: clock)
    }

    let (rung, ring) = AsyncStream<String>.makeStream()
    let reminders = withDependencies {
      $0.continuousClock = ImmediateClock()
      $0.date.now = alarm.date + 3_600
      $0[Bell.self].ring = { text in ring.yield(text) }
    } operation: {
      makeReminders(in: storage)
    }
    let program = Task { try await ringReminders(reminders, in: storage) }
    var texts = rung.makeAsyncIterator()
    let text = await texts.next()
    XCTAssertEqual(text, "Tea")
    await reminders.shutdown(within: .seconds(10))
    try await program.value
  }
}

// MARK: The program

final class ReminderProgramTests: XCTestCase {
  func testAProgramKeepsItsReminders() async throws {
    let folder = FileManager.default.currentDirectoryPath + "/reminders"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let alarm = DatedReminder.Alarm(text: "Tea", date: Date(timeIntervalSinceReferenceDate: 7_258_118_400))
    try await withDependencies {
      $0 = .live
    } operation: {
      let storage = FolderStorage(path: "reminders")
      let reminders = makeReminders(in: storage)
      let ringing = Task { try await ringReminders(reminders, in: storage) }
      try await reminders.commit(.set(alarm), to: "tea")

      await reminders.shutdown(within: .zero)
      try await ringing.value
      let saved = try await storage.read(
        "tea",
        codec: StateCodec(DatedReminder.State.self, format: JSONFormat())
      )
      XCTAssertEqual(saved?.alarm, alarm)
    }
  }
}
