import Troupe
import XCTest

/// Features whose actions and states contain themselves.
final class RecursionTests: XCTestCase {
  /// A property of the state, a case of the actions, and an operator; `#` is the feature that they belong to.
  private static let shapes = [
    (
      "var it: IdentifiedArrayOf<#.State> = []", "IdentifiedActionOf<#>",
      ".forEach(\\.it, action: \\.it) { #() }"
    ),
    (
      "var it: IdentifiedArrayOf<#.State> = []", "IdentifiedAction<Int, #.Action>",
      ".forEach(\\.it, action: \\.it) { #() }"
    ),
    ("var it = StackState<#.State>()", "StackActionOf<#>", ".forEach(\\.it, action: \\.it) { #() }"),
    (
      "var it = StackState<#.State>()", "StackAction<#.State, #.Action>",
      ".forEach(\\.it, action: \\.it) { #() }"
    ),
    (
      "var it: [String: #.State] = [:]", "IdentifiedAction<String, #.Action>",
      ".forEach(\\.it, action: \\.it) { #() }"
    ),
    ("@Presents var it: #.State?", "PresentationAction<#.Action>", ".ifLet(\\.$it, action: \\.it) { #() }"),
    ("var it: [#.State] = []", "#.Action", ""),
    ("var it: [#.State] = []", "[#.Action]", ""),
    ("var it: [#.State] = []", "#.Action?", ""),
    ("var it: [#.State] = []", "id: Int, #.Action", ""),
    ("var it: [#.State] = []", "@Sendable () -> #.Action", ""),
    ("var it: [#.State] = []", "Result<#.Action, Never>", ""),
  ]

  /// The keyword and the conformances of `Action`.
  private static let headers = [
    "enum Action", "enum Action: Sendable", "enum Action: @unchecked Sendable", "@CasePathable enum Action",
    "enum Action: Equatable", "indirect enum Action", "package enum Action", "internal enum Action",
  ]

  private func feature(_ name: String, of child: String, _ shape: (String, String, String), _ header: String)
    -> String
  {
    let (state, payload, reducer) = shape
    let start = header.hasPrefix("indirect") ? "case" : "indirect case"
    return """
      @Reducer struct \(name) { \
      struct State: Identifiable, Equatable { var id = 0; \(state) }; \
      \(header) { case a; \(start) it(\(payload)) }; \
      var body: some ReducerOf<Self> { EmptyReducer()\(reducer) } }
      """.replacing("#", with: child)
  }

  // S762
  func testFeaturesContainThemselvesAndEachOtherInEveryWay() throws {
    var source: [String] = []
    for (index, shape) in Self.shapes.enumerated() {
      for (number, header) in Self.headers.enumerated() {
        // Functions and results with any error can't be compared.
        guard !header.contains("Equatable") || !shape.1.contains("->") else { continue }
        let name = "F\(index)_\(number)"
        source.append(feature(name, of: name, shape, header))
        source.append(feature("A\(name)", of: "B\(name)", shape, header))
        source.append(feature("B\(name)", of: "A\(name)", shape, header))
      }
    }
    source.append(
      """
      @Reducer struct Written { struct State {}; enum Action { case a; indirect case it(Written.Action) }
        var body: some ReducerOf<Self> { EmptyReducer() } }
      extension Written.Action: Sendable {}
      @Reducer public struct Public { public struct State {}; public enum Action { case a(Int) }
        public var body: some ReducerOf<Self> { EmptyReducer() } }
      @Reducer struct Plain { struct State {}; struct Action { var it: [Plain.Action] }
        var body: some ReducerOf<Self> { EmptyReducer() } }
      @Reducer struct Over<Child: Reducer> { struct State { var child: Child.State }
        enum Action { case child(Child.Action); indirect case it(Over<Child>.Action) }
        var body: some ReducerOf<Self> { EmptyReducer() } }
      @Reducer enum Sheet { case inner(Inner) }
      @Reducer struct Inner { struct State { @Presents var sheet: Sheet.State? }
        enum Action { case sheet(PresentationAction<Sheet.Action>) }
        var body: some ReducerOf<Self> { EmptyReducer().ifLet(\\.$sheet, action: \\.sheet) } }
      @Reducer enum Path { case deep(Deep) }
      @Reducer struct Deep { struct State { var path = StackState<Path.State>() }
        enum Action { case path(StackActionOf<Path>) }
        var body: some ReducerOf<Self> { EmptyReducer().forEach(\\.path, action: \\.path) } }
      extension Path.State: Sendable {}
      @Reducer enum Choice { case plain(Public); indirect case more(Choice.CaseBody = Choice.body) }
      @Reducer indirect enum Choices { case plain(Public); case more(Choices.CaseBody = Choices.body) }
      """
    )
    let options = ["-warnings-as-errors", "-package-name", "grammar"]
    XCTAssertEqual(try Compiler.check(source.joined(separator: "\n"), options: options), [])
  }

  // S762
  func testAFeatureInItselfRuns() async {
    let leaf = RowInRow.State(id: 3)
    let start = RowInRow.State(id: 1, rows: [RowInRow.State(id: 2, rows: [leaf])])
    let store = Store(initialState: start) { RowInRow() }
    await store.send(.rows(.element(id: 2, action: .rows(.element(id: 3, action: .tapped)))))
    await store.send(.rows(.element(id: 2, action: .tapped)))
    let state = await store.state
    XCTAssertEqual(
      state,
      RowInRow.State(id: 1, rows: [RowInRow.State(id: 2, taps: 1, rows: [RowInRow.State(id: 3, taps: 1)])])
    )
  }

  func testAnActionThatIsntSendableIsReportedAtItsCase() throws {
    let messages = try Compiler.check(
      """
      final class Box { var value = 1 }
      @Reducer struct Feature {
        struct State {}
        enum Action {
          case boxed(Box)
        }
        var body: some ReducerOf<Self> { EmptyReducer() }
      }
      """
    )
    XCTAssertEqual(
      messages.filter { $0.contains("error: ") },
      [
        "6:10: error: associated value 'boxed' of 'Sendable'-conforming enum 'Action' has non-Sendable type 'Box'"
      ]
    )
  }

  func testSelfInAnActionNamesTheFeatureToWrite() throws {
    for (payload, right) in [
      ("IdentifiedActionOf<Self>", "IdentifiedActionOf<Feature>"),
      ("StackActionOf<Self>", "StackActionOf<Feature>"),
      ("PresentationAction<Self.Action>", "PresentationAction<Feature.Action>"),
      ("StackAction<Self.State, Self.Action>", "StackAction<Feature.State, Feature.Action>"),
      ("[IdentifiedActionOf<Self>]", "[IdentifiedActionOf<Feature>]"),
    ] {
      let messages = try Compiler.check(
        """
        @Reducer struct Feature {
          struct State: Identifiable { var id = 0 }
          enum Action {
            indirect case rows(\(payload))
          }
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        """
      )
      let errors = messages.filter { $0.contains("error: ") }
      XCTAssertTrue(errors.allSatisfy { $0.hasPrefix("5:") }, "\(errors)")
      let text = "'Self' in the payload of 'rows' refers to 'Action', not to the feature; write '\(right)'"
      XCTAssertTrue(errors.contains("5:19: error: \(text)"), "\(errors)")
    }
    XCTAssertEqual(
      try Compiler.check("@CasePathable enum Tree { case leaf; indirect case node(Self, [Self], Self?) }"),
      []
    )
  }
}

@Reducer private struct RowInRow {
  struct State: Equatable, Identifiable {
    let id: Int
    var taps = 0
    var rows: IdentifiedArrayOf<RowInRow.State> = []
  }
  enum Action {
    case tapped
    indirect case rows(IdentifiedActionOf<RowInRow>)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .tapped = action { state.taps += 1 }
      return .none
    }
    .forEach(\.rows, action: \.rows) { RowInRow() }
  }
}
