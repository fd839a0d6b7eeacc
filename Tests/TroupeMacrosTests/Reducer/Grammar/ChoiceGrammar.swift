/// The declarations of enums with `@Reducer` that Swift accepts.
enum ChoiceGrammar {
  /// Names that the declarations can use.
  static let prelude = """
    import Troupe
    @Reducer public struct Kid: Equatable {
      public struct State: Equatable { public var count = 0 }
      public enum Action: Sendable { case tapped }
      public var step = 1
      public init(step: Int = 1) { self.step = step }
      public static var live: Kid { Kid() }
      public static func with(_ step: () -> Int) -> Kid { Kid(step: step()) }
      public var body: some ReducerOf<Self> { EmptyReducer() }
    }
    @Reducer public struct Row<Value: Sendable> {
      public struct State { var value: Value }
      public enum Action: Sendable { case set(Value) }
      public init() {}
      public var body: some ReducerOf<Self> { EmptyReducer() }
    }
    @Reducer public enum More { case kid(Kid) }
    public enum Place { @Reducer public struct Pair<A: Sendable, B: Sendable> { public init() {} } }
    public enum Choice: Sendable { case yes }
    public struct Question: EphemeralState, Sendable { public typealias Action = Choice }
    public struct Item: Sendable {}
    enum Outer {}

    """

  // MARK: The enum

  static let declaration = Grammar(dimensions: [accesses, places, modifiers, generics, inherited])

  private static let accesses = ["", "fileprivate ", "private ", "internal ", "package ", "public "]
  private static let places = [
    "#", "enum N% {\n#\n}", "struct N%<V: Sendable> {\n#\n}", "extension Outer {\n#\n}",
    "fileprivate struct N% {\n#\n}", "extension Place.Pair {\n#\n}",
  ]
  private static let modifiers = [
    "", "nonisolated ", "indirect ", "@available(*, deprecated) ", "@MainActor ",
  ]
  private static let generics = ["", "<W: Sendable>", "<W, X: Sendable>"]
  private static let inherited = [
    "", ": Reducer", ": CaseReducer", ": Sendable", ": Troupe.Reducer, Sendable",
  ]

  static func canBeDeclared(_ row: [Int]) -> Bool {
    // A `private` type inside another one is rejected.
    accesses[row[0]] != "private " || places[row[1]] == "#"
  }

  static func enumDeclaration(_ row: [Int], _ number: Int) -> String {
    let (modifier, access) = (modifiers[row[2]], accesses[row[0]])
    let constraint = generics[row[3]].contains("<W,") ? " where W: Sendable" : ""
    let source = """
      @Reducer \(modifier)\(access)enum E\(number)\(generics[row[3]])\(inherited[row[4]])\(constraint) {
        case kid(Kid), row(Row<Int>), none
        @ReducerCaseIgnored case item(Item)
      }
      """
    return places[row[1]].replacing("%", with: "\(number)").replacing("#", with: source)
  }

  // MARK: Its cases and its own parts

  static let cases = Grammar(dimensions: [["kid"], payloads.map(\.source), attributes, parts])

  /// These payloads are one of each kind.
  static let namedCases = Grammar(dimensions: [
    names, ["(Kid)", "(Kid = .init())", "", "(AlertState<Choice>)"], ["", "indirect "], parts,
  ])

  /// Names of members, of the macro's declarations, of the cases of `Optional`, and of Swift.
  static let names = [
    "kid", "none", "some", "`self`", "`init`", "`Type`", "`Protocol`", "`case`", "`default`", "`Any`",
    "`is`", "scope", "store", "reducer", "reducer1", "child", "root",
    "CaseBody", "Body", "_$id", "reduce", "Troupe", "Swift", "Kid", "id", "größe",
  ]

  /// A payload, and the state and the actions of the case.
  private struct Payload {
    let source: String
    let state: String
    let action: String?

    init(_ source: String, _ state: String, _ action: String? = nil) {
      (self.source, self.state, self.action) = (source, state, action)
    }

    static func feature(_ source: String, _ type: String = "Kid") -> Payload {
      Payload(source, "(\(type).State)", "(\(type).Action)")
    }
  }

  private static let payloads: [Payload] =
    [
      .feature("(Kid)"), .feature("((Kid))"), .feature("( Kid /* c */ )"), .feature("(Client.Kid)"),
      .feature("(Client::Kid)"), .feature("(Kid = .init())"), .feature("(Kid = .live)"),
      .feature("(Kid = Kid())"), .feature("(Kid = Kid(step: 1))"),
      .feature("(\n    Kid = Kid(\n      step: 1  // one\n    )\n  )"), .feature("(Kid = .with { 2 })"),
      .feature("(Kid = .init(step: [1, 2].count { $0 < 2 }))"), .feature("(Kid = { Kid(step: 2) }())"),
      .feature("(Row<Int>)", "Row<Int>"), .feature("(Row<Int> = Row<Int>())", "Row<Int>"),
      .feature("(Row<[Row<Int?>]>)", "Row<[Row<Int?>]>"),
      .feature("(Place.Pair<Int, String>)", "Place.Pair<Int, String>"), .feature("(More)", "More"),
      .feature("(More.CaseBody = More.body)", "More"),
      Payload("(feature: Kid)", "(feature: Kid.State)", "(feature: Kid.Action)"),
      Payload("(_ feature: Kid = .init())", "(_ feature: Kid.State)", "(_ feature: Kid.Action)"),
      Payload("(AlertState<Choice>)", "(AlertState<Choice>)", "(Choice)"),
      Payload("(Troupe.ConfirmationDialogState<Choice>)", "(ConfirmationDialogState<Choice>)", "(Choice)"),
      Payload("(AlertState<Never>)", "(AlertState<Never>)", "(Never)"),
      Payload("@ReducerCaseEphemeral(Question)", "(Question)", "(Choice)"),
      Payload("", ""), Payload("(Kid, step: Int)", "(Kid, step: Int)"),
    ] + plain.map { Payload("@ReducerCaseIgnored\($0)", $0) }

  /// The payloads of cases without actions.
  private static let plain = [
    "(Item)", "(id: Int, name: String = \"a\")", "(_ id: Int)", "(Int?)", "([Int: [Int]])", "((Int, Int))",
    "(@Sendable (Int) throws -> Void)", "(@autoclosure @Sendable () -> Int)", "(any Error)", "(Kid.Type)",
    "(any Sendable & Equatable)", "(Result<Int, any Error>)", "(Never)", "(Kid = Kid(step: 1))",
  ]

  private static let attributes = [
    "", "/// Doc.\n  ", "@available(*, deprecated, message: \"old\") ", "@available(*, unavailable) ",
    "indirect ",
    "#if swift(>=5)\n", "#if NEVER\n  case gone(Kid)\n  #elseif DEBUG\n  #else\n  ",
  ]

  private static let parts = [
    "", "body", "Action", "State", "scope", "body Action", "body Action State scope", "#body",
  ]

  static func canBeCase(_ row: [Int], in grammar: Grammar = cases) -> Bool {
    let (attribute, parts) = (grammar.dimensions[2][row[2]], parts[row[3]])
    if attribute == "indirect " { return !grammar.dimensions[1][row[1]].isEmpty }
    // Code that a user writes has separate conditions.
    if attribute.hasPrefix("#if NEVER") { return parts.isEmpty || parts == "body" }
    return true
  }

  static func caseDeclaration(_ row: [Int], _ number: Int, in grammar: Grammar = cases) -> String {
    let (name, source, attribute) = (
      grammar.dimensions[0][row[0]], grammar.dimensions[1][row[1]], grammar.dimensions[2][row[2]]
    )
    guard let payload = payloads.first(where: { $0.source == source }) else { return "" }
    let mark = payload.source.prefix { $0 != "(" }
    let element = "case \(name)\(payload.source.dropFirst(mark.count))"
    let marked = mark.isEmpty ? "" : "\(mark) "
    let isConditional = attribute.hasPrefix("#if")
    let declaration =
      isConditional ? "\(attribute)  \(marked)\(element)\n  #endif" : marked + attribute + element
    let isThere = attribute != "@available(*, unavailable) "
    return """
      @Reducer enum C\(number) {
        \(declaration)
        case other(Kid)
        \(parts[row[3]].split(separator: " ").map { part(String($0), name, payload, isThere) }.joined(separator: "\n  "))
      }
      """
  }

  /// The parts that the user writes.
  private static func part(_ part: String, _ name: String, _ payload: Payload, _ isThere: Bool) -> String {
    switch part {
    case "Action":
      let own = payload.action.map { "case \(name)\($0)\n    " } ?? ""
      return "enum Action: Sendable {\n    \(own)case other(Kid.Action), more(Int)\n  }"
    case "State": return "enum State {\n    case \(name)\(payload.state), other(Kid.State)\n  }"
    case "scope":
      return """
        enum CaseScope: Sendable { case mine }
          static func scope(_ store: isolated Store<Self.State, Self.Action>) -> CaseScope? { nil }
        """
    case "#body": return "#if DEBUG\n  \(body)\n  #elseif NEVER\n  \(body)\n  #endif"
    default: return body
    }
  }

  private static let body = """
    static var body: some ReducerOf<Self> {
        Reduce { _, _ in .none }
        EmptyReducer()
      }
    """
}
