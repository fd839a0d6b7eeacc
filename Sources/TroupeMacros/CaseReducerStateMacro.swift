import TroupeMacroScanner

/// Expands `@_CaseReducerState` to the conformance of a user-written `State` in an enum with `@Reducer`.
enum CaseReducerStateMacro: AttachedMacro {
  static func expand(_ expansion: inout Expansion) -> String? {
    guard let type = expansion.declaration.typeDeclaration(),
      let choice = expansion.surroundings.first?.typeDeclaration(members: false)
    else { return nil }
    guard expansion.role == "member" else {
      return expansion.conformance(of: type, to: "CaseReducerState", in: "Troupe")
    }
    let isWritten = type.members.contains {
      if case .other(_, "StateReducer") = $0.kind { true } else { false }
    }
    return isWritten ? nil : "\(type.prefix.access)typealias StateReducer = \(choice.name)"
  }
}
