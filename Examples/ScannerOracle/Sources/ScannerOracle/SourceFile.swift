import Foundation
import SwiftParser
import SwiftSyntax

/// A file as swift-syntax reads it.
struct SourceFile {
  let path: String
  let bytes: [UInt8]
  let tree: SourceFileSyntax

  /// Reads a file; nil if it isn't UTF-8.
  init?(path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    guard let text = String(data: data, encoding: .utf8) else { return nil }
    self.path = path
    bytes = Array(data)
    tree = Parser.parse(source: text)
  }

  /// The line of a position, from 1 on.
  func line(_ offset: Int) -> Int { bytes[..<min(offset, bytes.count)].count { $0 == 10 } + 1 }
}

/// A declaration of a file, and the text of it that the compiler passes to a macro: with everything that is
/// before it and after it on its line.
struct Declaration {
  let node: Syntax
  let bytes: ArraySlice<UInt8>

  init(_ node: some SyntaxProtocol, in file: SourceFile) {
    self.node = Syntax(node)
    bytes = file.bytes[node.position.utf8Offset..<node.endPosition.utf8Offset]
  }

  /// The text from the first token of one node to the last token of another, without the surrounding trivia.
  func text(_ first: some SyntaxProtocol, to last: some SyntaxProtocol) -> String {
    let start = first.positionAfterSkippingLeadingTrivia.utf8Offset
    return String(
      decoding: bytes[start..<max(start, last.endPositionBeforeTrailingTrivia.utf8Offset)],
      as: UTF8.self
    )
  }

  func text(_ node: some SyntaxProtocol) -> String { text(node, to: node) }

  /// Where a node starts in the text of the declaration.
  func start(_ node: some SyntaxProtocol) -> Int {
    node.positionAfterSkippingLeadingTrivia.utf8Offset - bytes.startIndex
  }

  /// Where a node ends in the text of the declaration.
  func end(_ node: some SyntaxProtocol) -> Int {
    node.endPositionBeforeTrailingTrivia.utf8Offset - bytes.startIndex
  }
}
