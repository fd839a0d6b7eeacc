import Synchronization
import Troupe
import TroupeTesting
import XCTest

@testable import FolderDigest

final class SessionTests: FolderDigestTestCase {
  private static let texts = (0..<12).reduce(into: [String: [UInt8]]()) { texts, number in
    let text = String(repeating: "one Two\nnumber\(number)  naïve\n", count: number % 5 + 1)
    texts["folder/\(number % 3)/file\(number)"] = Array(text.utf8)
  }

  func testTheTotalsAreRightForAnySchedule() async throws {
    let expected = try digest(of: Self.texts)
    await explore(schedules: 20) { scheduler in
      let store = Self.store(scheduler, .inMemory(Self.texts), workers: 3)
      await store.send(Self.start).finish()
      let state = try await Self.result(of: store)
      assertSame(state.digest, expected)
      XCTAssertEqual(state.skipped, [])
      XCTAssertEqual(state.progress, Progress(isListing: false, found: 12, done: 12))
      XCTAssertFalse(state.isPartial)
    }
  }

  func testNoMoreFilesAreReadAtOnceThanThereAreWorkers() async throws {
    for workers in [1, 3, 20] {
      await explore(schedules: 5) { scheduler in
        let gate = Gate()
        let reading = Mutex((now: 0, most: 0))
        var files = FileAccess.inMemory(Self.texts)
        files.digest = { [digest = files.digest] path in
          reading.withLock { $0 = ($0.now + 1, max($0.now + 1, $0.most)) }
          defer { reading.withLock { $0.now -= 1 } }
          try await gate.pass()
          return try await digest(path)
        }
        let store = Self.store(scheduler, files, workers: workers)
        let task = await store.send(Self.start)
        await scheduler.settle()
        XCTAssertEqual(reading.withLock { $0.now }, min(workers, Self.texts.count))
        gate.open()
        await task.finish()
        XCTAssertEqual(reading.withLock { $0.most }, min(workers, Self.texts.count))
        let done = try await Self.result(of: store).progress.done
        XCTAssertEqual(done, Self.texts.count)
      }
    }
  }

  func testAFileThatCannotBeReadLosesNothingElse() async throws {
    let expected = try digest(of: Self.texts)
    let files = FileAccess.inMemory(
      Self.texts.merging(["folder/binary": [0x61, 0], "folder/latin": [0x66, 0xFC, 0x72]]) { $1 },
      failures: ["folder/secret": .unreadable("Permission denied")]
    )
    await explore(schedules: 20) { scheduler in
      let store = Self.store(scheduler, files, workers: 4)
      await store.send(Self.start).finish()
      let state = try await Self.result(of: store)
      assertSame(state.digest, expected)
      XCTAssertEqual(
        state.skipped.sorted { $0.path < $1.path },
        [
          Skipped(path: "folder/binary", reason: "binary: contains a NUL byte"),
          Skipped(path: "folder/latin", reason: "not valid UTF-8"),
          Skipped(path: "folder/secret", reason: "can't be read: Permission denied"),
        ]
      )
      XCTAssertTrue(state.progress.isComplete)
    }
  }

  func testAFolderThatCannotBeReadLosesNothingElse() async throws {
    let secret = Skipped(path: "folder/secret", reason: "can't be read: Permission denied")
    await explore(schedules: 20) { scheduler in
      var files = FileAccess.inMemory(["folder/a": [0x61]])
      files.list = { _, _ in Self.stream(of: [.unreadable(secret), .file("folder/a")]) }
      let store = Self.store(scheduler, files)
      await store.send(Self.start).finish()
      let state = try await Self.result(of: store)
      XCTAssertEqual(state.skipped, [secret])
      XCTAssertEqual(state.digest.files.map(\.path), ["folder/a"])
      XCTAssertTrue(state.progress.isComplete)
    }
  }

  func testStoppingCancelsTheReadsAndLeavesAPartialResult() async throws {
    let texts = ["a", "b", "c", "d", "e"].reduce(into: [:]) { $0["folder/" + $1] = Array("word\n".utf8) }
    let expected = try digest(of: texts.filter { ["folder/a", "folder/b"].contains($0.key) })
    await explore(schedules: 20) { scheduler in
      let gate = Gate()
      let begun = Mutex<[String]>([])
      let cancelled = Mutex<Set<String>>([])
      var files = FileAccess.inMemory(texts)
      files.digest = { [digest = files.digest] path in
        begun.withLock { $0.append(path) }
        do {
          if path > "folder/b" { try await gate.pass() }
        } catch {
          cancelled.withLock { _ = $0.insert(path) }
          throw error
        }
        return try await digest(path)
      }
      let store = Self.store(scheduler, files, workers: 2)
      let task = await store.send(Self.start)
      await scheduler.settle()
      await store.send(.stop)
      await task.finish()

      let state = try await Self.result(of: store)
      XCTAssertTrue(state.isPartial)
      XCTAssertFalse(state.isOver)
      assertSame(state.digest, expected)
      XCTAssertEqual(state.skipped, [])
      XCTAssertEqual(state.progress, Progress(isListing: false, found: 5, done: 2))
      XCTAssertEqual(cancelled.withLock { $0 }, ["folder/c", "folder/d"])
      XCTAssertFalse(begun.withLock { $0.contains("folder/e") }, "what waits for a worker never begins")
      let running = await store.runningEffects
      XCTAssertTrue(running.isEmpty)
    }
  }

  func testStoppingEndsTheListing() async throws {
    await explore(schedules: 20) { scheduler in
      var files = FileAccess.inMemory(Self.texts)
      files.list = { _, _ in AsyncThrowingStream { $0.yield(.file("folder/0/file0")) } }
      let store = Self.store(scheduler, files)
      let task = await store.send(Self.start)
      try await store.wait(until: { $0.scan?.progress.done == 1 })
      await store.send(.stop)
      await task.finish()
      let state = try await Self.result(of: store)
      XCTAssertTrue(state.isPartial)
      XCTAssertEqual(state.progress, Progress(isListing: true, found: 1, done: 1))
    }
  }

  func testStoppingTwiceIsStoppingOnce() async throws {
    await explore(schedules: 5) { scheduler in
      var files = FileAccess.inMemory(Self.texts)
      files.digest = { [gate = Gate(), digest = files.digest] path in
        try await gate.pass()
        return try await digest(path)
      }
      let store = Self.store(scheduler, files)
      let task = await store.send(Self.start)
      await store.send(.stop)
      await store.send(.stop)
      await task.finish()
      let isPartial = try await Self.result(of: store).isPartial
      XCTAssertTrue(isPartial)
    }
  }

  func testReplacingAScanEndsItsTasks() async throws {
    let expected = try digest(of: Self.texts)
    await explore(schedules: 20) { scheduler in
      let begun = Mutex(0)
      let cancelled = Mutex(0)
      let gate = Gate()
      let isFirst = Mutex(true)
      var files = FileAccess.inMemory(Self.texts)
      files.digest = { [digest = files.digest] path in
        if isFirst.withLock({ $0 }) {
          begun.withLock { $0 += 1 }
          do {
            try await gate.pass()
          } catch {
            cancelled.withLock { $0 += 1 }
            throw error
          }
        }
        return try await digest(path)
      }
      let store = Self.store(scheduler, files, workers: 3)
      await store.send(Self.start)
      await scheduler.settle()
      XCTAssertEqual(begun.withLock { $0 }, 3)

      // The same folder once more.
      isFirst.withLock { $0 = false }
      await store.send(Self.start)
      await scheduler.settle()
      XCTAssertEqual(cancelled.withLock { $0 }, 3)
      XCTAssertEqual(begun.withLock { $0 }, 3, "what waits for a worker never begins")

      let result = try await Self.result(of: store)
      assertSame(result.digest, expected)
      XCTAssertEqual(result.progress, Progress(isListing: false, found: 12, done: 12))
      let running = await store.runningEffects
      XCTAssertTrue(running.isEmpty)
    }
  }

  func testStoppingAfterTheEndMakesNothingPartial() async throws {
    await explore(schedules: 5) { scheduler in
      let store = Self.store(scheduler, .inMemory(Self.texts))
      await store.send(Self.start).finish()
      await store.send(.stop)
      let isPartial = try await Self.result(of: store).isPartial
      XCTAssertFalse(isPartial)
    }
  }

  func testAMissingFolderIsAFailure() async throws {
    await explore(schedules: 5) { scheduler in
      let store = Self.store(scheduler, .inMemory([:]))
      await store.send(Self.start).finish()
      let failure = try await Self.result(of: store).failure
      XCTAssertEqual(failure, "there is no folder 'folder'")
    }
  }

  func testOnlyFilesWithTheExtensionsCount() async throws {
    let texts = ["a.swift", "b.md", "c.swiftly", "swift", ".swift"].reduce(into: [:]) {
      $0["folder/" + $1] = Array("a".utf8)
    }
    await explore(schedules: 5) { scheduler in
      let store = Self.store(scheduler, .inMemory(texts))
      await store.send(
        .start(Scan.State(folder: "folder", selection: Selection(extensions: ["swift", "md"])))
      ).finish()
      let found = try await Self.result(of: store).digest.files.map(\.path).sorted()
      XCTAssertEqual(found, ["folder/.swift", "folder/a.swift", "folder/b.md"])
    }
  }

  private static func store(
    _ scheduler: Scheduler,
    _ files: FileAccess,
    workers: Int = 2
  ) -> StoreOf<Session> {
    Store(
      initialState: Session.State(),
      configuration: scheduler.configuration()
    ) {
      Session(workers: workers)
    } withDependencies: {
      $0[FileAccess.self] = files
    }
  }

  private static let start = Session.Action.start(Scan.State(folder: "folder"))

  private static func result(of store: StoreOf<Session>) async throws -> Scan.State {
    let scan = await store.scan
    XCTAssertNil(scan, "It has dismissed itself, or was stopped.")
    let result = await store.result
    return try XCTUnwrap(result)
  }

  private static func stream(of listings: [Listing]) -> AsyncThrowingStream<Listing, any Error> {
    AsyncThrowingStream { continuation in
      for listing in listings { continuation.yield(listing) }
      continuation.finish()
    }
  }

  private func digest(of texts: [String: [UInt8]]) throws -> Digest {
    try texts.reduce(into: Digest()) { digest, text in
      var counter = TextCounter()
      try counter.count(text.value)
      digest.merge(try counter.finish(text.key))
    }
  }
}

/// Compares digests that may have seen the files in another order.
private func assertSame(_ one: Digest, _ other: Digest, file: StaticString = #filePath, line: UInt = #line) {
  func inOrder(_ digest: Digest) -> Digest {
    var digest = digest
    digest.files.sort { $0.path < $1.path }
    return digest
  }
  XCTAssertEqual(inOrder(one), inOrder(other), file: file, line: line)
}
