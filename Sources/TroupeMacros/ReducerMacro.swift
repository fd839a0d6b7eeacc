import TroupeMacroScanner

/// Expands `@Reducer` to the conformance of a struct and the attributes of its members, or, for an enum, to
/// the parts of a choice of features.
enum ReducerMacro: AttachedMacro {
  static func expand(_ expansion: inout Expansion) -> String? {
    if expansion.role == "memberAttribute" { return attribute(of: expansion) }
    guard let type = expansion.typeDeclaration(), ["struct", "enum"].contains(type.keyword) else {
      expansion.misplaced("'@Reducer' can only be applied to a struct or an enum")
      return nil
    }
    guard expansion.checkIsVisible(type) else { return nil }
    let isEnum = type.keyword == "enum"
    if !isEnum, !StatedConformances(expansion.attribute.text).isEmpty {
      expansion.error(
        "'state:' and 'action:' are for an enum, whose types are generated; write the conformances in the declarations of 'State' "
          + "and 'Action'",
        at: expansion.attribute.place
      )
    }
    let choice = isEnum ? CaseReducerSource(type, &expansion) : nil
    let missing = isEnum ? nil : missingParts(of: type, in: expansion)
    let isComplete = isEnum ? choice != nil : missing != nil || checkParts(of: type, &expansion)
    guard isComplete else { return nil }
    if expansion.role == "member" { return choice?.text ?? missing?.text }
    // An enum states both conformances. If one conformance were only implied by the other, the compiler would
    // report that the type doesn't conform.
    let reducer = expansion.conformance(of: type, to: "Reducer", as: "_ReducerProtocol", in: "Troupe")
    let choiceConformance = isEnum ? expansion.conformance(of: type, to: "CaseReducer", in: "Troupe") : nil
    let conformances = [reducer, choiceConformance].compactMap { $0 }
    // If a reducer doesn't conform, the compiler reports the mistake at the type's name.
    let line = expansion.declaration.directive(at: type.nameRange.lowerBound)
    return conformances.isEmpty ? nil : conformances.map { line + $0 }.joined(separator: "\n")
  }

  // MARK: Attributes of members

  private static func attribute(of expansion: Expansion) -> String? {
    guard let parent = expansion.parent?.typeDeclaration(members: false), expansion.hiddenSurrounding == nil
    else { return nil }
    let isEnum = parent.keyword == "enum"
    guard isEnum || parent.keyword == "struct" else { return nil }
    let member = expansion.declaration.member()
    switch member.kind {
    case .other("enum", "Action"):
      return attributes(
        ["TroupeCasePaths\(Expansion.of)CasePathable"] + sendable,
        for: member,
        of: expansion
      )
    case .other("struct", "Action"): return attributes(sendable, for: member, of: expansion)
    case .other("enum", "State"):
      return attributes(
        ["TroupeCasePaths\(Expansion.of)CasePathable", "Troupe\(Expansion.of)ObservableState"]
          + (isEnum ? ["Troupe\(Expansion.of)_CaseReducerState"] : []),
        for: member,
        of: expansion
      )
    case .other("struct", "State"):
      return attributes(["Troupe\(Expansion.of)ObservableState"], for: member, of: expansion)
    case .variable(false, let bindings):
      guard bindings.count == 1, bindings[0].pattern == "body", bindings[0].isComputed,
        member.prefix.has("static") == isEnum, !member.prefix.has(attribute: "ReducerBuilder")
      else { return nil }
      let type = bindings[0].type ?? ""
      let domain = ReducerDomain(type)
      // An expression of another type needs no builder, and a builder could give it the type `Reduce`.
      guard ["some ", "any ", "Reduce<"].contains(where: type.contains) else { return nil }
      return """
        @Troupe\(Expansion.of)ReducerBuilder\
        <\(domain?.state ?? "Self.State"), \(domain?.action ?? "Self.Action")>
        """
    default: return nil
    }
  }

  /// The attribute that makes actions `Sendable`.
  private static let sendable = ["Troupe\(Expansion.of)_ReducerAction"]

  /// Returns the macro attributes that a type needs. An attribute is omitted if the type already has it, or
  /// has a conformance with the same name.
  private static func attributes(_ names: [String], for member: Member, of expansion: Expansion) -> String? {
    let inherited = expansion.declaration.typeDeclaration(members: false)?.inherited ?? []
    let due = names.filter { name in
      let base = name.split { ".:".contains($0) }.last?.drop { $0 == "_" }
      return !inherited.contains { $0.split(separator: ".").last == base }
        && !member.prefix.has(attribute: base.map(String.init) ?? name)
    }
    return due.isEmpty ? nil : due.map { "@\($0)" }.joined(separator: " ")
  }

  // MARK: Parts of a feature

  /// Returns the parts to generate for a feature that does nothing. Returns nil if a reducer or actions are
  /// written, because actions without a reducer are a mistake.
  private static func missingParts(of type: TypeDeclaration, in expansion: Expansion) -> MissingParts? {
    let parts = FeatureParts(type, in: expansion)
    guard parts.body == nil, !parts.hasReduce, !parts.types.contains("Action") else { return nil }
    return MissingParts(type: type, hasState: parts.types.contains("State"))
  }

  /// Reports missing and duplicate parts, and returns whether the parts are complete.
  private static func checkParts(of type: TypeDeclaration, _ expansion: inout Expansion) -> Bool {
    let parts = FeatureParts(type, in: expansion)
    let missing = [("State", "struct State {\n  }"), ("Action", "enum Action {\n  }")]
      .filter { parts.missing.contains($0.0) }
    let insertion = expansion.declaration.place(type.bodyStart..<type.bodyStart)
    for (name, source) in missing {
      expansion.error(
        "'@Reducer' needs the type '\(name)' inside '\(type.name)'",
        at: expansion.declaration.place(type.nameRange),
        fixIts: [
          Diagnostic.FixIt(message: "add '\(name)'", place: insertion, replacement: "\n  \(source)")
        ]
      )
    }
    if let body = parts.body, parts.hasBoth {
      expansion.error(
        "'\(type.name)' can't have both a 'body' and a 'reduce(into:action:)', because only one would be used; remove one of them",
        at: expansion.declaration.place(body)
      )
    } else if parts.body == nil, !parts.hasReduce {
      let end = max(type.bodyStart, type.range.upperBound - 1)
      let body = "\n  var body: some ReducerOf<Self> {\n    EmptyReducer()\n  }\n"
      expansion.error(
        "'@Reducer' needs a 'body' or a 'reduce(into:action:)' inside '\(type.name)'",
        at: expansion.declaration.place(type.nameRange),
        fixIts: [
          Diagnostic.FixIt(
            message: "add 'body'",
            place: expansion.declaration.place(end..<end),
            replacement: body
          )
        ]
      )
      return false
    }
    return missing.isEmpty
  }
}
