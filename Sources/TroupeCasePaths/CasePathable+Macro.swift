/// Makes an enum conform to the protocol of the same name, by writing its `allCasePaths`.
///
/// It takes any enum whose cases have different names. The guide on macros shows what it writes.
@attached(member, names: named(AllCasePaths), named(allCasePaths))
@attached(extension, conformances: CasePathable)
public macro CasePathable() = #externalMacro(module: "TroupeMacros", type: "CasePathableMacro")
