import TroupeMacroScanner

/// Expands `@ObservationStateIgnored` to no source. `@ObservableState` looks for the attribute on the
/// properties of its struct.
enum ObservationStateIgnoredMacro: AttachedMacro {
  static func expand(_ expansion: inout Expansion) -> String? {
    let member = expansion.declaration.member()
    guard case .variable = member.kind, !member.prefix.has("static"),
      expansion.surroundings.first?.typeDeclaration(members: false)?.keyword == "struct"
    else {
      expansion.misplaced("'@ObservationStateIgnored' can only be applied to a property inside a struct")
      return nil
    }
    return nil
  }
}
