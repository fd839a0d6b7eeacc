import XCTest

/// The compiler's message for a wrong `@Reducer`: the first error is in the line of the mistake.
final class ReducerMistakesTests: XCTestCase {
  /// - Parameter table: Sources with `//!` in the line of the first error, followed by some of its words.
  private func check(_ table: [String], line: UInt = #line) throws {
    for source in table {
      let lines = (Self.prelude + source).split(separator: "\n", omittingEmptySubsequences: false)
      let index = try XCTUnwrap(lines.firstIndex { $0.contains("//! ") }, source, line: line)
      let words = try XCTUnwrap(lines[index].split(separator: "//! ").last, source, line: line)
      let messages = try Compiler.check(files: [Self.prelude + source], stage: .code)[0]
      let errors = messages.filter { $0.contains("error: ") }
      let first = errors.first ?? "nothing"
      XCTAssertTrue(first.hasPrefix("\(index + 1):"), "\(errors)\n\(source)", line: line)
      XCTAssertTrue(first.contains(words), "\(errors)\n\(source)", line: line)
      XCTAssertFalse(errors.contains { $0.contains("crashed") }, "\(errors)\n\(source)", line: line)
    }
  }

  private static let prelude = """
    import Troupe
    @Reducer struct Kid {}
    @Reducer struct Needy { let id: Int }
    struct Text {}

    """

  // S829
  func testConformancesAreStatedAtAnEnumOnly() throws {
    let macro = #"""
      struct Conformance: Sendable { static let equatable = Self() }
      @attached(
        member, names: named(State), named(Action), named(CaseScope), named(_Features), named(body), named(scope))
      @attached(memberAttribute)
      @attached(extension, conformances: Troupe.Reducer, Troupe.CaseReducer)
      macro Reducer(state: Conformance..., action: Conformance...) =
        #externalMacro(module: "TroupeMacros", type: "ReducerMacro")

      """#
    try check([
      macro + """
        @Reducer(state: .equatable) struct F {  //! 'state:' and 'action:' are for an enum
          struct State {}
          enum Action { case a }
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        """
    ])
  }

  // S758
  func testAFeatureThatCantBeMadeIsReportedAtItsCase() throws {
    let message = "give the case a default value, as in"
    let source = "@Reducer enum E {\n  case kid(Kid)\n  case needy(Needy)  //! \(message)\n}"
    try check([
      source, "@Reducer enum E<Child: Reducer> {\n  case kid(Kid)\n  case child(Child)  //! \(message)\n}",
      "@Reducer enum E {\n  #if NEVER\n  #else\n  case needy(Needy)  //! \(message)\n  #endif\n}",
    ])
    let errors = try Compiler.check(files: [Self.prelude + source], stage: .code)[0].filter {
      $0.contains("error: ")
    }
    XCTAssertEqual(errors.count, 1)
  }

  // S758
  func testWrongDefaultValuesAreReportedAtTheirCase() throws {
    try check([
      "@Reducer enum E {\n  case kid(Kid)\n  case needy(Needy = .init())  //! missing argument for parameter 'id'\n}",
      "@Reducer enum E {\n  case needy(Needy = .live)  //! has no member 'live'\n}",
      "@Reducer enum E {\n  case needy(Needy = Kid())  //! convert\n}",
    ])
  }

  // S758
  func testWhatIsNoReducerIsReportedAtItsCase() throws {
    try check(
      [
        "@Reducer enum E {\n  case kid(Kid)\n\n  case text(Text)  //! type 'Text' does not conform to protocol 'Reducer'\n}",
        "@Reducer enum E { case kid(Kid)\n  case text(Txt)  //! cannot find type 'Txt'\n}",
      ]
        + [
          "((Kid, Int))", "(Kid?)", "([Kid])", "([Int: Kid])", "(Kid.Type)",
          "(any Reducer<Int, Int>)",
          "(() -> Kid)", "(@Sendable () -> Kid)", "(Int)", "(Swift.String)", "(Optional<Kid>)", "(Never)",
          "(any Error & Sendable)", "(AnyObject)",
        ].map {
          "@Reducer enum E {\n  case kid(Kid)\n  case wrong\($0)  //! must have one reducer as its payload\n}"
        }
    )
  }

  // S756
  func testNamesOfGeneratedMembersAreReported() throws {
    let names = [
      "Action", "AllCasePaths", "CaseScope", "State", "StateReducer", "`Self`", "allCasePaths", "body",
    ]
    try check(
      names.map { "@Reducer enum E {\n  case kid(Kid)\n  case \($0)(Kid)  //! can't be named '\($0)'\n}" }
    )
    try check(["@Reducer enum E {\n  case kid(Kid)\n  case kid(x: Kid)  //! overloaded case name 'kid'\n}"])
  }

  // S755
  func testPartsThatCantBeThoseOfAChoiceAreReported() throws {
    try check([
      "@Reducer enum E {\n  case kid(Kid)\n  var body: Int { 1 }  //! must be 'static'\n}",
      """
      @Reducer enum E {
        case kid(Kid)
        func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }  //! is never called
      }
      """,
      "@Reducer enum E {\n  case kid(Kid)\n  struct State {}  //! must be an enum\n}",
      "@Reducer enum E {\n  case kid(Kid)  //! the 'Action' has no case 'kid'\n  enum Action { case other }\n}",
      "@Reducer enum E {\n  case kid(Kid), home  //! the 'State' has no case 'home'\n  enum State { case kid(Kid.State) }\n}",
    ])
  }

  // S754
  func testFeaturesThatArentReducersAreReportedAtTheirName() throws {
    let parts = "struct State {}\n  enum Action { case tapped }\n  "
    try check([
      "@Reducer final class C {}  //! can only be applied to a struct or an enum",
      "@Reducer actor A {}  //! can only be applied to a struct or an enum",
      "@Reducer protocol P {}  //! can only be applied to a struct or an enum",
      "@Reducer func f() {}  //! cannot be attached",
      "@Reducer extension Kid {}  //! cannot be attached",
      "@Reducer struct F {  //! does not conform\n  \(parts)var body: any ReducerOf<Self> { EmptyReducer() }\n}",
      "@Reducer struct F {  //! does not conform\n  \(parts)lazy var body = EmptyReducer<State, Action>()\n}",
      "@Reducer struct F {  //! needs a 'body'\n  \(parts)static var body: some ReducerOf<Self> { EmptyReducer() }\n}",
      "@MainActor\n@Reducer struct F {  //! main actor-isolated\n  \(parts)var body: some ReducerOf<Self> { EmptyReducer() }\n}",
      "@Reducer struct F {  //! needs the type 'Action'\n  struct State {}\n  var body: some ReducerOf<Self> { EmptyReducer() }\n}",
    ])
  }
}
