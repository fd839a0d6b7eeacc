import TroupeMacroScanner

/// Expands `@ObservableState` to the identity, the list of ignored members, the conformance, and the mirror
/// for `print` and `dump`.
enum ObservableStateMacro: AttachedMacro {
  static func expand(_ expansion: inout Expansion) -> String? {
    guard let type = expansion.typeDeclaration(), ["struct", "enum"].contains(type.keyword) else {
      expansion.misplaced("'@ObservableState' can only be applied to a struct or an enum")
      return nil
    }
    if let limit = type.suppressedConformance {
      expansion.misplaced("'@ObservableState' can't be applied to a type that is '\(limit)'")
      return nil
    }
    guard expansion.checkIsVisible(type) else { return nil }
    guard expansion.role == "member" else {
      let conformance = expansion.conformance(of: type, to: "ObservableState", in: "Troupe")
      return [conformance, reflection(of: type, in: expansion), presentations(of: type, in: expansion)]
        .compactMap { $0 }.joined(separator: "\n")
    }
    return [identity(of: type), ignoring(type)].compactMap { $0 }.joined(separator: "\n")
  }

  /// Returns the property for the identity, or nil if the type already declares it.
  static func identity(of type: TypeDeclaration) -> String? {
    let isWritten = type.members.contains { member in
      guard case .variable(_, let bindings) = member.kind else { return false }
      return bindings.contains { $0.pattern == "_$id" }
    }
    if isWritten { return nil }
    let start = "\(type.prefix.access)\(Expansion.nonisolated)"
    if type.keyword == "enum" { return "\(start)var _$id: Troupe\(Expansion.of)StateIdentity { .none }" }
    // A constant isn't a parameter of the memberwise initializer, but the compiler warns about a constant
    // that isn't decoded.
    let isDecoded = type.inherited.contains { $0.hasWord("Codable") || $0.hasWord("Decodable") }
    return "\(start)\(isDecoded ? "var" : "let") _$id = Troupe\(Expansion.of)StateIdentity()"
  }

  /// Returns the extension whose mirror shows the type without the identity, or nil if the extension can't be
  /// generated or the type already has a mirror.
  ///
  /// The extension isn't `nonisolated`. If the main actor is the default isolation, the properties and the
  /// conformance are both isolated to it.
  private static func reflection(of type: TypeDeclaration, in expansion: Expansion) -> String? {
    let name = "CustomReflectable"
    guard type.keyword == "struct", expansion.conformances.contains(where: { $0.hasSuffix(name) }),
      // A type that is isolated to an actor can't have the conformance.
      !type.prefix.attributes.contains(where: { $0.base.hasSuffix("Actor") })
    else { return nil }
    var lines: [String] = []
    for member in type.members {
      switch member.kind {
      case .directive(let text): lines.append(text)
      case .variable(_, let bindings) where !member.prefix.has("static"):
        // Reading a lazy property changes the value, and reading a property with `@available` may cause a
        // warning.
        if member.prefix.has("lazy") || member.prefix.has(attribute: "available") { return nil }
        for binding in bindings {
          if binding.pattern == "customMirror" || !binding.isIdentifier { return nil }
          guard !binding.isComputed, binding.pattern != "_$id" else { continue }
          let label = binding.pattern.filter { $0 != "`" }
          lines.append("properties.append((\"\(label)\", self.\(binding.pattern) as Any))")
        }
      default: break
      }
    }
    return """
      \(expansion.extensionAttributes(of: type))extension \(expansion.extendedType): Swift\(Expansion.of)\(name) {
      \(type.prefix.access)var customMirror: Swift\(Expansion.of)Mirror {
      var properties: [(label: Swift\(Expansion.of)String?, value: Any)] = []
      properties.reserveCapacity(\(lines.count))
      \(lines.joined(separator: "\n"))
      return Swift\(Expansion.of)Mirror(self, children: properties, displayStyle: .struct)
      }
      }
      """
  }

  /// Returns the extension that names the type's properties with `Presents`, or nil if there are none or if
  /// the extension can't be generated.
  ///
  /// The extension isn't `nonisolated`, for the same reason as in ``reflection(of:in:)``.
  private static func presentations(of type: TypeDeclaration, in expansion: Expansion) -> String? {
    let name = "PresentingState"
    guard type.keyword == "struct", expansion.conformances.contains(where: { $0.hasSuffix(name) }),
      !type.prefix.attributes.contains(where: { $0.base.hasSuffix("Actor") })
    else { return nil }
    // With another attribute, the projection can be another wrapper's, or it isn't always available.
    let lines = lines(for: type) {
      $0.attributes.map(\.name).elementsEqual(["Presents"])
    } line: { pattern in
      let name = pattern.filter { $0 != "`" }
      // A name such as `my sheet` would have to be written in backticks.
      let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      // The key paths `\Self.Type` and `\Self.Protocol` refer to types, even in backticks.
      let value = ["Type", "Protocol"].contains(name) ? "" : " || path == \\Self.\(pattern)"
      return isPlain ? "if path == \\Self.$\(name)\(value) { return \"\(name)\" }" : nil
    }
    guard let lines else { return nil }
    return """
      \(expansion.extensionAttributes(of: type))extension \(expansion.extendedType): Troupe\(Expansion.of)\(name) {
      \(type.prefix.access)static func _$presented(by path: Swift\(Expansion.of)AnyKeyPath) -> Swift\(Expansion.of)String? {
      \(lines)
      return nil
      }
      }
      """
  }

  /// Returns the function that determines whether a member is ignored, or nil if no member is ignored.
  private static func ignoring(_ type: TypeDeclaration) -> String? {
    let lines = lines(for: type) {
      $0.has(attribute: "ObservationStateIgnored")
    } line: {
      "if member == \\Self.\($0) { return true }"
    }
    guard let lines else { return nil }
    return """
      \(type.prefix.access)\(Expansion.nonisolated)static func _$ignores(_ member: Swift\(Expansion.of)AnyKeyPath) -> Swift\(Expansion.of)Bool {
      \(lines)
      return false
      }
      """
  }

  /// Returns the lines for a type's properties, inside the type's conditional compilation; nil if there are
  /// none.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - isWanted: Whether lines are needed for a declaration with these attributes and modifiers.
  ///   - line: Returns the line for the name of a property; nil for none.
  private static func lines(
    for type: TypeDeclaration,
    where isWanted: (Prefix) -> Bool,
    line: (_ pattern: String) -> String?
  ) -> String? {
    var lines: [String] = []
    var isNeeded = false
    for member in type.members {
      switch member.kind {
      case .directive(let text): lines.append(text)
      case .variable(_, let bindings) where isWanted(member.prefix) && !member.prefix.has("static"):
        let own = bindings.filter(\.isIdentifier).compactMap { line($0.pattern) }
        if !own.isEmpty { isNeeded = true }
        lines += own
      default: break
      }
    }
    return isNeeded ? lines.joined(separator: "\n") : nil
  }
}

extension String {
  /// Returns whether the source contains a word.
  fileprivate func hasWord(_ word: String) -> Bool {
    let source = SourceText(self)
    return source.tokens.contains { source.text($0) == word }
  }
}
