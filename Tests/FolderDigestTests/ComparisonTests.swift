import Foundation
import XCTest

@testable import FolderDigest

/// Compares the program with tools that every system has.
final class ComparisonTests: FolderDigestTestCase {
  func testAFolderOfTrickyTexts() async throws {
    let folder = try TestFolder()
    try fill(folder)
    let tables = try await report(on: folder.path)
    try await compare(tables, with: folder.path)
    XCTAssertEqual(tables["Totals of \(folder.path)"]?.first, "9 files")
  }

  func testTheSourcesOfThePackage() async throws {
    try await compare(report(on: Places.sources), with: Places.sources)
  }

  func testTheExecutable() async throws {
    let arguments = [Places.sources, "--top", "20", "--workers", "3", "--all"]
    let result = try await Subprocess.run(Places.program, arguments)
    XCTAssertEqual(result.exitCode, 0)
    XCTAssertEqual(result.error, "")
    try await compare(tables(of: result.output), with: Places.sources)
  }

  func testExtensions() async throws {
    let folder = try TestFolder()
    try fill(folder)
    let tables = try await report(on: folder.path, "--extensions", "txt,md")
    let expected = try await Subprocess.lines(
      of: #"find "$1" -type f '(' -name '*.txt' -o -name '*.md' ')' -exec wc -c {} ';' | sort -k1,1nr -k2"#,
      folder.path
    )
    XCTAssertEqual(tables["Largest files"], expected)
    XCTAssertEqual(expected.count, 4)
  }

  private func fill(_ folder: TestFolder) throws {
    try folder.write("empty", "")
    try folder.write("one.txt", "The quick brown fox, the lazy dog.\nNo newline at the end: fox")
    try folder.write("same size a.md", "abc abc\n")
    try folder.write("same size b.md", "ABC xyz\n")
    try folder.write(".hidden/.file", "hidden\tfiles\u{0B}count\u{0C}too\r\n")
    try folder.write("deep/er/accents.txt", "naïve café, déjà-vu 語x \u{1F600}y\nx2y3z\n")
    try folder.write("alone", "é ü 語 \u{1F600} \u{2014}\n")
    // Longer than a chunk, with a character and a word across its end.
    try folder.write(
      "big",
      String(repeating: "a", count: 65_535) + "é" + String(repeating: "long words ", count: 20_000)
    )
    try folder.write("blank", String(repeating: " \n", count: 100))
    try folder.link("link", to: folder.path + "/big")
  }

  private func report(on folder: String, _ more: String...) async throws -> [String: [String]] {
    let transcript = Transcript()
    let code = await run([folder, "--top", "20", "--all"] + more, .live, transcript.console())
    XCTAssertEqual(code, 0)
    XCTAssertEqual(transcript.complained, "")
    return tables(of: transcript.printed)
  }

  private func compare(
    _ tables: [String: [String]],
    with folder: String,
    file: StaticString = #filePath,
    line: UInt = #line
  ) async throws {
    let totals = try await Subprocess.lines(of: Scripts.totals, folder)
    let words = try await Subprocess.lines(of: Scripts.words, folder).filter { line in
      !StopWords.contains(String(line.split(separator: " ")[1]))
    }
    let largest = try await Subprocess.lines(of: Scripts.largest, folder)
    XCTAssertEqual(tables["Totals of \(folder)"], totals, file: file, line: line)
    XCTAssertEqual(tables["Most frequent words"], Array(words.prefix(20)), file: file, line: line)
    XCTAssertEqual(tables["Largest files"], largest, file: file, line: line)
  }
}

private enum Scripts {
  // Some versions of `wc -w` leave out words without a printable character, which in the C locale means words
  // without ASCII characters. Without these bytes, all versions count alike.
  static let totals = #"""
    echo $(find "$1" -type f | wc -l) files
    echo $(find "$1" -type f -exec cat {} + | wc -l) lines
    find "$1" -type f -exec sh -c 'for file; do tr "\200-\377" x < "$file" | wc -w; done' sh {} + |
      awk '{ sum += $1 } END { print sum, "words" }'
    echo $(find "$1" -type f -exec cat {} + | wc -c) bytes
    echo 0 skipped
    """#

  static let words = #"""
    find "$1" -type f -exec sh -c 'for file; do tr -cs A-Za-z "\n" < "$file"; echo; done' sh {} + |
      tr A-Z a-z | grep . | sort | uniq -c | sort -k1,1nr -k2,2 | awk '{ print $1, $2 }'
    """#

  static let largest = #"find "$1" -type f -exec wc -c {} ';' | sort -k1,1nr -k2 | head -n 20"#
}
