import Foundation
import XCTest

@testable import FolderDigest

final class FolderWalkTests: FolderDigestTestCase {
  func testItFindsRegularFilesAndFollowsNoLinks() async throws {
    let folder = try TestFolder()
    let outside = try TestFolder()
    try outside.write("elsewhere", "text")
    try folder.write("a.txt", "text")
    try folder.write(".hidden/.b", "text")
    try folder.write("deep/er/and/deeper/c d\u{E9}", "text")
    try folder.link("link-to-file", to: folder.path + "/a.txt")
    try folder.link("link-to-folder", to: outside.path)
    try folder.link("deep/loop", to: folder.path)
    try folder.link("dangling", to: "nowhere")
    XCTAssertEqual(mkfifo(folder.path + "/pipe", 0o600), 0)
    for root in [folder.path, folder.path + "/"] {
      let found = try await listings(of: root).sorted()
      let expected = try await Subprocess.lines(of: #"find "$1" -type f | sort"#, root)
      XCTAssertEqual(found, expected.map { "file " + $0 })
      XCTAssertEqual(found.count, 3)
    }
  }

  func testHiddenFoldersBuildProductsAndWhatIsExcludedAreLeftOut() async throws {
    let folder = try TestFolder()
    for path in [
      ".git/config", ".hidden", "a.swift", "b.json", "build/x", "deep/.build/y", "deep/Tests/z.swift",
      "deep/c.swift",
      "docs/a.svg", "docs/keep/a.svg", "node_modules/n", "rebuild/r",
    ] { try folder.write(path, "text") }
    let found = try await listings(of: folder.path, Selection(excluded: ["*.json", "Tests", "docs/*.svg"]))
      .sorted()
    XCTAssertEqual(
      found,
      [
        "file .hidden", "file a.swift", "file deep/c.swift", "file rebuild/r", "left out .git",
        "left out build",
        "left out deep/.build", "left out deep/Tests", "left out node_modules",
      ].map { line in
        let isFile = line.hasPrefix("file ")
        return (isFile ? "file " : "left out ") + "\(folder.path)/" + line.dropFirst(isFile ? 5 : 9)
      }
    )
    let all = try await listings(of: folder.path + "/", Selection(extensions: ["swift"], includesAll: true))
      .sorted()
    XCTAssertEqual(
      all,
      ["a.swift", "deep/Tests/z.swift", "deep/c.swift"].map { "file \(folder.path)/\($0)" }
    )
  }

  func testALinkToTheFolderItselfIsFollowed() async throws {
    let folder = try TestFolder()
    try folder.write("inner/a", "text")
    try folder.link("link", to: "inner")
    let found = try await listings(of: folder.path + "/link")
    XCTAssertEqual(found, ["file \(folder.path)/link/a"])
  }

  #if os(Linux)
    func testAFileWhoseNameIsNotUTF8IsNamed() async throws {
      let folder = try TestFolder()
      _ = try await Subprocess.lines(
        of: #"printf x > "$1/$(printf 'caf\351')"; printf x > "$1/a""#,
        folder.path
      )
      let found = try await listings(of: folder.path).sorted()
      XCTAssertEqual(
        found,
        ["file \(folder.path)/a", "skipped \(folder.path)/caf\u{FFFD}: has a name that is not valid UTF-8"]
      )
    }
  #endif

  func testAnOpenFileIsARegularFile() async throws {
    let folder = try TestFolder()
    try folder.write("a", "text")
    try folder.link("link", to: "a")
    XCTAssertEqual(mkfifo(folder.path + "/pipe", 0o600), 0)
    for name in ["pipe", "link", "none"] {
      do {
        _ = try await FileAccess.live.digest(folder.path + "/" + name)
        XCTFail("\(name) was read")
      } catch FileError.unreadable {
        continue
      }
    }
  }

  func testReadingABigFileEndsWhenItIsCancelled() async throws {
    let folder = try TestFolder()
    try folder.write("big", repeatElement(0x61, count: 1_000_000))
    let task = Task { [path = folder.path] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await FileAccess.live.digest(path + "/big")
    }
    do {
      _ = try await task.value
      XCTFail("the file was read")
    } catch is CancellationError {}
  }

  private func listings(of folder: String, _ selection: Selection = Selection(includesAll: true)) async throws
    -> [String]
  {
    var found: [String] = []
    for try await listing in FileAccess.live.list(folder, selection) {
      switch listing {
      case .file(let path): found.append("file " + path)
      case .leftOut(let path): found.append("left out " + path)
      case .unreadable(let skipped): found.append("skipped \(skipped.path): \(skipped.reason)")
      }
    }
    return found
  }
}
