import XCTest

/// The compiler's messages for misused macros, and its silence for correct uses.
final class DiagnosticsTests: XCTestCase {
  private func check(_ table: [(source: String, messages: [String])], line: UInt = #line) throws {
    for (source, messages) in table {
      XCTAssertEqual(try Compiler.check(source), messages, source, line: line)
    }
  }

  // A client in another package has to be ready for cases that later versions add; with `@unknown default`,
  // it is.
  func testASwitchOverEventsHasAnUnknownDefault() throws {
    let cases = """
      func isOfEffect(_ kind: StoreEvent.Kind) -> Bool {
        switch kind {
        case .actionReceived, .actionReduced, .actionDropped, .inboxOverflow: false
        case .effectStarted, .effectEnded, .effectFailed, .effectCancelled, .effectDropped: true
        case .scopeBegan, .scopeEnded, .dismissed: false
      """
    try check([
      (cases + "\n  @unknown default: false\n  }\n}", []),
      (
        cases + "\n  }\n}",
        [
          "3:3: error: switch covers known cases, but 'StoreEvent.Kind' may have additional unknown values, "
            + "possibly added in future versions",
          "3:3: note: handle unknown values using \"@unknown default\"",
        ]
      ),
    ])
  }

  // A role has to be compared like any value: there is no list of roles to switch over.
  func testARoleIsMatchedByItsValue() throws {
    try check([
      (
        """
        func isLast(_ button: ButtonState<Int>) -> Bool {
          switch button.role {
          case .cancel?: true
          case .destructive?: false
          default: false
          }
        }
        """,
        []
      )
    ])
  }

  func testCasePathableWantsAnEnum() throws {
    let message = "error: '@CasePathable' can only be applied to an enum"
    try check([
      ("  @CasePathable struct S {}", ["2:3: \(message)", "2:3: note: remove '@CasePathable'"]),
      ("@CasePathable final class C {}", ["2:1: \(message)", "2:1: note: remove '@CasePathable'"]),
      (
        "@CasePathable enum E: ~Copyable { case a }",
        [
          "2:1: error: '@CasePathable' can't be applied to an enum that is '~Copyable'",
          "2:1: note: remove '@CasePathable'",
        ]
      ),
    ])
  }

  func testCasePathableWantsDifferentNames() throws {
    try check([
      (
        "@CasePathable enum E {\n  case a(x: Int), b\n  case a(y: Int)\n}",
        ["4:8: error: '@CasePathable' can't be applied to overloaded case name 'a'; rename one of the cases"]
      ),
      ("@CasePathable enum E {\n#if X\n  case a(Int)\n#else\n  case a(String)\n#endif\n}", []),
    ])
  }

  func testConformancesWantTypesThatAreSeenFromOutside() throws {
    try check([
      (
        "struct O { @CasePathable private enum P { case a } }",
        [
          "2:26: error: '@CasePathable' can't extend 'P', which is 'private' inside another type",
          "2:26: note: make it 'fileprivate'",
        ]
      ),
      (
        "struct O { @Reducer private enum P { case a } }",
        [
          "2:21: error: '@Reducer' can't extend 'P', which is 'private' inside another type",
          "2:21: note: make it 'fileprivate'",
        ]
      ),
      ("@CasePathable private enum P { case a }", []),
    ])
  }

  func testReducerWantsAStructOrAnEnum() throws {
    try check([
      (
        "@Reducer actor A {}",
        [
          "2:1: error: '@Reducer' can only be applied to a struct or an enum",
          "2:1: note: remove '@Reducer'",
        ]
      )
    ])
  }

  func testReducerWritesTheReducerOnlyWhereThereAreNoActions() throws {
    try check([
      ("@Reducer struct Feature {}\nlet feature: any ReducerOf<Feature> = Feature()", []),
      ("@Reducer struct Feature {\n  struct State { var a = 1 }\n}\nlet state = Feature.State(a: 2)", []),
    ])
  }

  func testReducerWantsAllParts() throws {
    try check([
      (
        "@Reducer struct Feature {\n  enum Action { case start }\n}",
        [
          "2:17: error: '@Reducer' needs the type 'State' inside 'Feature'", "2:17: note: add 'State'",
          "2:17: error: '@Reducer' needs a 'body' or a 'reduce(into:action:)' inside 'Feature'",
          "2:17: note: add 'body'",
        ]
      ),
      (
        "@Reducer struct Feature {\n  struct State {}\n  func reduce(into state: inout State, action: Int) {}\n}",
        ["2:17: error: '@Reducer' needs the type 'Action' inside 'Feature'", "2:17: note: add 'Action'"]
      ),
      (
        """
        @Reducer struct Feature {
          struct State {}
          enum Action {}
          var body: some ReducerOf<Self> { EmptyReducer() }
          func reduce(into state: inout State, action: Action) -> Effect<Action> {}
        }
        """,
        [
          "5:7: error: 'Feature' can't have both a 'body' and a 'reduce(into:action:)', because only one would be used; remove one of them"
        ]
      ),
    ])
  }

  func testPartsMayComeFromElsewhere() throws {
    try check([
      (
        """
        @Reducer struct Feature<Action: Sendable> {
          typealias State = Int
          func reduce(into state: inout Int, action: Action) -> Effect<Action> { .none }
        }
        """, []
      ),
      ("@Reducer struct Feature {\n  var body: some Reducer<Int, Bool> { EmptyReducer() }\n}", []),
    ])
  }

  func testSeveralValuesInACaseOfAReducerEnumAreState() throws {
    let message = "must have one reducer as its payload, or no payload, because the enum has '@Reducer'"
    let advice = "for a case with plain state, add '@ReducerCaseIgnored'"
    try check([
      ("@Reducer enum Path {\n  case home\n  case a(Int, String), b\n}", []),
      // The mark of a prompt needs a prompt.
      (
        "@Reducer enum Path {\n  @ReducerCaseEphemeral case a(Int, String)\n}",
        ["3:30: error: 'a' \(message); \(advice)"]
      ),
    ])
  }

  func testAReducerEnumKnowsWhatIsNoReducer() throws {
    func message(_ name: String) -> String {
      "'\(name)' must have one reducer as its payload, or no payload, because the enum has '@Reducer'; for a case with plain "
        + "state, add '@ReducerCaseIgnored'"
    }
    try check([
      (
        "@Reducer enum Path {\n  case a(String)\n  case b(Int?), c([Int])\n}",
        [
          "3:8: error: \(message("a"))", "4:8: error: \(message("b"))", "4:17: error: \(message("c"))",
        ]
      ),
      (
        """
        enum Choice { case a }
        @Reducer enum Path {
          case alert(AlertState<Choice>)
          case dialog(Troupe.ConfirmationDialogState<Choice>)
        }
        let action = Path.Action.alert(.a)
        """, []
      ),
    ])
  }

  func testCasePathableCantHandOnAnAutoclosureThatThrows() throws {
    try check([
      (
        "@CasePathable enum E {\n  case a(@autoclosure () throws -> Int)\n}",
        [
          "3:8: error: '@CasePathable' can't create the path of 'a', whose autoclosure throws; use a closure instead"
        ]
      )
    ])
  }

  func testExpansionsCompileWhateverNamesAreTaken() throws {
    let source = """
      enum Swift {}
      enum Troupe {}
      @CasePathable enum Names: Equatable { case `Type`, `Protocol`(Int), `self`(Int), `init`, `default` }
      @CasePathable enum Autoclosures { case a(@autoclosure () -> Int), b(@autoclosure () -> Int, Int) }
      @CasePathable enum Labels {
        case a(in: Int, for: Int), b(`in`: Int, `repeat`: Int), c(`in`: Int), d(`default`: Int, _ x: Int)
        case e(`class`: Int, each: Int, some: Int), f(`self`: Int, `Self`: Int, `Any`: Int)
      }
      @DependencyClient struct Client {
        var a: (@Sendable () async throws -> Int)
        var b: ((@Sendable (Int) throws -> (Int)))
        var c: (Int)
        var d: (@Sendable () -> Int) = { 1 }
      }
      @Reducer struct Feature {
        struct State: Equatable { var count = 0 }
        enum Action { case incremented }
        var body: some ReducerOf<Self> { EmptyReducer() }
      }
      @Reducer struct Blank {}
      @Reducer enum Path {
        case feature(Feature), home
        case blank(Blank)
        case `Type`(Feature)
        @ReducerCaseIgnored case text(String)
      }
      @ObservableState struct S: Codable, Hashable { var a = 1; @ObservationStateIgnored var b = 2 }
      func use(_ names: Names) {
        print(Client(c: 1), names.is(\\.`Type`), names[case: \\.`Protocol`] as Any, Path.body)
      }
      """
    XCTAssertEqual(try Compiler.check(source, options: ["-warnings-as-errors"]), [])
  }

  func testDependencyClientWantsAStructWhoseEndpointsCanFail() throws {
    try check([
      (
        "@DependencyClient enum E {}",
        [
          "2:1: error: '@DependencyClient' can only be applied to a struct",
          "2:1: note: remove '@DependencyClient'",
        ]
      ),
      (
        "@DependencyClient struct Client {\n  var a: @Sendable (Int, Int) async -> [Int]\n}",
        [
          "3:7: error: 'a' can't throw, so it needs an initial value that determines its result",
          "3:7: note: add an initial value",
        ]
      ),
      (
        "@DependencyClient struct Client {\n#if os(Linux)\n  var a: Int\n#endif\n}",
        ["4:7: error: 'a' is inside '#if', so it needs an initial value"]
      ),
    ])
  }

  func testDependencyEndpointWantsAFunctionWithNames() throws {
    let named =
      "error: '@DependencyEndpoint' needs a function type whose parameters have names: '(_ id: Int) -> Void'"
    try check([
      (
        "struct S {\n  @DependencyEndpoint var a: Int\n}",
        ["3:3: \(named)", "3:3: note: remove '@DependencyEndpoint'"]
      ),
      (
        "struct S {\n  @DependencyEndpoint var a: (Int) -> Void\n}",
        [
          "3:3: \(named); for an endpoint that reports an issue, apply '@DependencyClient' to the type",
          "3:3: note: remove '@DependencyEndpoint'",
        ]
      ),
      (
        "@DependencyClient struct S {\n  @DependencyEndpoint(method: \"b\") var a: (Int) -> Void\n}",
        ["3:3: \(named)", "3:3: note: remove '@DependencyEndpoint(method: \"b\")'"]
      ),
      ("@DependencyClient struct S {\n  @DependencyEndpoint var a: (Int) -> Void\n}", []),
      ("@DependencyClient struct S {\n  @DependencyEndpoint var a: () -> Int = { 1 }\n}", []),
      (
        "struct S {\n  @DependencyEndpoint func a() {}\n}",
        [
          "3:3: error: '@DependencyEndpoint' can only be applied to a property with a function type",
          "3:3: note: remove '@DependencyEndpoint'",
        ]
      ),
    ])
  }

  func testPlainPayloadsHaveToBeSendable() throws {
    let messages = try Compiler.check(
      "final class Box { var x = 1 }\n@Reducer enum E {\n  @ReducerCaseIgnored case a(Box)\n  case b\n}"
    )
    let errors = messages.filter { $0.contains("error: ") }
    XCTAssertEqual(errors.count, 1, "\(messages)")
    XCTAssertTrue(errors.first?.hasPrefix("4:") ?? false, "\(messages)")
    XCTAssertTrue(errors.first?.contains("non-Sendable type 'Box'") ?? false, "\(messages)")
  }

  func testAnOperatorThatBelongsToNothingIsAWarning() throws {
    let source = """
      struct F: Reducer {
        struct State { var child: Int? }
        enum Action: Sendable { case a }
        var body: some Reducer<State, Action> {
          EmptyReducer()
          printChanges()
        }
      }
      """
    let warnings = try Compiler.check(source).filter { $0.contains("warning: ") }
    XCTAssertEqual(
      warnings,
      ["7:5: warning: use of 'printChanges' treated as a reference to instance method in protocol 'Reducer'"]
    )
  }

  // S452
  func testObservableStateWantsAStructOrAnEnum() throws {
    let message = "error: '@ObservableState' can only be applied to a struct or an enum"
    try check([
      (
        "@ObservableState final class C {\n  var a = 1\n}",
        ["2:1: \(message)", "2:1: note: remove '@ObservableState'"]
      ),
      ("  @ObservableState actor A {}", ["2:3: \(message)", "2:3: note: remove '@ObservableState'"]),
      (
        "@ObservableState struct S: ~Copyable {}",
        [
          "2:1: error: '@ObservableState' can't be applied to a type that is '~Copyable'",
          "2:1: note: remove '@ObservableState'",
        ]
      ),
      (
        "struct O { @ObservableState private struct P { var a = 1 } }",
        [
          "2:29: error: '@ObservableState' can't extend 'P', which is 'private' inside another type",
          "2:29: note: make it 'fileprivate'",
        ]
      ),
    ])
  }

  func testOnlyAPropertyOfAStructIsIgnored() throws {
    let message = "error: '@ObservationStateIgnored' can only be applied to a property inside a struct"
    let note = "note: remove '@ObservationStateIgnored'"
    try check([
      (
        "@ObservableState struct S {\n  @ObservationStateIgnored func a() {}\n}",
        ["3:3: \(message)", "3:3: \(note)"]
      ),
      (
        "@ObservableState struct S {\n  @ObservationStateIgnored static var a: Int { 1 }\n}",
        ["3:3: \(message)", "3:3: \(note)"]
      ),
      (
        "@ObservableState enum E {\n  case a\n  @ObservationStateIgnored var b: Int { 1 }\n}",
        ["4:3: \(message)", "4:3: \(note)"]
      ),
      (
        "struct S {}\nextension S {\n  @ObservationStateIgnored var b: Int { 1 }\n}",
        ["4:3: \(message)", "4:3: \(note)"]
      ),
      ("@ObservableState struct S {\n  @ObservationStateIgnored var a: Int { 1 }\n}", []),
    ])
  }

  func testObservableStatesOfAResilientModule() throws {
    let source = """
      @ObservableState public struct S: Codable, Hashable {
        public var a = 1
        @ObservationStateIgnored public var b = 2
        public init() {}
      }
      @ObservableState @frozen public struct Frozen { public var a = 1 }
      @ObservableState public enum E { case s(S), none }
      extension E: Equatable {}
      """
    // The modules of the package aren't resilient themselves.
    let messages = try Compiler.check(source, options: ["-enable-library-evolution"])
    XCTAssertEqual(messages.filter { !$0.contains("was not compiled with library evolution support") }, [])
  }

  func testMainActorModulesNeedNothingMore() throws {
    let source = """
      @CasePathable enum E { case a(Int), b }
      @CasePathable enum Generic<T> { case a(T), b }
      @ObservableState struct S: Equatable {
        var a = 1
        @ObservationStateIgnored var b = 2
      }
      @ObservableState enum T { case s(S), none }
      @Reducer struct Feature {
        struct State: Equatable {
          var count = 0
          @Presents var presented: S? = nil
        }
        enum Action { case incremented, set(E.Type) }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            state.count += 1
            return .none
          }
        }
      }
      @Reducer struct Blank {}
      @Reducer enum Path { case feature(Feature), blank(Blank), home }
      nonisolated func look(_ store: Store<Path.State, Path.Action>) async {
        if case .feature(let feature)? = await store.case {
          await feature.send(.incremented)
          await feature.observe { print($0.count) }
        }
        print(E.allCasePaths.a, Feature().body)
      }
      """
    for options in [["-default-isolation", "MainActor"], []] {
      XCTAssertEqual(try Compiler.check(source, options: options + ["-warnings-as-errors"]), [])
    }
  }
}
