import TroupeMacroScanner

/// Reports a key path to a property that `DependencyValues` doesn't have.
///
/// The compiler can't name the property, because for the initializers of `@Dependency`, it reports an
/// argument of the wrong type. An initializer that accepts any key path has this macro as a default argument.
/// The compiler provides the location of the call, but not its arguments, so the macro reads the key path
/// from the file.
enum NoSuchDependencyMacro {
  /// Returns the message for a use of the macro.
  ///
  /// - Parameters:
  ///   - use: The use of the macro, as the compiler creates it: spaces up to the position of the call's `(`.
  ///   - contents: A closure that returns the contents of a file, or nil if the file can't be read.
  static func mistake(of use: SyntaxText, contents: (String) -> [UInt8]?) -> Diagnostic {
    let start = use.text.tokens.first?.start ?? 0
    let blanks = use.text.bytes[..<start]
    let column = blanks.reversed().prefix { $0 != UInt8(ascii: "\n") }.count
    let path = use.line(of: start).flatMap { line in
      contents(use.fileName).flatMap { keyPath(after: column, ofLine: line, in: $0) }
    }
    // If the property's type is written, that type may be the mistake.
    let isTyped = use.text.tokens.contains { use.text.text($0) == "true" }
    let place = use.place(start..<start)
    let name = path.map { "'\($0)'" } ?? "of this name"
    return Diagnostic(
      message: "'DependencyValues' has no property \(name)\(isTyped ? " of this type" : "")",
      place: place
    )
  }

  /// Returns the names in the key path inside a call's parentheses. Returns nil if the file contains other
  /// source, for example because the file changed after the compiler read it.
  ///
  /// - Parameters:
  ///   - column: The number of bytes in the line before the `(`.
  ///   - line: The line number, starting at one.
  ///   - file: The file's contents.
  static func keyPath(after column: Int, ofLine line: Int, in file: [UInt8]) -> String? {
    var rest = file[...]
    for _ in 1..<max(line, 1) {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      rest = rest[(end + 1)...]
    }
    rest = rest.dropFirst(column)
    guard rest.first == UInt8(ascii: "(") else { return nil }
    // No realistic key path is longer.
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
