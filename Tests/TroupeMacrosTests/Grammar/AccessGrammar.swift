/// Declarations with macros at every access level, in every context.
///
/// `#` stands for the number of a declaration.
enum AccessGrammar {
  /// The declarations that the macros are attached to: before the access level, and after it.
  static let declarations: [(attribute: String, rest: String)] = [
    (
      "@CasePathable",
      "enum E# { case a, b(Int); func f() -> Bool { self.is(\\.a) || self[case: \\.b] == 1 } }"
    ),
    (
      "@CasePathable",
      "enum E#: CasePathIterable { case a, b(Int); func f() -> Int { Array(Self.allCasePaths).count } }"
    ),
    (
      "@ObservableState",
      "struct E# { var a = 1; @ObservationStateIgnored var b = 2; func f() -> StateIdentity { _$id } }"
    ),
    ("@ObservableState", "enum E# { case a, b(Int); func f() -> StateIdentity { _$id } }"),
    ("@Reducer", "struct E# {}"),
    ("@Reducer", "enum E# { case blank(Blank), home }"),
    ("@DependencyClient", "struct E# { var a: @Sendable (_ b: Int) throws -> Int }"),
  ]

  /// What is written before the keyword of the declaration.
  static let levels = [
    "", "public ", "package ", "internal ", "fileprivate ", "private ",
    "@usableFromInline ", "@usableFromInline internal ", "@usableFromInline package ", "@frozen public ",
    "@_spi(Hidden) public ", "@available(*, deprecated) ", "@available(*, deprecated, message: \"\") public ",
    "@available(*, unavailable) ", "@available(macOS 99, *) public ", "nonisolated ", "@MainActor ",
    "public nonisolated ", "@_documentation(visibility: private) public ",
  ]

  /// The context: `%` stands for its access level, `$` for the declaration.
  static let contexts = [
    "$",
    "%struct O# { $ }", "%enum O# { $ }", "%final class O# { $ }", "%actor O# { $ }", "%struct O#<T> { $ }",
    "%struct O# { struct M# { $ } }", "struct O# { %struct M# { $ } }", "public struct O# { %enum M# { $ } }",
    "struct O# { struct M# { %class N# { $ } } }", "struct O#<T> { %struct M#<U> { $ } }",
    "%extension Pub { $ }", "%extension Pack { $ }", "%extension Own { $ }", "%extension Gen { $ }",
    "extension Gen where T == Int { %enum M# { $ } }", "extension Pub { %struct M# { $ } }",
    "%extension Pub.Inner { $ }", "%extension Pub { struct M# { $ } }", "%extension MainActorType { $ }",
    "@MainActor %struct O# { $ }", "public class O# { %struct M# { $ } }",
  ]

  /// What is declared for the contexts.
  static let prelude = """
    @Reducer public struct Blank {}
    public struct Pub { public struct Inner {} }
    package struct Pack {}
    struct Own {}
    public struct Gen<T> {}
    @MainActor public struct MainActorType {}
    """

  /// The choices at each place that are combined.
  static let slices = [[declarations.indices, levels.indices, contexts.indices, levels.indices]]

  /// A declaration, with its macro or without.
  static func source(_ row: [Int], number: Int, hasMacro: Bool) -> String {
    let (attribute, rest) = declarations[row[0]]
    let own = (hasMacro ? attribute + " " : "") + levels[row[1]] + (hasMacro ? rest : plain(rest))
    return contexts[row[2]].replacing("%", with: levels[row[3]]).replacing("$", with: own)
      .replacing("#", with: "\(number)")
  }

  private static func plain(_ rest: String) -> String {
    let head = rest.prefix { $0 != "{" && $0 != ":" }
    return head + "{ }"
  }
}
