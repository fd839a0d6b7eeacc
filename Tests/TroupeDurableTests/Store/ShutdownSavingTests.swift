import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeTesting
import XCTest

/// How long a shutdown waits for the last save, for each combination of its durations, the end of the effects
/// and the end of the save.
final class ShutdownSavingTests: TroupeTestCase {
  /// When it ends by itself, in seconds after the shutdown began; nil for never.
  private struct Row: CustomStringConvertible {
    let within: Int?
    let grace: Int?
    let effect: Int?
    let ignoresCancellation: Bool
    let save: Int?
    /// Whether all attempts to save before that fail, instead of one attempt that takes so long.
    let failsFirst: Bool
    /// When the caller is cancelled; nil for never.
    let cancellation: Int?

    static let all: [Row] = {
      var all: [Row] = []
      for within in [nil, 0, 30] as [Int?] {
        for grace in [nil, 0, 5] as [Int?] {
          let effects: [(Int?, Bool)] = [(1, false), (3, true), (28, false), (nil, false), (nil, true)]
          for (effect, ignores) in effects {
            for (save, fails) in [(2, false), (11, false), (11, true), (33, false), (33, true), (nil, false)]
              as [(Int?, Bool)]
            {
              for cancellation in [nil, 7] as [Int?] {
                all.append(
                  Row(
                    within: within,
                    grace: grace,
                    effect: effect,
                    ignoresCancellation: ignores,
                    save: save,
                    failsFirst: fails,
                    cancellation: cancellation
                  )
                )
              }
            }
          }
        }
      }
      return all
    }()

    /// When the shutdown returns, and whether the save is done by then; nil if it never returns.
    var end: (second: Int, isSaved: Bool)? {
      let never = 1_000
      let deadline = min(within ?? never, cancellation ?? never)
      let cancelled = ignoresCancellation ? never : deadline
      let effects = min(effect ?? never, cancelled)
      let isOver = max(effects, save ?? never)
      let limit = deadline == never ? never : grace.map { deadline + $0 } ?? never
      let end = min(isOver, limit)
      return end == never ? nil : (end, (save ?? never) <= end)
    }

    var description: String {
      """
      within \(text(within)), grace \(text(grace)), effect ends at \(text(effect))\
      \(ignoresCancellation ? " and ignores its cancellation" : ""), save at \(text(save))\
      \(failsFirst ? " after failures" : ""), caller cancelled at \(text(cancellation))
      """
    }

    private func text(_ seconds: Int?) -> String { seconds.map { "\($0) s" } ?? "never" }
  }

  private struct Work: Reducer {
    struct State: Codable, Sendable { var notes = 0 }
    enum Action: Sendable { case work, note }

    let work: @Sendable () async -> Void

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .work: return .run { _ in await work() }
        case .note:
          state.notes += 1
          return .none
        }
      }
    }
  }

  // S592
  func testALastSaveHasBothDurations() async throws {
    XCTAssertEqual(Row.all.count, 540)
    for row in Row.all {
      try await underSeeds(1) { scheduler, clock in try await Self.check(row, scheduler, clock) }
    }
  }

  // S592
  func testALastSaveHasBothDurationsUnderManySchedules() async throws {
    for row in Row.all where row.within == 30 && row.grace == 5 && row.effect == 1 {
      try await underSeeds { scheduler, clock in try await Self.check(row, scheduler, clock) }
    }
  }

  // S592
  func testTheEarliestOfSeveralDeadlinesEndsTheWaitForTheLastSave() async throws {
    try await underSeeds { scheduler, clock in
      let (gate, storage) = gatedStorage()
      let store = try await Journal.open(storage, on: scheduler)
      gate.close()
      await store.send(.add(1))
      let first = Task(executorPreference: scheduler) {
        await store.shutdown(within: nil, cancellationGrace: nil, clock: clock)
      }
      await clock.advance(by: .seconds(1))
      let second = Task(executorPreference: scheduler) {
        await store.shutdown(within: .seconds(3), cancellationGrace: .seconds(4), clock: clock)
      }
      let ends = Collector<UInt64>()
      for task in [first, second] {
        Task(executorPreference: scheduler) { ends.append(UInt64(await task.value.unsavedTurnCount)) }
      }
      await clock.advance(by: .milliseconds(6_999))
      XCTAssertEqual(ends.all, [])
      await clock.advance(by: .milliseconds(1))
      XCTAssertEqual(ends.all, [1, 1])
      gate.open()
      await scheduler.settle()
    }
  }

  // S592
  func testADirectoryGivesLastSavesBothDurations() async throws {
    try await underSeeds { scheduler, clock in
      let (gate, storage) = gatedStorage()
      var configuration = StoreDirectoryConfiguration()
      configuration.clock = clock
      configuration.executor = scheduler
      configuration.taskExecutor = scheduler
      let directory = StoreDirectory(configuration: configuration) { (key: String) in
        try await Journal.open(storage, StorageKey(key), on: scheduler)
      }
      for key in ["a", "b"] { try await directory.commit(.add(1), to: key) }
      gate.close()
      for key in ["a", "b"] { try await directory.send(.add(2), to: key) }
      let reports = Collector<Bool>()
      let shutdown = Task(executorPreference: scheduler) {
        let all = await directory.shutdown(
          within: .seconds(30),
          cancellationGrace: .seconds(5),
          clock: clock
        )
        for report in all.values { reports.append(report.isComplete) }
      }
      let isSaved = scheduler.seed.isMultiple(of: 2)
      await clock.advance(by: .seconds(34))
      XCTAssertEqual(reports.all, [])
      if isSaved { gate.open() }
      await clock.advance(by: .seconds(1))
      XCTAssertEqual(reports.all, [isSaved, isSaved])
      await shutdown.value
      gate.open()
      await scheduler.settle()
    }
  }

  private static func check(_ row: Row, _ scheduler: Scheduler, _ clock: TestClock) async throws {
    let (gate, storage) = gatedStorage()
    let working = Gate()
    let store = try await Store(
      initialState: Work.State(),
      storage: storage,
      key: "work",
      codec: StateCodec(format: JSONFormat()),
      retry: .constant(.milliseconds(500), attempts: 10_000),
      clock: clock,
      configuration: scheduler.configuration(for: Work.Action.self)
    ) {
      Work {
        await withTaskCancellationHandler {
          await working.wait()
        } onCancel: {
          if !row.ignoresCancellation { working.open() }
        }
      }
    }
    await store.send(.work)
    await scheduler.settle()
    if row.failsFirst { storage.isUnavailable = true } else { gate.close() }
    await store.send(.note)
    let report = Locked<ShutdownReport?>(nil)
    let shutdown = Task(executorPreference: scheduler) {
      let result = await store.shutdown(
        within: row.within.map { .seconds($0) },
        cancellationGrace: row.grace.map { .seconds($0) },
        clock: clock
      )
      report.withLock { $0 = result }
    }
    await scheduler.settle()
    for second in 0...40 {
      if second > 0 { await clock.advance(by: .seconds(1)) }
      if second == row.cancellation { shutdown.cancel() }
      if second == row.save {
        storage.isUnavailable = false
        gate.open()
      }
      if second == row.effect { working.open() }
      await scheduler.settle()
      // The work of a second is done within it.
      let isOver = report.withLock { $0 != nil }
      let end = row.end.map(\.second) ?? .max
      if second < end { XCTAssertFalse(isOver, "\(row): it returned at \(second) s") }
      if second > end { XCTAssertTrue(isOver, "\(row): it hasn't returned at \(second) s") }
    }
    if let end = row.end {
      XCTAssertEqual(report.withLock { $0?.unsavedTurnCount == 0 }, end.isSaved, "\(row)")
    }
    storage.isUnavailable = false
    gate.open()
    working.open()
    shutdown.cancel()
    await clock.run()
    await shutdown.value
  }
}

private func gatedStorage() -> (Gate, MemoryStorage) {
  let gate = Gate(isOpen: true)
  return (gate, MemoryStorage { $0.operation == .save ? .wait({ await gate.wait() }) : .perform })
}
