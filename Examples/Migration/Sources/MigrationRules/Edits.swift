import SwiftSyntax

/// Replacements of ranges of a source.
struct Edits {
  private(set) var all: [(range: Range<Int>, text: String)] = []

  /// Replaces a node, without the blanks and comments around it.
  mutating func replace(_ node: some SyntaxProtocol, with text: String) {
    replace(node.positionAfterSkippingLeadingTrivia, node.endPositionBeforeTrailingTrivia, with: text)
  }

  /// Inserts text before a node.
  mutating func insert(_ text: String, before node: some SyntaxProtocol) {
    let position = node.positionAfterSkippingLeadingTrivia
    replace(position, position, with: text)
  }

  /// Inserts text behind a node.
  mutating func insert(_ text: String, after node: some SyntaxProtocol) {
    let position = node.endPositionBeforeTrailingTrivia
    replace(position, position, with: text)
  }

  /// Replaces the source between two positions.
  mutating func replace(_ start: AbsolutePosition, _ end: AbsolutePosition, with text: String) {
    all.append((start.utf8Offset..<end.utf8Offset, text))
  }

  /// The replacements that are made. Of two that overlap, it is the outer one, which was added first.
  private var taken: [(range: Range<Int>, text: String)] {
    var taken: [(range: Range<Int>, text: String)] = []
    for edit in all
    where !taken.contains(where: {
      $0.range.overlaps(edit.range) || $0.range == edit.range && !edit.range.isEmpty
    }) {
      taken.append(edit)
    }
    return taken
  }

  /// Returns where an offset of the source is after the replacements.
  func offset(of offset: Int) -> Int {
    taken.filter { $0.range.upperBound <= offset }
      .reduce(offset) { $0 + $1.text.utf8.count - $1.range.count }
  }

  /// Returns the source with the replacements.
  func applied(to source: String) -> String {
    var bytes = Array(source.utf8)
    for edit in taken.reversed().sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
