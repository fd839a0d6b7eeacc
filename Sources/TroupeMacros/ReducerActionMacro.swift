import TroupeMacroScanner

/// Expands `@_ReducerAction`, which `@Reducer` attaches to a struct's actions, to the conformance to
/// `Sendable`.
///
/// Swift infers that conformance, but fails with "circular reference" for actions that contain themselves
/// through their feature, such as `IdentifiedActionOf<Row>` in the actions of `Row`.
enum ReducerActionMacro: AttachedMacro {
  static func expand(_ expansion: inout Expansion) -> String? {
    guard let type = expansion.typeDeclaration() else { return nil }
    return expansion.conformance(of: type, to: "Sendable", in: "Swift")
  }
}
