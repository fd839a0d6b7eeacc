import TroupeMacroScanner

/// `@CasePathable`: a nested `AllCasePaths` with a property for each case, and the conformance.
enum CasePathableMacro: AttachedMacro {
  static func expand(_ expansion: inout Expansion) -> String? {
    let isMember = expansion.role == "member"
    guard let type = expansion.declaration.typeDeclaration(members: isMember), type.keyword == "enum" else {
      // Said once is enough.
      if isMember { expansion.misplaced("'@CasePathable' can only be applied to an enum") }
      return nil
    }
    guard isMember else {
      guard !expansion.conformances.isEmpty else { return nil }
      return """
        extension \(expansion.extendedType): \(Expansion.nonisolated)TroupeCasePaths.CasePathable {}
        """
    }
    if let copying = type.inherited.first(where: { $0.hasPrefix("~") && $0.hasSuffix("Copyable") }) {
      expansion.misplaced("'@CasePathable' can't be applied to an enum that is '\(copying)'")
      return nil
    }
    guard !expansion.reportHidden(type), !reportOverloads(in: type, &expansion) else { return nil }
    return CasePathsSource(enum: type, isStored: expansion.mayStoreStatics).text
  }

  /// Reports cases of the same name, which can't have properties of that name; those in different branches of `#if`
  /// aren't.
  private static func reportOverloads(in type: TypeDeclaration, _ expansion: inout Expansion) -> Bool {
    var names: Set<String> = []
    var isConditional = false
    var hasOverloads = false
    for member in type.members {
      switch member.kind {
      case .directive(let text): isConditional = !text.hasPrefix("#endif")
      case .enumCase(let elements) where !isConditional:
        for element in elements where !names.insert(element.name).inserted {
          let end = element.start + element.name.utf8.count
          expansion.error(
            "'@CasePathable' can't be applied to overloaded case name '\(element.name)'",
            at: expansion.declaration.place(element.start..<end)
          )
          hasOverloads = true
        }
      default: break
      }
    }
    return hasOverloads
  }
}
