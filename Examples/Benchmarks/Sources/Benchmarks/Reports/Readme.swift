import Foundation

/// The parts of the README that the program writes, each between two comments with the part's name.
enum Readme {
  static func replace(_ part: String, with text: String) throws {
    let readme = try String(contentsOf: Files.readme, encoding: .utf8)
    guard let begin = readme.range(of: "<!-- \(part) -->\n"),
      let end = readme.range(of: "\n<!-- end of \(part) -->", range: begin.upperBound..<readme.endIndex)
    else { throw MissingPart(name: part) }
    try readme.replacingCharacters(in: begin.upperBound..<end.lowerBound, with: text)
      .write(to: Files.readme, atomically: true, encoding: .utf8)
  }

  private struct MissingPart: Error { let name: String }
}
