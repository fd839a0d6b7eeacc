import TroupeMacroScanner

/// Expands `@ViewAction(for:)` to the conformance of a view that sends its feature's view actions.
enum ViewActionMacro: AttachedMacro {
  static func expand(_ expansion: inout Expansion) -> String? {
    guard let type = expansion.typeDeclaration(), ["struct", "class"].contains(type.keyword) else {
      expansion.misplaced("'@ViewAction' can only be applied to a struct or a class")
      return nil
    }
    guard expansion.checkIsVisible(type) else { return nil }
    guard !expansion.conformances.isEmpty else { return nil }
    // Views are isolated to the main actor, as is the protocol.
    return "\(expansion.extensionAttributes(of: type))extension \(expansion.extendedType): "
      + "TroupeComposable\(Expansion.of)ViewActionSending {}"
  }
}
