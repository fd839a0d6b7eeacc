/// The declarations of structs with `@Reducer` that Swift accepts.
enum FeatureGrammar {
  static let prelude = """
    import Troupe
    @Reducer public struct Kid {
      public struct State: Equatable { public var count = 0 }
      public enum Action: Sendable { case tapped }
      public init() {}
      public var body: some ReducerOf<Self> { EmptyReducer() }
    }
    protocol Domain {}
    extension Domain { typealias State = Int; typealias Action = Bool }

    """

  /// A reducer and the code that it needs.
  static let grammar = Grammar(dimensions: [places, headers, types, reducers.map(\.source)])

  private static let places = [
    "#", "enum N% {\n#\n}", "struct N%<V: Sendable> {\n#\n}", "extension Kid {\n#\n}",
    "struct N% {\n  struct State { var count = 0 }\n  enum Action { case tapped }\n#\n}",
  ]

  private static let headers = [
    "struct F%", "public struct F%", "fileprivate struct F%", "struct F%<W: Sendable>", "struct F%: Reducer",
    "struct F%: Sendable", "struct F%: Troupe.Reducer, @unchecked Sendable", "nonisolated struct F%",
    "@available(*, deprecated) struct F%",
  ]

  /// The state and the actions.
  private static let types = [
    "public struct State { var count = 0 }\n  public enum Action: Sendable { case tapped }",
    "public enum State { case kid(Kid.State), none }\n  public enum Action: Sendable { case tapped, kid(Kid.Action) }",
    "public typealias State = (Int, Int?)\n  public typealias Action = Bool",
    "public final class State {}\n  public struct Action: Sendable {}",
    "@ObservableState public struct State {}\n  @CasePathable public enum Action: Sendable { case tapped }",
    "public struct State: Equatable, Codable { var count = 0 }\n  public enum Action: Hashable, Sendable { case set(Int) }",
    "#if NEVER\n  struct State { var none: Never }\n  #else\n  public enum State { case none }\n  #endif\n"
      + "  #if DEBUG\n  public enum Action: Sendable { case tapped }\n  #else\n  enum Action {}\n  #endif",
  ]

  private struct Reducer {
    let source: String
    /// Whether it is about the feature's own types, and not about other ones.
    let isOwn: Bool

    init(_ source: String, isOwn: Bool = true) { (self.source, self.isOwn) = (source, isOwn) }
  }

  private static let reducers: [Reducer] = [
    Reducer("public var body: some ReducerOf<Self> { EmptyReducer() }"),
    Reducer("public var body: some Reducer<State, Action> { EmptyReducer(); Reduce { _, _ in .none } }"),
    Reducer("public var body: some Reducer<Self.State, Self.Action> { get { EmptyReducer() } }"),
    Reducer("public var body: some Troupe.ReducerOf<Self> { if true { EmptyReducer() } }"),
    Reducer("public var body: some Troupe::Reducer<State, Action> { EmptyReducer() }"),
    Reducer("public var body: (some ReducerOf<Self>) { EmptyReducer() }"),
    Reducer("public var body: some (ReducerOf<Self> & Sendable) { EmptyReducer() }"),
    Reducer("public var body: Reduce<State, Action> { Reduce { _, _ in .none } }"),
    Reducer("public nonisolated var body: EmptyReducer<State, Action> { EmptyReducer() }"),
    Reducer(
      "@ReducerBuilder<State, Action> public var body: some ReducerOf<Self> { EmptyReducer(); EmptyReducer() }"
    ),
    Reducer("public let body = EmptyReducer<State, Action>()"),
    Reducer("public let body: EmptyReducer<State, Action> = .init()"),
    Reducer("public let body: Reduce<State, Action>\n  init() { body = Reduce { _, _ in .none } }"),
    Reducer("public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }"),
    Reducer(
      "public func reduce(into state: inout Self.State, action: Self.Action) -> EffectOf<Self> { .none }"
    ),
    Reducer(
      """
      public var body: some ReducerOf<Self> { Reduce { state, action in reduce(into: &state, action: 1, by: 2) } }
        func reduce(into state: inout State, action: Int, by: Int) -> Effect<Action> { .none }
        func reduce(into state: inout State, action: Int) -> Effect<Action> { .none }
        static func reduce(into state: inout State, action: Action) {}
      """
    ),
    Reducer(
      """
      #if NEVER
        var body: some ReducerOf<Self> { EmptyReducer() }
        #else
        public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
        #endif
      """
    ),
    Reducer("public let body = EmptyReducer<Int, Int>()", isOwn: false),
    Reducer("public let body: EmptyReducer<Int, Int> = .init()", isOwn: false),
    Reducer("public let body: some Troupe.Reducer<Int, Int> = EmptyReducer()", isOwn: false),
    Reducer("public var body: Reduce<Int, Bool> { Reduce { _, _ in .none } }", isOwn: false),
    Reducer("public var body: Kid { Kid() }", isOwn: false),
    Reducer("public var body: some ReducerOf<Kid> { Kid(); Kid() }", isOwn: false),
    Reducer("public var body: some Reducer<Kid.State, Kid.Action> { Kid() }", isOwn: false),
    Reducer(
      "public func reduce(into state: inout Int, action: Bool) -> Effect<Bool> { .none }",
      isOwn: false
    ),
  ]

  static func isValid(_ row: [Int]) -> Bool {
    let header = headers[row[1]]
    let reducer = reducers[row[3]].source
    // By hand, the compiler applies the protocol's builder, which hides the type.
    let hasBuilder = header.contains("Reducer")
    if hasBuilder, ["body: Kid {", "body: EmptyReducer<State, Action> {"].contains(where: reducer.contains) {
      return false
    }
    if header.hasPrefix("@available") { return places[row[0]] == "#" }
    return true
  }

  static func declaration(_ row: [Int], _ number: Int) -> String {
    let reducer = reducers[row[3]]
    let source = """
      @Reducer \(headers[row[1]].replacing("%", with: "\(number)")) {
        \(reducer.isOwn ? types[row[2]] : "")
        \(reducer.source)
      }
      """
    return places[row[0]].replacing("%", with: "\(number)").replacing("#", with: source)
  }

  /// Features whose state or actions belong to other types.
  static let ofOthers = """
    @Reducer struct Wrapper<Base: Reducer> {
      let base: Base
      var body: some ReducerOf<Base> { base }
    }
    @Reducer struct Wrapper2<Base: Reducer> {
      let base: Base
      var body: some Reducer<Base.State, Base.Action> { base; Reduce { _, _ in .none } }
    }
    @Reducer struct Wrapper3<Base: Reducer> {
      let base: Base
      func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> { .none }
    }
    @Reducer struct Parameters<State, Action: Sendable> {
      var body: some Reducer<State, Action> { EmptyReducer() }
    }
    @Reducer struct Inherits: Domain { var body: some ReducerOf<Self> { EmptyReducer() } }
    @Reducer struct Elsewhere: Reducer { var body: some ReducerOf<Self> { EmptyReducer() } }
    extension Elsewhere { struct State {}; enum Action { case tapped } }
    @Reducer struct Outer {
      struct State { var count = 0 }
      enum Action { case tapped }
      var body: some ReducerOf<Self> { EmptyReducer() }
      @Reducer struct WithState {
        enum Action { case go }
        var body: some Reducer<State, Action> { Reduce { state, _ in state.count += 1; return .none } }
      }
      @Reducer struct WithBoth { var body: some Reducer<State, Action> { EmptyReducer() } }
      @Reducer struct ByHand {
        enum Action { case go }
        func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
      }
      @Reducer struct WithAction {
        struct State {}
        var body: some Reducer<State, Action> { EmptyReducer() }
      }
      @Reducer struct OfOuter { var body: some ReducerOf<Outer> { Outer() } }
    }
    extension Outer {
      @Reducer struct InExtension {
        enum Action { case go }
        var body: some Reducer<State, Action> { EmptyReducer() }
      }
    }
    @Reducer struct OnlyState { typealias State = Int }
    func use(_ state: Outer.State, _ int: OnlyState.State) -> [Any] {
      let states: [Outer.State] = [state as Outer.WithState.State, state as Outer.ByHand.State]
      return [states, Outer.WithAction.Action.tapped as Outer.Action, int as Int]
    }

    """
}
