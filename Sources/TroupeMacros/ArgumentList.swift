import TroupeMacroScanner

/// The labelled arguments of an attribute, as in `@DependencyEntry(liveValue: Mail.live)`.
struct ArgumentList {
  /// The arguments in order, with the source of their values.
  let arguments: [(label: String, value: String)]

  init(_ attribute: SourceText) {
    let tokens = attribute.tokens
    guard let open = tokens.firstIndex(where: { attribute.text($0) == "(" }), tokens[open].partner > open
    else {
      arguments = []
      return
    }
    let close = tokens[open].partner
    // A label follows the opening parenthesis or a comma outside of other brackets. A comma between generic
    // arguments isn't followed by a label.
    var labels: [Int] = []
    var index = open + 1
    while index < close {
      let follows = index == open + 1 || attribute.text(tokens[index - 1]) == ","
      if follows, tokens[index].kind == .identifier, attribute.text(tokens[index + 1]) == ":" {
        labels.append(index)
      }
      index = max(index, tokens[index].partner) + 1
    }
    arguments = labels.enumerated().map { position, label in
      let end = position + 1 < labels.count ? labels[position + 1] - 1 : close
      return (attribute.text(tokens[label]), attribute.text(tokens: label + 2..<end))
    }
  }
}
