import Foundation
import XCTest

/// Checks that every Swift sample of the documentation is compiled and run by a test of this folder.
///
/// A sample is a `swift` code block of `README.md`, of a page of the catalogue or of a doc comment. Its lines
/// have to be in a file of this folder, one after another. Indentation and blank lines don't count; an
/// `import` may stand anywhere in that file. A `@testable import` names the reader's module, and doesn't
/// count.
///
/// If a guide's sample needs another library, it may be in the file `GuideSamplesTests.swift` of a package of
/// `Examples`, whose tests CI runs. The samples of such a package itself have to be there, too.
final class SamplesTests: XCTestCase {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  private static let root = folder.appending(path: "../../..").standardized

  func testSamplesOfTheReadmeAreTested() throws {
    try check(samples(inPage: Self.root.appending(path: "README.md")), atLeast: 1, in: tests)
  }

  func testSamplesOfTheGuidesAreTested() throws {
    let pages = try Self.files(in: Self.root.appending(path: "Sources/Troupe/Troupe.docc"), ending: "md")
    let tests = try tests + examples().map(\.tests)
    try check(pages.flatMap { try samples(inPage: $0) }, atLeast: pages.count, in: tests)
  }

  func testSamplesOfDocCommentsAreTested() throws {
    let sources = try Self.files(in: Self.root.appending(path: "Sources"), ending: "swift")
    try check(sources.flatMap { try samples(inDocCommentsOf: $0) }, atLeast: 1, in: tests)
  }

  func testSamplesOfExamplesAreTested() throws {
    for example in try examples() {
      let sources = try Self.files(in: example.folder.appending(path: "Sources"), ending: "swift")
      let inPage = try samples(inPage: example.folder.appending(path: "README.md"))
      let inSources = try sources.flatMap { try samples(inDocCommentsOf: $0) }
      try check(inPage + inSources, atLeast: 1, in: [example.tests])
    }
  }

  func testTestsOfExamplesAreRun() throws {
    let commands = try Self.lines(of: Self.root.appending(path: ".ci/run"))
    let examples = try examples()
    XCTAssertFalse(examples.isEmpty, "Examples with samples are not found any more.")
    for example in examples {
      let name = example.folder.lastPathComponent
      let isTested = commands.contains { $0.hasPrefix("kept swift test --package-path Examples/\(name) ") }
      XCTAssertTrue(isTested, "CI doesn't test \(name).")
    }
  }

  // MARK: Finding samples

  private struct Sample {
    let place: String
    var lines: [String] = []
  }

  private func samples(inPage page: URL) throws -> [Sample] {
    samples(in: try Self.lines(of: page), of: page)
  }

  private func samples(inDocCommentsOf source: URL) throws -> [Sample] {
    let lines = try Self.lines(of: source).map { line in
      line.hasPrefix("///") ? line.dropFirst(3).trimmingCharacters(in: .whitespaces) : ""
    }
    return samples(in: lines, of: source)
  }

  private func samples(in lines: [String], of file: URL) -> [Sample] {
    let path = file.path.replacing(Self.root.path + "/", with: "")
    var samples: [Sample] = []
    var current: (language: String, sample: Sample)?
    for (number, line) in zip(1..., lines) {
      if !line.hasPrefix("```") {
        current?.sample.lines.append(line)
      } else if let ended = current {
        if ended.language == "swift" { samples.append(ended.sample) }
        current = nil
      } else {
        let language = String(line.dropFirst(3))
        XCTAssertFalse(language.isEmpty, "\(path):\(number): The code block doesn't say its language.")
        current = (language, Sample(place: "\(path):\(number)"))
      }
    }
    XCTAssertNil(current, "\(path): The last code block doesn't end.")
    return samples
  }

  // MARK: Checking them

  private typealias Code = (imports: [String], body: [String])

  /// The files of this folder.
  private var tests: [Code] {
    get throws { try Self.files(in: Self.folder, ending: "swift").map { try Self.code(Self.lines(of: $0)) } }
  }

  /// The packages of `Examples` whose tests have samples, and those tests.
  private func examples() throws -> [(folder: URL, tests: Code)] {
    let examples = Self.root.appending(path: "Examples")
    return try FileManager.default.contentsOfDirectory(atPath: examples.path).sorted().compactMap { name in
      let folder = examples.appending(path: name)
      let tests = folder.appending(path: "Tests")
      guard FileManager.default.fileExists(atPath: tests.path) else { return nil }
      let file = try Self.files(in: tests, ending: "swift").first {
        $0.lastPathComponent == "GuideSamplesTests.swift"
      }
      return try file.map { (folder, try Self.code(Self.lines(of: $0))) }
    }
  }

  private func check(_ samples: [Sample], atLeast count: Int, in tests: [Code]) throws {
    XCTAssertGreaterThanOrEqual(samples.count, count, "Samples are not found any more.")
    for sample in samples {
      let wanted = Self.code(sample.lines)
      XCTAssertFalse(wanted.body.isEmpty, "\(sample.place): The sample is empty.")
      let isTested = tests.contains { test in
        wanted.imports.allSatisfy(test.imports.contains) && test.body.contains(wanted.body)
      }
      XCTAssertTrue(
        isTested,
        """
        \(sample.place): The sample is not in a test. Put the same lines, one after another, into a file of \
        Tests/TroupeTests/Guides, or, if it needs another library, into GuideSamplesTests.swift of a package of \
        Examples:
        \(wanted.body.joined(separator: "\n"))
        """
      )
    }
  }

  /// The lines without blank ones, separated from the imports.
  private static func code(_ lines: [String]) -> Code {
    let lines = lines.filter { !$0.isEmpty && !$0.hasPrefix("@testable import ") }
    let isImport: (String) -> Bool = { $0.hasPrefix("import ") || $0.hasPrefix("@preconcurrency import ") }
    return (lines.filter(isImport), lines.filter { !isImport($0) })
  }

  // MARK: Reading files

  /// The lines of a file without their indentation.
  private static func lines(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private static func files(in folder: URL, ending: String) throws -> [URL] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return paths.filter { $0.hasSuffix(".\(ending)") }.sorted().map { folder.appending(path: $0) }
  }
}
