import TroupeMacroScanner

/// The expansion of one use of a macro in one of its roles.
struct Expansion {
  /// The macro's role: `member`, `extension`, `memberAttribute`, `accessor` or `peer`.
  let role: String
  /// The macro's attribute.
  let attribute: SyntaxText
  /// The declaration that the attribute is attached to; in the role `memberAttribute`, a member of that
  /// declaration.
  let declaration: SyntaxText
  /// The declaration that the attribute is attached to in the role `memberAttribute`; nil in other roles.
  let parent: SyntaxText?
  /// The qualified name of the type to extend.
  let extendedType: String
  /// The protocols in the macro's declaration to which the type doesn't conform yet.
  let conformances: [String]
  /// The surrounding declarations without their members, starting with the innermost.
  let surroundings: [SyntaxText]
  /// The messages about this use of the macro.
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

  /// Adds a message about a mistake.
  ///
  /// A macro checks its declaration in each of its roles, but its messages are sent only in the role
  /// `extension`, or in `peer` if the macro has that role.
  mutating func error(_ message: String, at place: Diagnostic.Place, fixIts: [Diagnostic.FixIt] = []) {
    diagnostics.append(Diagnostic(message: message, place: place, fixIts: fixIts))
  }

  /// Reports that the macro is attached to a declaration of a kind that the macro doesn't support.
  mutating func misplaced(_ message: String) {
    let name = attribute.text.text(tokens: attribute.text.tokens.indices)
    let removal = Diagnostic.FixIt(message: "remove '\(name)'", place: attribute.place, replacement: "")
    error(message, at: attribute.place, fixIts: [removal])
  }

  /// Returns the type that the macro is attached to.
  ///
  /// In an extension with an access level, a type without an access level gets the extension's level.
  func typeDeclaration() -> TypeDeclaration? {
    var type = declaration.typeDeclaration()
    guard let prefix = type?.prefix, !prefix.modifiers.contains(where: \.isAccessLevel),
      let context = surroundings.first?.typeDeclaration(members: false), context.keyword == "extension",
      let level = context.prefix.modifiers.first(where: { ["public", "package"].contains($0.text) })
    else { return type }
    type?.prefix.modifiers.append(level)
    return type
  }

  /// Reports a type that is `private` inside another type, or that is inside such a type. The extension with
  /// the conformance is at file scope, where the type isn't visible.
  ///
  /// The result is true if the type is visible.
  mutating func checkIsVisible(_ type: TypeDeclaration) -> Bool {
    let name = attribute.text.text(tokens: attribute.text.tokens.indices)
    if !surroundings.isEmpty, let modifier = type.prefix.modifiers.first(where: { $0.text == "private" }) {
      let place = declaration.place(modifier.range)
      error(
        "'\(name)' can't extend '\(type.name)', which is 'private' inside another type",
        at: place,
        fixIts: [Diagnostic.FixIt(message: "make it 'fileprivate'", place: place, replacement: "fileprivate")]
      )
      return false
    }
    guard let hidden = hiddenSurrounding else { return true }
    error(
      "'\(name)' can't extend '\(type.name)', because '\(hidden)' around it is 'private' inside another type; "
        + "make '\(hidden)' 'fileprivate'",
      at: declaration.place(type.nameRange)
    )
    return false
  }

  /// The name of a surrounding type that is `private` inside another type; nil if there is none.
  ///
  /// At file scope, `private` means the same as `fileprivate`. The compiler doesn't pass the scope of the
  /// outermost declaration to macros.
  var hiddenSurrounding: String? {
    surroundings.dropLast().lazy.compactMap { $0.typeDeclaration(members: false) }
      .first { $0.prefix.has("private") }?.name
  }

  /// Returns the extension that makes the type conform to a protocol, or nil if the type already conforms.
  ///
  /// - Parameter alias: Another name of the protocol, for files in which another module may hide the first
  ///   name.
  func conformance(
    of type: TypeDeclaration,
    to name: String,
    as alias: String? = nil,
    in module: String
  ) -> String? {
    guard conformances.contains(where: { $0.split(separator: ".").last == name[...] }) else { return nil }
    let protocolName = "\(Self.nonisolated)\(module)\(Self.of)\(alias ?? name)"
    return "\(extensionAttributes(of: type))extension \(extendedType): \(protocolName) {}"
  }

  /// Returns the attributes that an extension needs to refer to the type without a warning or an error. These
  /// attributes limit where the type and the types around it can be used.
  func extensionAttributes(of type: TypeDeclaration) -> String {
    let contexts = surroundings.compactMap { $0.typeDeclaration(members: false)?.prefix }
    var limits: Set<[String]> = []
    return ([type.prefix] + contexts).flatMap(\.attributes)
      // If two attributes differ only in their versions and messages, the inner attribute is more specific.
      .filter {
        ["available", "_spi", "_spi_available"].contains($0.base) && limits.insert($0.words).inserted
      }
      .map { $0.text + "\n" }.joined()
  }

  /// Whether the declaration can have stored static properties, which requires that it is at file scope or
  /// inside types that aren't generic.
  ///
  /// A macro can't determine whether an extended type is generic, so an extension is treated as generic.
  var mayStoreStatics: Bool {
    surroundings.allSatisfy { context in
      guard let type = context.typeDeclaration(members: false) else { return false }
      return type.keyword != "extension" && type.genericParameters == nil
    }
  }

  /// The access level of the surrounding extension, which is the default for the declaration; nil if there is
  /// none.
  var accessOfExtension: Access? {
    guard let context = surroundings.first?.typeDeclaration(members: false), context.keyword == "extension"
    else { return nil }
    return Access(context.prefix)
  }

  /// Whether a surrounding type is deprecated. The compiler doesn't warn about deprecated names inside such a
  /// type.
  var isInDeprecated: Bool {
    surroundings.contains { $0.typeDeclaration(members: false)?.isDeprecated ?? false }
  }

  /// The separator between a module's name and the name of a declaration in the module. With `::`, the code
  /// is correct even if a type has the module's name.
  static var of: String {
    #if compiler(>=6.3)
      "::"
    #else
      "."
    #endif
  }

  /// The modifier that keeps generated declarations off the main actor if the main actor is the default
  /// isolation.
  ///
  /// The plugin is built by the same compiler that reads its answers, so `#if compiler` tests that compiler's
  /// version.
  static var nonisolated: String {
    #if compiler(>=6.2)
      "nonisolated "
    #else
      ""
    #endif
  }
}

extension TypeDeclaration {
  /// The suppressed conformance, `~Copyable` or `~Escapable`, as written; nil if the type suppresses none. No
  /// protocol of Troupe allows suppressed conformances.
  var suppressedConformance: String? {
    inherited.flatMap { $0.split(separator: "&") }.map { $0.filter { $0 != " " } }
      .first {
        $0.hasPrefix("~")
          && ["Copyable", "Escapable"].contains($0.dropFirst().split { ".:".contains($0) }.last)
      }
  }
}

extension Modifier {
  fileprivate var isAccessLevel: Bool {
    ["public", "package", "internal", "fileprivate", "private", "open"].contains(text)
  }
}

extension Attribute {
  /// The identifiers in the attribute, without punctuation, versions and strings.
  fileprivate var words: [String] {
    let source = SourceText(text)
    return source.tokens.filter { $0.kind == .identifier }.map { source.text($0) }
  }
}
