import TroupeMacroScanner

/// `@CasePathable`: a nested `AllCasePaths` with a property for each case, and the conformance.
enum CasePathableMacro: AttachedMacro {
  static func expand(_ expansion: inout Expansion) -> String? {
    guard let type = check(&expansion) else { return nil }
    guard expansion.role == "member" else {
      return expansion.conformance(of: type, to: "CasePathable", in: "TroupeCasePaths")
    }
    return CasePathsSource(enum: type, isStored: expansion.mayStoreStatics).text
  }

  /// The enum; nil if it has a mistake, which has been reported.
  private static func check(_ expansion: inout Expansion) -> TypeDeclaration? {
    guard let type = expansion.declaration.typeDeclaration(), type.keyword == "enum" else {
      expansion.misplaced("'@CasePathable' can only be applied to an enum")
      return nil
    }
    if let copying = type.inherited.first(where: { $0.hasPrefix("~") && $0.hasSuffix("Copyable") }) {
      expansion.misplaced("'@CasePathable' can't be applied to an enum that is '\(copying)'")
    }
    _ = expansion.checkIsVisible(type)
    checkNames(of: type, &expansion)
    return expansion.diagnostics.isEmpty ? type : nil
  }

  /// A function can't be passed on as an autoclosure that throws.
  private static func checkAutoclosures(of elements: [CaseElement], _ expansion: inout Expansion) {
    for element in elements {
      let functions = (element.parameters ?? []).compactMap {
        $0.type.withoutAutoclosure.flatMap { FunctionType($0) }
      }
      guard functions.contains(where: \.isThrowing) else { continue }
      let end = element.start + element.name.utf8.count
      expansion.error(
        "'@CasePathable' can't make the path of '\(element.name)', whose autoclosure throws; take a closure instead",
        at: expansion.declaration.place(element.start..<end)
      )
    }
  }

  /// Cases of the same name would get properties of the same name, unless `#if` compiles only one of them.
  private static func checkNames(of type: TypeDeclaration, _ expansion: inout Expansion) {
    var names: Set<String> = []
    var isConditional = false
    for member in type.members {
      switch member.kind {
      case .directive(let text): isConditional = !text.hasPrefix("#endif")
      case .enumCase(let elements):
        checkAutoclosures(of: elements, &expansion)
        guard !isConditional else { continue }
        for element in elements where !names.insert(element.name).inserted {
          let end = element.start + element.name.utf8.count
          expansion.error(
            "'@CasePathable' can't be applied to overloaded case name '\(element.name)'",
            at: expansion.declaration.place(element.start..<end)
          )
        }
      default: break
      }
    }
  }
}
