import TroupeMacroScanner

/// The mistake of a key path to a property that `DependencyValues` doesn't have.
///
/// The compiler can't name the property: of the initializers of `@Dependency`, it takes the mistake for one
/// of the argument's type. An initializer that takes any key path has this macro as a default argument. The
/// compiler says where the call is, but not what its arguments are, so the key path is read from the file.
enum NoSuchDependencyMacro {
  /// Returns the message.
  ///
  /// - Parameters:
  ///   - use: The use of the macro, as the compiler made it up: blanks up to the place of the call's `(`.
  ///   - contents: The contents of the file of a name; nil if it can't be read.
  static func mistake(of use: SyntaxText, contents: (String) -> [UInt8]?) -> Diagnostic {
    let start = use.text.tokens.first?.start ?? 0
    let blanks = use.text.bytes[..<start]
    let column = blanks.reversed().prefix { $0 != UInt8(ascii: "\n") }.count
    let path = use.line(of: start).flatMap { line in
      contents(use.fileName).flatMap { keyPath(after: column, ofLine: line, in: $0) }
    }
    // Where the property's type is written, that may be the mistake.
    let isTyped = use.text.tokens.contains { use.text.text($0) == "true" }
    let place = use.place(start..<start)
    let name = path.map { "'\($0)'" } ?? "of this name"
    return Diagnostic(
      message: "'DependencyValues' has no property \(name)\(isTyped ? " of this type" : "")",
      place: place
    )
  }

  /// The names of the key path in the parentheses of a call; nil if something else is there, as in a file
  /// that was changed since the compiler read it.
  ///
  /// - Parameters:
  ///   - column: The bytes of the line before the `(`.
  ///   - line: The line, counted from one.
  ///   - file: The contents of the file.
  static func keyPath(after column: Int, ofLine line: Int, in file: [UInt8]) -> String? {
    var rest = file[...]
    for _ in 1..<max(line, 1) {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      rest = rest[(end + 1)...]
    }
    rest = rest.dropFirst(column)
    guard rest.first == UInt8(ascii: "(") else { return nil }
    // No key path is that long.
    let source = SourceText(String(decoding: rest.dropFirst().prefix(1_000), as: UTF8.self))
    let tokens = source.tokens
    guard tokens.count > 2, source.text(tokens[0]) == "\\" else { return nil }
    let names = tokens.dropFirst().prefix {
      $0.kind == .identifier || [".", "?", "!"].contains(source.text($0))
    }
    let path = names.map { source.text($0) }.joined()
    return path.hasPrefix(".") && path.count > 1 ? String(path.dropFirst()) : nil
  }
}
