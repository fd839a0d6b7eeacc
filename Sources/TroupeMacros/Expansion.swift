import TroupeMacroScanner

/// One use of a macro, to be expanded in one of its roles.
struct Expansion {
  /// `member`, `extension`, `memberAttribute`, `accessor` or `peer`.
  let role: String
  /// The attribute itself.
  let attribute: SyntaxText
  /// What it is attached to; in the role `memberAttribute`, a member of that.
  let declaration: SyntaxText
  /// What the attribute is attached to, in the role `memberAttribute`.
  let parent: SyntaxText?
  /// The type to extend, as it is called at file scope.
  let extendedType: String
  /// The protocols that the type doesn't conform to yet, of those that the macro promises.
  let conformances: [String]
  /// The declarations around, from the inside out, without what else is in them.
  let surroundings: [SyntaxText]
  /// What to say about it.
  private(set) var diagnostics: [Diagnostic] = []

  init?(_ request: JSON) {
    guard let attribute = SyntaxText(request["attributeSyntax"]),
      let declaration = SyntaxText(request["declSyntax"])
    else { return nil }
    role = request["macroRole"]?.string ?? ""
    self.attribute = attribute
    self.declaration = declaration
    parent = SyntaxText(request["parentDeclSyntax"])
    let extended = SyntaxText(request["extendedTypeSyntax"])?.text
    extendedType = extended.map { $0.text(tokens: $0.tokens.indices) } ?? ""
    conformances = SyntaxText(request["conformanceListSyntax"])?.typeDeclaration()?.inherited ?? []
    surroundings = (request["lexicalContext"]?.elements ?? []).compactMap(SyntaxText.init)
  }

  /// Says that something is wrong.
  ///
  /// A macro checks its declaration in each of its roles; what it says is passed on in the role `extension`,
  /// or `peer` if it has that.
  mutating func error(_ message: String, at place: Diagnostic.Place, fixIts: [Diagnostic.FixIt] = []) {
    diagnostics.append(Diagnostic(message: message, place: place, fixIts: fixIts))
  }

  /// Says that the macro is attached to the wrong kind of declaration.
  mutating func misplaced(_ message: String) {
    let name = attribute.text.text(tokens: attribute.text.tokens.indices)
    let removal = Diagnostic.FixIt(message: "remove '\(name)'", place: attribute.place, replacement: "")
    error(message, at: attribute.place, fixIts: [removal])
  }

  /// Reports a `private` type inside of another: the extension with the conformance, which is at file scope,
  /// can't see it.
  ///
  /// Returns whether the type can be seen.
  mutating func checkIsVisible(_ type: TypeDeclaration) -> Bool {
    guard !surroundings.isEmpty, let modifier = type.prefix.modifiers.first(where: { $0.text == "private" })
    else { return true }
    let place = declaration.place(modifier.range)
    let name = attribute.text.text(tokens: attribute.text.tokens.indices)
    error(
      "'\(name)' can't extend '\(type.name)', which is 'private' inside of another type",
      at: place,
      fixIts: [Diagnostic.FixIt(message: "make it 'fileprivate'", place: place, replacement: "fileprivate")]
    )
    return false
  }

  /// The extension that makes the type conform to a protocol; nil where it does already.
  ///
  /// - Parameter alias: Another name of it, where other modules may hide the first one.
  func conformance(
    of type: TypeDeclaration,
    to name: String,
    as alias: String? = nil,
    in module: String
  ) -> String? {
    guard conformances.contains(where: { $0.split(separator: ".").last == name[...] }) else { return nil }
    return "extension \(extendedType): \(Self.nonisolated)\(module)\(Self.of)\(alias ?? name) {}"
  }

  /// Whether the declaration can have stored static properties: it is at file scope or in types that aren't
  /// generic.
  ///
  /// Whether an extension is one of a generic type can't be seen, so it counts as one.
  var mayStoreStatics: Bool {
    surroundings.allSatisfy { context in
      guard let type = context.typeDeclaration(members: false) else { return false }
      return type.keyword != "extension" && type.genericParameters == nil
    }
  }

  /// What stands between a module and a name in it. A program may have a type that is called as the module
  /// is.
  static var of: String {
    #if compiler(>=6.3)
      "::"
    #else
      "."
    #endif
  }

  /// What keeps generated declarations off the main actor where that is the default.
  ///
  /// The plugin is built by the compiler that reads its answers, so the version is that one's.
  static var nonisolated: String {
    #if compiler(>=6.2)
      "nonisolated "
    #else
      ""
    #endif
  }
}
