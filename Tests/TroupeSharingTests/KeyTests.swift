import Foundation
import TestSupport
import Troupe
import TroupeDiagnostics
import TroupeSharing
import TroupeTesting
import XCTest

/// A key whose loads and saves a test ends.
struct SlowKey: SharedKey, CustomStringConvertible {
  struct Failure: Error, Equatable {}

  final class Backend: Sendable {
    struct Content {
      var loads: [LoadContinuation<Int>] = []
      var saves: [(value: Int, continuation: SaveContinuation)] = []
      var subscriber: SharedSubscriber<Int>?
      var isCancelled = false
      /// Whether loads and saves end at once, with this value.
      var stored: Int??
    }

    let content = Locked(Content())
  }

  let name: String
  let backend: Backend

  init(id: String, _ backend: Backend = Backend()) {
    name = id
    self.backend = backend
  }

  var id: String { name }
  var description: String { ".slow(\"\(name)\")" }

  func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
    let stored = backend.content.withLock { content -> Int?? in
      if content.stored == nil { content.loads.append(continuation) }
      return content.stored
    }
    if let stored { continuation.resume(with: .success(stored)) }
  }

  func subscribe(context: LoadContext<Int>, subscriber: SharedSubscriber<Int>) -> SharedSubscription {
    backend.content.withLock { $0.subscriber = subscriber }
    return SharedSubscription { [backend] in backend.content.withLock { $0.isCancelled = true } }
  }

  func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
    let isStored = backend.content.withLock { content in
      guard content.stored != nil else {
        content.saves.append((value, continuation))
        return false
      }
      content.stored = value
      return true
    }
    if isStored { continuation.resume() }
  }
}

final class KeyTests: TroupeTestCase {
  private let backend = SlowKey.Backend()
  private var key: SlowKey { SlowKey(id: "key", backend) }

  private func takeLoad() -> LoadContinuation<Int>? {
    backend.content.withLock { $0.loads.isEmpty ? nil : $0.loads.removeFirst() }
  }

  private func takeSave() -> (value: Int, continuation: SaveContinuation)? {
    backend.content.withLock { $0.saves.isEmpty ? nil : $0.saves.removeFirst() }
  }

  // S867
  func testAValueIsLoadedWhenItIsCreated() throws {
    @Shared(key) var value = 1
    XCTAssertEqual(value, 1)
    XCTAssertTrue($value.isLoading)
    try XCTUnwrap(takeLoad()).resume(returning: 5)
    XCTAssertEqual(value, 5)
    XCTAssertFalse($value.isLoading)
    @Shared(key) var again = 2
    XCTAssertEqual(again, 5)
    XCTAssertNil(takeLoad())
    XCTAssertNil(takeSave())
  }

  // S867
  func testALoadThatFailsIsKnown() throws {
    @Shared(key) var value = 1
    try XCTUnwrap(takeLoad()).resume(throwing: SlowKey.Failure())
    XCTAssertEqual(value, 1)
    XCTAssertTrue($value.loadError is SlowKey.Failure)
    backend.content.withLock { $0.subscriber }?.yield(3)
    XCTAssertEqual(value, 3)
    XCTAssertNil($value.loadError)
    backend.content.withLock { $0.subscriber }?.yieldReturningInitialValue()
    XCTAssertEqual(value, 1)
  }

  // S867
  func testASaveMakesAFailedLoadObsolete() throws {
    @Shared(key) var value = 1
    try XCTUnwrap(takeLoad()).resume(throwing: SlowKey.Failure())
    $value.withLock { $0 = 2 }
    XCTAssertNotNil($value.loadError)
    try XCTUnwrap(takeSave()).continuation.resume()
    XCTAssertNil($value.loadError)
  }

  // S868
  func testSavesFollowEachOtherAndTheNewestValueIsSavedLast() throws {
    @Shared(key) var value = 1
    try XCTUnwrap(takeLoad()).resumeReturningInitialValue()
    for new in 2...5 { $value.withLock { $0 = new } }
    let first = try XCTUnwrap(takeSave())
    XCTAssertEqual(first.value, 2)
    XCTAssertNil(takeSave())
    first.continuation.resume(throwing: SlowKey.Failure())
    XCTAssertTrue($value.saveError is SlowKey.Failure)
    let second = try XCTUnwrap(takeSave())
    XCTAssertEqual(second.value, 5)
    second.continuation.resume()
    XCTAssertNil($value.saveError)
    XCTAssertNil(takeSave())
  }

  // S868
  func testAFailedSaveThatNoTaskAwaitsIsReportedOnce() throws {
    let issues = IssueCollector()
    @Shared(key) var value = 1
    try XCTUnwrap(takeLoad()).resumeReturningInitialValue()
    func save(_ new: Int) throws -> SaveContinuation {
      withIssueReporters([issues]) { $value.withLock { $0 = new } }
      return try XCTUnwrap(takeSave()).continuation
    }
    // The key may answer on another thread, which has no issue reporters.
    try save(2).resume(throwing: SlowKey.Failure())
    XCTAssertEqual(issues.count, 1)
    XCTAssert(issues.messages.first?.contains("couldn't be saved") == true, "\(issues.messages)")
    try save(3).resume(throwing: SlowKey.Failure())
    XCTAssertEqual(issues.count, 1)
    try save(4).resume()
    try save(5).resume(throwing: SlowKey.Failure())
    XCTAssertEqual(issues.count, 2)
  }

  // S867
  func testALoadThatIsCancelledResumesAtOnceAndItsResultIsDropped() async throws {
    try await underSeeds(5) { scheduler, _ in
      let backend = SlowKey.Backend()
      let value = Shared(wrappedValue: 1, SlowKey(id: "key", backend))
      backend.content.withLock { $0.loads.removeFirst() }.resumeReturningInitialValue()
      let task = Task(executorPreference: scheduler) { try await value.load() }
      await scheduler.settle()
      XCTAssertTrue(value.isLoading)
      task.cancel()
      do {
        try await task.value
        XCTFail("The load ended without an error.")
      } catch {
        XCTAssertTrue(error is CancellationError)
      }
      XCTAssertFalse(value.isLoading)
      XCTAssertNil(value.loadError)
      backend.content.withLock { $0.loads.removeFirst() }.resume(returning: 7)
      XCTAssertEqual(value.wrappedValue, 1)
    }
  }

  // S867, S868
  func testLoadAndSaveWaitForTheKey() async throws {
    try await underSeeds(5) { scheduler, _ in
      let backend = SlowKey.Backend()
      let value = Shared(wrappedValue: 1, SlowKey(id: "key", backend))
      backend.content.withLock { $0.loads.removeFirst() }.resumeReturningInitialValue()
      let load = Task(executorPreference: scheduler) { try await value.load() }
      await scheduler.settle()
      backend.content.withLock { $0.loads.removeFirst() }.resume(returning: 7)
      try await load.value
      XCTAssertEqual(value.wrappedValue, 7)
      let save = Task(executorPreference: scheduler) { try await value.save() }
      await scheduler.settle()
      let saved = backend.content.withLock { $0.saves.removeFirst() }
      XCTAssertEqual(saved.value, 7)
      saved.continuation.resume()
      try await save.value
    }
  }

  // S868
  func testALoadWaitsForTheSavesBeforeIt() async throws {
    try await underSeeds(5) { scheduler, _ in
      let backend = SlowKey.Backend()
      let value = Shared(wrappedValue: 1, SlowKey(id: "key", backend))
      backend.content.withLock { $0.loads.removeFirst() }.resumeReturningInitialValue()
      value.withLock { $0 = 2 }
      value.withLock { $0 = 3 }
      let load = Task(executorPreference: scheduler) { try await value.load() }
      await scheduler.settle()
      for expected in 2...3 {
        XCTAssertTrue(value.isLoading)
        // The key still has the first value.
        XCTAssertEqual(backend.content.withLock { $0.loads.count }, 0)
        let saved = backend.content.withLock { $0.saves.removeFirst() }
        XCTAssertEqual(saved.value, expected)
        saved.continuation.resume()
        await scheduler.settle()
      }
      backend.content.withLock { $0.loads.removeFirst() }.resume(returning: 3)
      try await load.value
      XCTAssertEqual(value.wrappedValue, 3)
      XCTAssertFalse(value.isLoading)
    }
  }

  // S867
  func testALoadThatWaitsForASaveIsCancelled() async throws {
    try await underSeeds(5) { scheduler, _ in
      let backend = SlowKey.Backend()
      let value = Shared(wrappedValue: 1, SlowKey(id: "key", backend))
      backend.content.withLock { $0.loads.removeFirst() }.resumeReturningInitialValue()
      value.withLock { $0 = 2 }
      let load = Task(executorPreference: scheduler) { try await value.load() }
      await scheduler.settle()
      load.cancel()
      do {
        try await load.value
        XCTFail("The load ended without an error.")
      } catch {
        XCTAssertTrue(error is CancellationError)
      }
      XCTAssertFalse(value.isLoading)
      XCTAssertEqual(backend.content.withLock { $0.loads.count }, 0)
      backend.content.withLock { $0.saves.removeFirst() }.continuation.resume()
      XCTAssertEqual(value.wrappedValue, 2)
    }
  }

  // S867
  func testAValueThatIsWrittenDuringALoadStays() async throws {
    try await underSeeds(5) { scheduler, _ in
      let backend = SlowKey.Backend()
      let value = Shared(wrappedValue: 1, SlowKey(id: "key", backend))
      value.withLock { $0 = 2 }
      backend.content.withLock { $0.loads.removeFirst() }.resume(returning: 10)
      XCTAssertEqual(value.wrappedValue, 2)
      backend.content.withLock { $0.saves.removeFirst() }.continuation.resume()
      let load = Task(executorPreference: scheduler) { try await value.load() }
      await scheduler.settle()
      value.withLock { $0 = 3 }
      backend.content.withLock { $0.saves.removeFirst() }.continuation.resume()
      backend.content.withLock { $0.loads.removeFirst() }.resume(returning: 2)
      try await load.value
      XCTAssertEqual(value.wrappedValue, 3)
    }
  }

  /// Collects the numbers of the versions before and after each write.
  private final class Numbers: SharedTracker {
    let all = Collector<[UInt64]>()

    func changed(
      _ cell: any SharedCell,
      from old: any SharedVersion,
      to new: any SharedVersion,
      by writer: SharedWriter
    ) -> (any SharedVersion)? {
      all.append([old.number, new.number])
      return nil
    }
  }

  // S861, S867
  func testAKeyThatChangesItsValueInABodyDoesSoAfterTheBody() throws {
    let numbers = Numbers()
    let trackers = SharedCells.current.trackers
    trackers.add(numbers)
    defer { trackers.remove(numbers) }
    @Shared(key) var value = 1
    try XCTUnwrap(takeLoad()).resumeReturningInitialValue()
    let subscriber = try XCTUnwrap(backend.content.withLock { $0.subscriber })
    $value.withLock { value in
      value = 2
      subscriber.yield(8)
      subscriber.yield(9)
      XCTAssertEqual(value, 2)
    }
    XCTAssertEqual(value, 9)
    XCTAssertEqual(numbers.all.all, [[0, 1], [1, 2], [2, 3]])
  }

  // S863, S867
  func testAKeyThatChangesItsValueInABodyOfAnotherDoesSoAfterTheBody() throws {
    struct Failure: Error {}
    let seen = Collector<Int>()
    let (other, third) = (Shared(value: 0), Shared(value: 0))
    @Shared(key) var value = 1
    let subscriber = try XCTUnwrap(backend.content.withLock { $0.subscriber })
    other.withLock { [value = $value] _ in
      subscriber.yield(8)
      seen.append(value.wrappedValue)
    }
    XCTAssertEqual(value, 8)
    XCTAssertThrowsError(
      try withLock(other, third) { [value = $value] _, _ throws(Failure) in
        subscriber.yield(9)
        seen.append(value.wrappedValue)
        throw Failure()
      }
    )
    XCTAssertEqual(value, 9)
    XCTAssertEqual(seen.all, [1, 8])
  }

  // S867
  func testAKeyMayWaitForAThreadThatWritesTheValue() {
    let backend = SlowKey.Backend()
    let value = Shared(wrappedValue: 1, WaitingKey(backend: backend))
    XCTAssertEqual(value.wrappedValue, 7)
  }

  /// A key whose load waits for another thread, which ends the load.
  struct WaitingKey: SharedKey {
    let backend: SlowKey.Backend
    var id: String { "waiting" }

    func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
      let done = DispatchSemaphore(value: 0)
      Thread {
        continuation.resume(returning: 7)
        done.signal()
      }.start()
      done.wait()
    }

    func subscribe(context: LoadContext<Int>, subscriber: SharedSubscriber<Int>) -> SharedSubscription {
      SharedSubscription {}
    }

    func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) { continuation.resume() }
  }

  // S867
  func testARequiredKeyHasToHaveAValue() async throws {
    backend.content.withLock { $0.stored = .some(nil) }
    do {
      _ = try await Shared<Int>(require: key)
      XCTFail("A value was made of nothing.")
    } catch let error as SharedValueMissing {
      XCTAssertEqual(error.key, ".slow(\"key\")")
    }
    backend.content.withLock { $0.stored = 9 }
    let value = try await Shared<Int>(require: key)
    XCTAssertEqual(value.wrappedValue, 9)
  }

  // S868
  func testTheSubscriptionEndsWithTheLastHolder() {
    backend.content.withLock { $0.stored = 3 }
    do {
      @Shared(key) var value = 1
      XCTAssertEqual(value, 3)
      $value.withLock { $0 = 4 }
      XCTAssertFalse(backend.content.withLock { $0.isCancelled })
    }
    XCTAssertTrue(backend.content.withLock { $0.isCancelled })
    @Shared(key) var value = 1
    XCTAssertEqual(value, 4)
  }

  // S867
  func testAContinuationThatIsForgottenOrUsedTwiceIsReported() throws {
    @Shared(key) var value = 1
    withExpectedIssue { backend.content.withLock { $0.loads = [] } }
    XCTAssertFalse($value.isLoading)
    $value.withLock { $0 = 2 }
    let save = try XCTUnwrap(takeSave())
    save.continuation.resume()
    withExpectedIssue { save.continuation.resume() }
  }

  // S869
  func testTheValuesAreASequence() async throws {
    try await underSeeds(20) { scheduler, _ in
      let value = Shared(value: 0)
      let seen = Locked<[Int]>([])
      let task = Task(executorPreference: scheduler) {
        for await next in value.values { seen.withLock { $0.append(next) } }
      }
      await scheduler.settle()
      value.withLock { $0 = 1 }
      value.withLock { $0 = 2 }
      await scheduler.settle()
      value.withLock { $0 = 3 }
      await scheduler.settle()
      task.cancel()
      await task.value
      let values = seen.withLock { $0 }
      XCTAssertEqual(values.first, 0)
      XCTAssertEqual(values.last, 3)
      XCTAssertEqual(values, values.sorted())
      XCTAssertTrue(values.contains(2))
    }
  }
}
