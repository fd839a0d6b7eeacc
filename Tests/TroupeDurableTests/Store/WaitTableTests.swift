import Troupe
import TroupeDurable
import TroupeTesting
import XCTest

/// Every call that waits for a save, and every way in which its caller stops waiting: the error, and whether
/// the action's effects start when it is saved.
final class WaitTableTests: TroupeTestCase {
  private enum Call: CaseIterable {
    case commit, directoryCommit, result, finish, finishWithin, wait, waitWithin, waitForPart,
      waitForPartWithin
  }

  private enum End: CaseIterable { case cancellation, deadline }

  private enum Outcome: Equatable {
    case returned, cancelled, deadlineExceeded, other(String)
    case commit(CommitError.Code, CommitError.Outcome)

    init(_ result: Result<Void, any Error>) {
      switch result {
      case .success: self = .returned
      case .failure(is CancellationError): self = .cancelled
      case .failure(let error as StoreError) where error.code == .deadlineExceeded: self = .deadlineExceeded
      case .failure(let error as CommitError): self = .commit(error.code, error.outcome)
      case .failure(let error): self = .other("\(error)")
      }
    }
  }

  /// Nil if the call can't end this way.
  private static func expected(_ call: Call, _ end: End) -> (outcome: Outcome, startsEffects: Bool)? {
    switch (call, end) {
    case (.commit, .cancellation), (.directoryCommit, .cancellation): (.commit(.cancelled, .unknown), true)
    case (.result, .cancellation): (.cancelled, false)
    case (.finish, .cancellation): (.returned, false)
    case (.finishWithin, .cancellation): (.cancelled, false)
    case (.finishWithin, .deadline): (.deadlineExceeded, false)
    case (.wait, .cancellation), (.waitForPart, .cancellation): (.cancelled, true)
    case (.waitWithin, .cancellation), (.waitForPartWithin, .cancellation): (.cancelled, true)
    case (.waitWithin, .deadline), (.waitForPartWithin, .deadline): (.deadlineExceeded, true)
    case (.commit, .deadline), (.directoryCommit, .deadline), (.result, .deadline), (.finish, .deadline),
      (.wait, .deadline), (.waitForPart, .deadline):
      nil
    }
  }

  // S581, S585, S681, S691
  func testWhatTheEndOfAWaitForASaveCancels() async throws {
    var count = 0
    for call in Call.allCases {
      for end in End.allCases {
        guard let expected = Self.expected(call, end) else { continue }
        count += 1
        try await underSeeds(8) { scheduler, clock in
          let (outcome, started) = try await withDependencies {
            $0.continuousClock = clock
          } operation: {
            try await Self.outcome(of: call, endedBy: end, scheduler, clock)
          }
          XCTAssertEqual(outcome, expected.outcome, "\(call) ended by \(end)")
          XCTAssertEqual(started, expected.startsEffects, "\(call) ended by \(end)")
        }
      }
    }
    XCTAssertEqual(count, 12)
  }

  private static func outcome(
    of call: Call,
    endedBy end: End,
    _ scheduler: Scheduler,
    _ clock: TestClock
  ) async throws -> (Outcome, hasStarted: Bool) {
    let (gate, started) = (Gate(isOpen: true), Collector<Int>())
    let storage = MemoryStorage { $0.operation == .save ? .wait({ await gate.wait() }) : .perform }
    var configuration = StoreDirectoryConfiguration()
    configuration.clock = clock
    configuration.executor = scheduler
    configuration.taskExecutor = scheduler
    let directory = StoreDirectory(configuration: configuration) { (key: String) in
      try await Journal.open(
        storage,
        StorageKey(key),
        on: scheduler,
        outside: Journal.Outside(started: { started.append($0) })
      )
    }
    let store = try await directory.withStore(for: "a") { $0 }
    gate.close()
    let task = Task(executorPreference: scheduler) {
      switch call {
      case .commit: try await store.commit(.work(1))
      case .directoryCommit: try await directory.commit(.work(1), to: "a")
      case .result: try await store.send(.work(1)).result()
      case .finish: await store.send(.work(1)).finish()
      case .finishWithin: try await store.send(.work(1)).finish(within: .seconds(1))
      case .wait:
        await store.send(.work(1))
        try await store.wait { $0.entries.contains(1) }
      case .waitWithin:
        await store.send(.work(1))
        try await store.wait(within: .seconds(1), until: { $0.entries.contains(1) })
      case .waitForPart:
        await store.send(.work(1))
        try await store.wait(for: \.entries.count, until: { $0 > 0 })
      case .waitForPartWithin:
        await store.send(.work(1))
        try await store.wait(for: \.entries.count, within: .seconds(1), until: { $0 > 0 })
      }
    }
    await scheduler.settle()
    switch end {
    case .cancellation: task.cancel()
    case .deadline: await clock.advance(by: .seconds(1))
    }
    let outcome = Outcome(await task.result.map { _ in })
    gate.open()
    await scheduler.settle()
    // It is saved in any case.
    let saved = try await Journal.saved(storage, "a")
    XCTAssertEqual(saved?.entries.first, 1)
    await directory.shutdown(within: .zero, clock: clock)
    return (outcome, !started.all.isEmpty)
  }
}
