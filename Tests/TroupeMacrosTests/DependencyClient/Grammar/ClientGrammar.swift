/// The grammar of a client with one endpoint: the alternatives for each part of its declaration.
enum ClientGrammar {
  /// The attributes and modifiers of the client, and its inherited types.
  static let clients: [(prefix: String, generics: String, inherited: String)] = [
    ("", "", ""),
    ("", "", ": Sendable"),
    ("@MainActor ", "", ""),
    ("nonisolated ", "", ""),
    ("@available(*, deprecated) ", "", ""),
    ("", "", ": ~Copyable"),
    ("", "<T: Sendable>", ": Sendable"),
    ("", "<each U: Sendable>", ""),
  ]

  /// The access levels of the client and of the endpoint.
  static let access: [(client: String, endpoint: String)] = [
    ("", ""), ("public ", "public "), ("public ", ""), ("package ", "package "), ("internal ", "internal "),
    ("fileprivate ", "fileprivate "), ("private ", ""), ("private ", "private "), ("public ", "private "),
    ("public ", "package "), ("", "fileprivate "), ("public ", "public private(set) "),
  ]

  /// The attributes and modifiers of the endpoint, besides its access level.
  static let attributes = [
    "", "@available(*, deprecated)", "@available(macOS 10, *)", "@MainActor", "nonisolated",
    "nonisolated(unsafe)", "@DependencyEndpoint", "@DependencyEndpoint(method: \"other\")",
    "@DependencyEndpointIgnored",
  ]

  /// The keyword and the name.
  static let names: [(keyword: String, name: String)] = [
    ("var", "load"), ("let", "load"), ("var", "`init`"), ("var", "`self`"), ("var", "`default`"),
    ("var", "`Type`"), ("var", "await"), ("var", "initial"), ("var", "p0"), ("var", "`two words`"),
    ("let", "größe"), ("var", "`Self`"), ("var", "callAsFunction"), ("var", "body"), ("var", "`inout`"),
  ]

  /// The text before the parameters.
  static let specifiers = [
    "", "@Sendable", "@MainActor", "@Sendable @MainActor", "@isolated(any)", "@isolated(any) @Sendable",
    "nonisolated(nonsending)", "nonisolated(nonsending) @Sendable", "@concurrent", "@Swift.MainActor",
    "@convention(c)",
  ]

  /// The parameters.
  static let parameters: [[String]] = [
    [],
    ["Int"], ["_ id: Int"], ["_: Int"], ["_ _: Int"], ["Int", "_ id: Int"], ["_ id: Int", "_ id: String"],
    ["_ in: Int", "_ self: Int", "_ default: Int"], ["_ `in`: Int", "_ `inout`: Int", "_ `self`: Int"],
    ["_ async: Int", "_ sending: Int", "_ isolated: Int", "_ each: Int"],
    ["(Int, Int)"], ["_ pair: (x: Int, y: String)", "Int"], ["()", "_ nothing: Void"],
    ["inout Int"], ["_ number: inout (Int, Int)", "_ other: inout Int"], ["Int?"], ["_ text: String??"],
    ["[Int]", "[String: Int?]"], ["_ list: Array<Int>", "Set<Int>"], ["Swift::Int", "_ id: Swift.Int"],
    ["_ body: () -> Int"], ["_ body: @escaping (Int) -> Int"],
    ["_ body: @escaping @Sendable () throws -> Int?"],
    ["_ body: ((Int) async throws -> Int)?"], ["_ body: @MainActor (_ id: Int) -> Void"],
    ["_ body: (inout Int) throws(Failure) -> Void"], ["_ body: @escaping ((Int) -> Int) -> (Int) -> Int"],
    ["_ value: @autoclosure () -> Int"], ["@autoclosure @escaping () -> Int"],
    ["_ value: @autoclosure () throws -> Int?"], ["_ value: @autoclosure () async throws -> Int"],
    ["_ value: @autoclosure (() -> Int)"],
    ["_ box: sending Box"], ["_ pair: borrowing Pair"], ["_ pair: consuming Pair"], ["__owned Pair"],
    ["__shared Pair"], ["_ unique: borrowing Unique"], ["_ unique: consuming Unique"], ["inout Unique"],
    ["_ worker: isolated Worker"], ["isolated (any Actor)?"],
    ["_ any: Any"], ["_ shape: any Shape"], ["(any Shape)?"], ["_ shape: any Shape & Sendable"],
    ["_ type: Int.Type"], ["any Shape.Type"], ["_ type: (any Shape.Type)?"],
    ["_ path: KeyPath<Pair, Int>"], ["_ result: Result<Int?, any Error>"], ["(Int)"], ["_ a: ((Int))"],
    ["_ alias: Alias"], ["_ alias: @escaping Alias"], ["_ maker: @autoclosure Maker"],
    ["_ numbers: Int..."], ["Int...", "_ id: Int"],
    ["_ a /* the first, -> */: /* ( */ Int", "_ b: // the second {\n    Int"],
  ]

  /// The text between the parameters and the arrow.
  static let effects = [
    "", "async", "throws", "async throws", "throws(Failure)", "async throws(Failure)", "throws(Never)",
    "throws(any Error)", "async throws(any Swift.Error)", "throws(Swift.Never)", "throws(UnimplementedError)",
    "throws(Whole<Int>)",
  ]

  /// The result, and a value of it.
  static let results: [(type: String, value: String)] = [
    ("Void", "()"), ("()", "()"), ("Swift.Void", "()"), ("Swift::Void", "()"), ("(())", "()"),
    ("Int", "1"), ("(Int)", "1"), ("Int?", "nil"), ("Int??", "1"), ("Optional<Int>", "1"),
    ("(Int, String)", "(1, \"\")"), ("(x: Int, y: Int?)?", "nil"), ("[Int]", "[]"), ("[String: Int]?", "[:]"),
    ("Result<Int, any Error>", ".success(1)"), ("Swift::Int", "1"), ("Swift.Array<Int>?", "nil"),
    ("() -> Int", "{ 1 }"), ("(Int) -> Int?", "{ $0 }"), ("@Sendable () async throws -> Void", "{}"),
    ("((Int) -> Int)?", "nil"), ("(Int) -> (Int) -> Int", "{ a in { $0 + a } }"),
    ("Any", "1"), ("Any?", "nil"), ("any Shape", "Pair()"), ("(any Shape)?", "nil"),
    ("any Shape & Sendable", "Pair()"), ("Int.Type", "Int.self"),
    ("any Shape.Type", "Pair.self"), ("(any Shape.Type)?", "nil"), ("Never", "fatalError()"),
    ("Unique", "Unique()"), ("Unique?", "nil"), ("sending Box", "Box()"), ("Alias", "{ $0 }"),
    ("some Shape", "Pair()"), ("AsyncStream<Int?>", "AsyncStream { $0.finish() }"), ("Whole<Int?>?", "nil"),
    ("[any Shape]", "[]"), ("Int?.Type", "Int?.self"), ("KeyPath<Pair, Int>", "\\.number"),
  ]

  /// The value of an endpoint before the client has been created.
  enum Initial: String, CaseIterable {
    case none, closure, typedClosure, captures, statements, reference, staticMember, unimplemented
    case parentheses, made, choice, throwing
  }

  /// How the type of the function is written.
  enum Shape: String, CaseIterable {
    case plain, parentheses, moreParentheses, optional, unwrapped, alias, lines, comments
  }

  /// Where the declaration is in the client.
  enum Place: String, CaseIterable { case alone, amongOthers, conditional, otherwise, nested }

  /// The declarations that all clients share.
  static let prelude = """
    import Troupe
    public struct Failure: Error { public init() {} }
    public struct Whole<Part>: Error { public init() {} }
    public protocol Shape {}
    public struct Pair: Shape, Sendable {
      public var number = 1
      public init() {}
    }
    public final class Box { public init() {} }
    public struct Unique: ~Copyable { public init() {} }
    public actor Worker {}
    public typealias Alias = (Int) -> Int
    public typealias Maker = () -> Int
    let isChosen = true
    """
}
