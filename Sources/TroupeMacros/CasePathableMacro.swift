import TroupeMacroScanner

/// Expands `@CasePathable` to a nested `AllCasePaths` with a property for each case, and the conformance.
enum CasePathableMacro: AttachedMacro {
  static func expand(_ expansion: inout Expansion) -> String? {
    guard let type = check(&expansion) else { return nil }
    guard expansion.role == "member" else {
      return expansion.conformance(of: type, to: "CasePathable", in: "TroupeCasePaths")
    }
    return CasePathsSource(enum: type, isStored: expansion.mayStoreStatics).text
  }

  /// Returns the enum, or nil if it has a mistake that was reported.
  private static func check(_ expansion: inout Expansion) -> TypeDeclaration? {
    guard let type = expansion.typeDeclaration(), type.keyword == "enum" else {
      expansion.misplaced("'@CasePathable' can only be applied to an enum")
      return nil
    }
    if let limit = type.suppressedConformance {
      expansion.misplaced("'@CasePathable' can't be applied to an enum that is '\(limit)'")
    }
    _ = expansion.checkIsVisible(type)
    checkGeneratedNames(in: type, &expansion)
    checkNames(of: type, &expansion)
    return expansion.diagnostics.isEmpty ? type : nil
  }

  /// Reports autoclosures that throw, because a function can't be passed on as a throwing autoclosure.
  private static func checkAutoclosures(of elements: [CaseElement], _ expansion: inout Expansion) {
    for element in elements {
      let functions = (element.parameters ?? []).compactMap {
        $0.type.withoutAutoclosure.flatMap { FunctionType($0) }
      }
      guard functions.contains(where: \.isThrowing) else { continue }
      let end = element.start + element.name.utf8.count
      expansion.error(
        "'@CasePathable' can't create the path of '\(element.name)', whose autoclosure throws; use a closure instead",
        at: expansion.declaration.place(element.start..<end)
      )
    }
  }

  /// Reports members that have a name that the macro needs.
  private static func checkGeneratedNames(in type: TypeDeclaration, _ expansion: inout Expansion) {
    let generated = ["allCasePaths", "AllCasePaths"]
    func check(_ name: String, at place: Range<Int>) {
      let name = name.filter { $0 != "`" }
      guard generated.contains(name) else { return }
      expansion.error(
        "'\(name)' is the name of a member that '@CasePathable' generates in '\(type.name)'; choose another name",
        at: expansion.declaration.place(place)
      )
    }
    for member in type.members {
      switch member.kind {
      case .enumCase(let elements):
        for element in elements {
          check(element.name, at: element.start..<element.start + element.name.utf8.count)
        }
      case .variable(_, let bindings):
        for binding in bindings { check(binding.pattern, at: binding.patternRange) }
      case .other("func", _): break
      case .other(_, let name):
        check(name, at: member.range)
        guard name == type.name else { break }
        expansion.error(
          "'@CasePathable' can't refer to '\(name)', because a type inside the enum has the same name; rename one of them",
          at: expansion.declaration.place(member.range)
        )
      default: break
      }
    }
  }

  /// Reports `Self` in a payload if it was meant to refer to the surrounding feature, because it refers to
  /// the enum.
  private static func checkSelf(
    in elements: [CaseElement],
    of name: String,
    with types: [String],
    _ expansion: inout Expansion
  ) {
    let feature = expansion.surroundings.first?.typeDeclaration(members: false)?.name
    for element in elements {
      for type in (element.parameters ?? []).map({ SourceText($0.type) }) {
        let words = type.tokens.map { type.text($0) }
        let wrong = words.indices.first { index in
          guard words[index] == "Self" else { return false }
          let next = words.dropFirst(index + 1).prefix(2)
          return index > 1 && words[index - 1] == "<" && words[index - 2].hasSuffix("ActionOf")
            || next.first == "." && ["Action", "State"].contains(next.last)
              && !types.contains(next.last ?? "")
        }
        guard wrong != nil, let feature else { continue }
        let right = type.text(tokens: type.tokens.indices).replacing(word: "Self", by: feature)
        let end = element.start + element.name.utf8.count
        expansion.error(
          "'Self' in the payload of '\(element.name)' refers to '\(name)', not to the feature; write '\(right)'",
          at: expansion.declaration.place(element.start..<end)
        )
      }
    }
  }

  /// Reports cases with the same name, which would get properties with the same name, unless `#if` compiles
  /// only one of the cases.
  private static func checkNames(of type: TypeDeclaration, _ expansion: inout Expansion) {
    var names: Set<String> = []
    let types = type.members.compactMap { if case .other(_, let name) = $0.kind { name } else { nil } }
    var isConditional = false
    for member in type.members {
      switch member.kind {
      case .directive(let text): isConditional = !text.hasPrefix("#endif")
      case .enumCase(let elements):
        checkAutoclosures(of: elements, &expansion)
        checkSelf(in: elements, of: type.name, with: types, &expansion)
        guard !isConditional else { continue }
        for element in elements where !names.insert(element.name.filter { $0 != "`" }).inserted {
          let end = element.start + element.name.utf8.count
          expansion.error(
            "'@CasePathable' can't be applied to overloaded case name '\(element.name)'; rename one of the cases",
            at: expansion.declaration.place(element.start..<end)
          )
        }
      default: break
      }
    }
  }
}
