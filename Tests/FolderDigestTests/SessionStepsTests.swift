import Troupe
import TroupeTesting
import XCTest

@testable import FolderDigest

/// The session step by step; ``SessionTests`` tests what holds under any schedule.
final class SessionStepsTests: XCTestCase {
  private func store(_ files: FileAccess) -> TestStoreOf<Session> {
    TestStore(initialState: Session.State()) {
      Session(workers: 1)
    } withDependencies: {
      $0[FileAccess.self] = files
    }
  }

  private static let folder = Scan.State(folder: "folder")
  private static let empty = Digest(files: [Digest.File(path: "folder/a", bytes: 0)])

  func testAScanStartsAndItsResultIsKeptWhenItDismissesItself() async {
    let store = store(.inMemory(["folder/a": []]))
    await store.send(.start(Self.folder)) { $0.scan = Self.folder }
    await store.receive(.scan(.presented(.start)))
    await store.receive(.scan(.presented(.found(.file("folder/a"))))) { $0.scan?.progress.found = 1 }
    await store.receive(.scan(.presented(.digested(Self.empty)))) {
      $0.scan?.progress.done = 1
      $0.scan?.digest = Self.empty
    }
    await store.receive(.scan(.presented(.listed))) { $0.scan?.progress.isListing = false }
    await store.receive(.scan(.dismiss)) {
      $0.result = $0.scan
      $0.scan = nil
    }
    // There is nothing to stop any more.
    await store.send(.stop)
    await store.finish()
  }

  func testStoppingKeepsWhatThereIsAndEndsTheReading() async {
    var files = FileAccess.inMemory(["folder/a": []])
    files.digest = { [gate = Gate()] _ in
      try await gate.pass()
      return Digest()
    }
    let store = store(files)
    await store.send(.start(Self.folder)) { $0.scan = Self.folder }
    await store.receive(.scan(.presented(.start)))
    await store.receive(.scan(.presented(.found(.file("folder/a"))))) { $0.scan?.progress.found = 1 }
    await store.receive(.scan(.presented(.listed))) { $0.scan?.progress.isListing = false }
    XCTAssertEqual(store.runningEffects.map(\.name), ["digest"])
    await store.send(.stop) {
      $0.result = $0.scan
      $0.result?.isPartial = true
      $0.scan = nil
    }
    XCTAssertEqual(store.runningEffects.map(\.name), [])
    await store.finish()
  }

  func testAScanOfTheSameFolderReplacesTheOneThatGoesOn() async {
    var files = FileAccess.inMemory([:])
    files.list = { _, _ in AsyncThrowingStream { $0.yield(.unreadable(Skipped(path: "a", reason: "b"))) } }
    let store = store(files)
    await store.send(.start(Self.folder)) { $0.scan = Self.folder }
    await store.receive(.scan(.presented(.start)))
    let skipped = Skipped(path: "a", reason: "b")
    await store.receive(.scan(.presented(.found(.unreadable(skipped))))) { $0.scan?.progress.found = 1 }
    await store.receive(.scan(.presented(.skipped(skipped)))) {
      $0.scan?.progress.done = 1
      $0.scan?.skipped = [skipped]
    }
    await store.send(.start(Self.folder)) { $0.scan = Self.folder }
    await store.receive(.scan(.presented(.start)))
    await store.skipReceivedActions()
    XCTAssertEqual(store.runningEffects.map(\.name), ["list"], "the effect of the first scan has ended")
    await store.send(.stop) {
      $0.result = $0.scan
      $0.result?.isPartial = true
      $0.scan = nil
    }
    await store.finish()
  }
}
