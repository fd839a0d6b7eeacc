/// Makes an enum conform to ``CasePathable`` by generating its `allCasePaths`.
///
/// The names of the enum's cases must be unique. The guide on macros shows the generated code.
@attached(member, names: named(AllCasePaths), named(allCasePaths))
@attached(extension, conformances: CasePathable)
public macro CasePathable() = #externalMacro(module: "TroupeMacros", type: "CasePathableMacro")
