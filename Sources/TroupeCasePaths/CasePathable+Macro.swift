/// Adds conformance to ``CasePathable`` to an enum, by generating its `allCasePaths`.
///
/// The names of the enum's cases have to be unique. The guide on macros shows the generated code.
@attached(member, names: named(AllCasePaths), named(allCasePaths))
@attached(extension, conformances: CasePathable)
public macro CasePathable() = #externalMacro(module: "TroupeMacros", type: "CasePathableMacro")
