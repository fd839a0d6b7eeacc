import Troupe
import TroupeTesting
import XCTest

@testable import FolderDigest

/// The feature step by step: each action that comes, and each change of the state.
final class ScanTests: XCTestCase {
  private func store(_ files: FileAccess, extensions: [String] = []) -> TestStoreOf<Scan> {
    TestStore(initialState: Scan.State(folder: "folder", extensions: extensions)) {
      Scan(workers: 1)
    } withDependencies: {
      $0[FileAccess.self] = files
    }
  }

  func testAFolderIsListedAndDigested() async {
    let store = store(.inMemory(["folder/a": Array("one two\n".utf8), "folder/b": [0]]))
    await store.send(.start)
    await store.receive(found("folder/a")) { $0.progress.found = 1 }
    await store.receive(found("folder/b")) { $0.progress.found = 2 }
    await store.receive(digested("folder/a")) {
      $0.progress.done = 1
      $0.digest = Digest(
        lines: 1,
        words: 2,
        bytes: 8,
        frequencies: ["one": 1, "two": 1],
        files: [Digest.File(path: "folder/a", bytes: 8)]
      )
    }
    await store.receive(listed) { $0.progress.isListing = false }
    await store.receive(skipped("folder/b")) {
      $0.progress.done = 2
      $0.skipped = [Skipped(path: "folder/b", reason: "binary: contains a NUL byte")]
    }
    await store.finish()
    XCTAssertTrue(store.state.isOver)
  }

  func testAFileWithoutTheExtensionChangesNothing() async {
    let store = store(.inMemory(["folder/a.md": []]), extensions: ["swift"])
    await store.send(.start)
    await store.receive(found("folder/a.md"))
    await store.receive(listed) { $0.progress.isListing = false }
    await store.finish()
  }

  func testAMissingFolderIsAFailure() async {
    let store = store(.inMemory([:]))
    await store.send(.start)
    await store.receive({ if case .failed = $0 { true } else { false } }) {
      $0.failure = "there is no folder 'folder'"
    }
    await store.finish()
  }

  // MARK: Actions

  private typealias Action = Scan.Action

  private func found(_ path: String) -> (Action) -> Bool {
    { if case .found(.file(path)) = $0 { true } else { false } }
  }

  private var listed: (Action) -> Bool {
    { if case .listed = $0 { true } else { false } }
  }

  private func digested(_ path: String) -> (Action) -> Bool {
    { if case .digested(let digest) = $0 { digest.files.map(\.path) == [path] } else { false } }
  }

  private func skipped(_ path: String) -> (Action) -> Bool {
    { if case .skipped(let skipped) = $0 { skipped.path == path } else { false } }
  }
}
