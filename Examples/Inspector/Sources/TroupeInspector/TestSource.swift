import TroupeRecording

/// The source of a test that replays turns of a recording.
struct TestSource {
  enum Library: String { case xctest, testing }

  /// The turns after one, up to another.
  var first: Int
  var last: Int
  var library: Library
  /// The feature's type, from which the reducer is made.
  var feature: String
  /// The module of the feature, which a recording doesn't name.
  var module = "MyModule"

  /// Guesses the feature from the recorded type of its state.
  init(of recording: RecordingContents, first: Int, last: Int, library: Library) {
    self.first = first
    self.last = last
    self.library = library
    var parts = recording.stateType.split(separator: ".").map(String.init)
    if parts.last == "State" { parts.removeLast() }
    feature = parts.map(Self.identifier).joined(separator: ".")
    if feature.isEmpty { feature = "MyFeature" }
  }

  /// Keeps only what an identifier can have: the names come from a file.
  static func identifier(_ text: some StringProtocol) -> String {
    let characters = text.unicodeScalars.filter { scalar in
      scalar == "_" || (scalar.isASCII && scalar.properties.isAlphabetic) || ("0"..."9").contains(scalar)
    }
    let name = String(String.UnicodeScalarView(characters))
    return name.first?.isNumber == true ? "_\(name)" : name
  }

  /// The name of the test's type.
  var name: String { feature.split(separator: ".").last.map(String.init) ?? feature }

  /// Returns the source.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  /// - Throws: A `ReplayError`, or a ``FileProblem`` if the recording doesn't contain the states.
  func text(of recording: RecordingContents) throws -> String {
    guard let excerpt = try recording.excerpt(after: first, through: last),
      let state = try recording.state(after: last)
    else {
      throw FileProblem(
        description: "The recording has no state after turn \(first) or \(last). Choose other turns."
      )
    }
    let lines = String(decoding: excerpt.dropLast(), as: UTF8.self)
    let expected = String(decoding: state.json, as: UTF8.self)
    let range = first + 1 == last ? "Turn \(last)" : "Turns \(first + 1) to \(last)"
    let body = """
        let recording = \(Self.literal(lines))
        let file = FileManager.default.temporaryDirectory.appending(path: "\\(UUID()).jsonl")
        try Data("\\(recording)\\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let replay = try Replay(file.path) { \(feature)() }
        let state = try RecordedValue(encoding: replay.state(after: \(last)))
        let expected = \(Self.literal(expected))
      """
    let heading = "// \(range) of a recorded run. The state after them must be the one of the run."
    switch library {
    case .xctest:
      return """
        import Foundation
        import Troupe
        import TroupeRecording
        import XCTest

        @testable import \(module)

        // swift-format-ignore-file

        \(heading)
        final class \(name)RecordingTests: XCTestCase {
          func testStateAfterTurn\(last)() throws {
        \(Self.indented(body))
            XCTAssertNil(try replay.divergence()?.description)
            XCTAssertEqual(String(decoding: state.json, as: UTF8.self), expected)
          }
        }

        """
    case .testing:
      return """
        import Foundation
        import Testing
        import Troupe
        import TroupeRecording

        @testable import \(module)

        // swift-format-ignore-file

        \(heading)
        struct \(name)RecordingSuite {
          @Test func stateAfterTurn\(last)() throws {
        \(Self.indented(body))
            #expect(try replay.divergence()?.description == nil)
            #expect(String(decoding: state.json, as: UTF8.self) == expected)
          }
        }

        """
    }
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }.joined(separator: "\n")
  }

  /// A raw string with enough signs that nothing in the text ends it or is an escape. The text has no line
  /// breaks within its lines, because JSON escapes them.
  private static func literal(_ text: String) -> String {
    var signs = "#"
    while text.contains("\"\(signs)") || text.contains("\\\(signs)") { signs += "#" }
    // The closing line's indentation is removed from each line.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
    return "\(signs)\"\"\"\n\(lines.joined(separator: "\n"))\n    \"\"\"\(signs)"
  }
}
