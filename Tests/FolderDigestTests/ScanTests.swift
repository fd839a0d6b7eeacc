import Troupe
import TroupeTesting
import XCTest

@testable import FolderDigest

/// The feature step by step: each received action, and each change of the state.
final class ScanTests: XCTestCase {
  private func store(_ files: FileAccess, extensions: [String] = []) -> TestStoreOf<Scan> {
    TestStore(initialState: Scan.State(folder: "folder", selection: Selection(extensions: extensions))) {
      Scan(workers: 1)
    } withDependencies: {
      $0[FileAccess.self] = files
    }
  }

  private static let one = Digest(
    lines: 1,
    words: 2,
    bytes: 8,
    frequencies: ["one": 1, "two": 1],
    files: [Digest.File(path: "folder/a", bytes: 8)]
  )

  func testAFolderIsListedAndDigestedAndTheScanDismissesItself() async {
    let store = store(.inMemory(["folder/a": Array("one two\n".utf8), "folder/b": [0]]))
    await store.send(.start)
    await store.receive(.found(.file("folder/a"))) { $0.progress.found = 1 }
    await store.receive(.found(.file("folder/b"))) { $0.progress.found = 2 }
    await store.receive(.digested(Self.one)) {
      $0.progress.done = 1
      $0.digest = Self.one
    }
    await store.receive(.listed) { $0.progress.isListing = false }
    let binary = Skipped(path: "folder/b", reason: "binary: contains a NUL byte")
    await store.receive(.skipped(binary)) {
      $0.progress.done = 2
      $0.skipped = [binary]
    }
    await store.receiveDismissal()
    await store.finish()
  }

  func testOnlySelectedFilesAreListed() async {
    let store = store(.inMemory(["folder/a.md": []]), extensions: ["swift"])
    await store.send(.start)
    await store.receive(.listed) { $0.progress.isListing = false }
    await store.receiveDismissal()
    await store.finish()
  }

  func testAFolderThatCannotBeReadIsSkipped() async {
    let secret = Skipped(path: "folder/secret", reason: "can't be read: Permission denied")
    var files = FileAccess.inMemory([:])
    files.list = { _, _ in
      AsyncThrowingStream { continuation in
        continuation.yield(.unreadable(secret))
        continuation.finish()
      }
    }
    let store = store(files)
    await store.send(.start)
    await store.receive(.found(.unreadable(secret))) { $0.progress.found = 1 }
    await store.receive(.skipped(secret)) {
      $0.progress.done = 1
      $0.skipped = [secret]
    }
    await store.receive(.listed) { $0.progress.isListing = false }
    await store.receiveDismissal()
    await store.finish()
  }

  func testAFolderThatIsLeftOutIsCounted() async {
    var files = FileAccess.inMemory([:])
    files.list = { _, _ in
      AsyncThrowingStream { continuation in
        continuation.yield(.leftOut("folder/.git"))
        continuation.finish()
      }
    }
    let store = store(files)
    await store.send(.start)
    await store.receive(.found(.leftOut("folder/.git"))) { $0.foldersLeftOut = 1 }
    await store.receive(.listed) { $0.progress.isListing = false }
    await store.receiveDismissal()
    await store.finish()
  }

  func testAMissingFolderIsAFailure() async {
    let store = store(.inMemory([:]))
    await store.send(.start)
    await store.receive(.failed("there is no folder 'folder'")) { $0.failure = "there is no folder 'folder'" }
    await store.receiveDismissal()
    await store.finish()
  }
}
