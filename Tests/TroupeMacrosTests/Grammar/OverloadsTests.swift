import Troupe
import XCTest

/// Everything that takes a key path or a case key path, with every form of path: the compiler chooses one.
final class OverloadsTests: XCTestCase {
  private static let prelude = """
    import TroupeClassic
    import TroupeTesting
    import TroupeUI
    @CasePathable enum V: Equatable, Sendable { case tapped, typed(String) }
    @CasePathable enum VV: Equatable, Sendable { case v(V) }
    @CasePathable enum Act: Equatable, Sendable { case a(Int), view(V), nothing, p(PresentationAction<V>), v2(VV) }
    @CasePathable enum E: Equatable, Sendable { case a(Int), b(String), none }
    @CasePathable enum Es: Equatable, Sendable {
      case a(Int), c(E)
      var sum: Int { get { 1 } set {} }
      var some: Int? { get { 1 } set {} }
    }
    struct S2: Equatable, Sendable { var n = 1; var o: Int? }
    struct S: Equatable, Sendable {
      var n = 1; var o: S2?; var s2 = S2(); var es = Es.a(1); var oe: Es?; @Presents var ps: S2?
    }
    let keptCase: any CaseKeyPath<Es, Int> & Sendable = \\.a
    let kept: any WritableKeyPath<S, Int> & Sendable = \\.n
    let keptAction: any CaseKeyPath<Act, V> & Sendable = \\.view

    """

  /// The meaning of a path of the state for an operator.
  private enum Kind { case property, readOnly, optional, payload, whole }

  /// Paths from each root, with the type that they lead to.
  private static let states: [(root: String, path: String, type: String, kind: Kind)] = [
    ("S", "\\.self", "S", .whole), ("S", "\\S.self", "S", .whole), ("S", "\\.n", "Int", .property),
    ("S", "\\S.n", "Int", .property), ("S", "\\.s2.n", "Int", .property), ("S", "kept", "Int", .property),
    ("S", "\\.es", "Es", .property), ("S", "\\.o", "S2", .optional), ("S", "\\S.o", "S2", .optional),
    ("S", "\\.s2.o", "Int", .optional), ("S", "\\.o?.o", "Int", .readOnly),
    ("S", "\\.o?.n", "Int", .readOnly),
    ("S", "\\.oe?.a", "Int", .readOnly), ("S", "\\.es.a", "Int", .readOnly),
    ("Es", "\\.self", "Es", .whole), ("Es", "\\Es.self", "Es", .whole), ("Es", "\\.sum", "Int", .property),
    ("Es", "\\.some", "Int", .optional), ("Es", "\\.a", "Int", .payload), ("Es", "\\.c.a", "Int", .payload),
    ("Es", "\\Es.Cases.a", "Int", .payload), ("Es", "\\Es.Cases.c.a", "Int", .payload),
    ("Es", "/Es.a", "Int", .payload), ("Es", "keptCase", "Int", .payload),
    ("Es", "\\.c?.a", "Int", .readOnly),
    ("S2?", "\\.self", "S2", .optional), ("S2?", "\\.some", "S2", .payload),
    ("S2?", "\\.?.o", "Int", .readOnly),
  ]

  private static let actions = [
    ("\\.self", "Act"), ("\\.view", "V"), ("\\.v2.v", "V"), ("\\Act.Cases.view", "V"),
    ("\\Act.Cases.self", "Act"),
    ("/Act.view", "V"), ("keptAction", "V"),
  ]

  /// Functions that take two paths, with the paths that they accept: `R` is the root, `P` and `Q` are the
  /// paths, `C` and `D` the types that they lead to.
  private static let operators: [(source: String, takes: Set<Kind>)] = [
    ("Troupe.Scope<R, Act>(state: P, action: Q) { EmptyReducer<C, D>() }", [.property, .payload, .whole]),
    (
      "Troupe.Scope<R, Act>(state: P, action: Q) { Troupe.Reduce<C, D> { _, _ in .none } }",
      [.property, .payload, .whole]
    ),
    ("EmptyReducer<R, Act>().ifLet(P, action: Q) { EmptyReducer<C, D>() }", [.optional]),
    ("EmptyReducer<R, Act>().ifCaseLet(P, action: Q) { EmptyReducer<C, D>() }", [.payload]),
    (
      "await make(Store<R, Act>.self).scope(state: P, action: Q)",
      [.property, .readOnly, .optional, .payload, .whole]
    ),
    ("make(Store<R, Act>.self).children(state: P, action: Q)", [.optional, .payload]),
    (
      "make(ViewStore<R, Act>.self).scope(state: P, action: Q)",
      [.property, .readOnly, .optional, .payload, .whole]
    ),
    (
      "TroupeClassic.Reducer<C, D, Void> { _, _, _ in .none }.pullback(state: P, action: Q, environment: { (_: Void) in }) as TroupeClassic.Reducer<R, Act, Void>",
      [.property, .payload, .whole]
    ),
  ]

  // S763
  func testScopeOfTheWholeStateTakesTheKeyPath() async {
    let store = Store(initialState: 0) {
      Scope<Int, WholeAction>(state: \.self, action: \.view) {
        Reduce { state, action in
          if case .tapped = action { state += 1 }
          return .none
        }
      }
    }
    await store.send(.view(.tapped))
    let state = await store.state
    XCTAssertEqual(state, 1)
  }

  // S763
  func testNoPathOfTwoIsAmbiguous() throws {
    var lines: [String] = []
    for (source, kinds) in Self.operators {
      for state in Self.states where kinds.contains(state.kind) {
        for (path, type) in Self.actions {
          // The child's actions have to be `Equatable` nowhere; the paths are inserted last.
          lines.append(
            "  let _ = "
              + source.replacing("R, Act", with: "\(state.root), Act").replacing(
                "C, D",
                with: "\(state.type), \(type)"
              )
              .replacing("state: P", with: "state: \(state.path)").replacing("(P,", with: "(\(state.path),")
              .replacing("action: Q", with: "action: \(path)")
          )
        }
      }
    }
    XCTAssertEqual(lines.count, 917)
    let start =
      Self.prelude + "func make<T>(_: T.Type) -> T { fatalError() }\n@MainActor func use() async {\n"
    XCTAssertEqual(
      try Compiler.check(start + lines.joined(separator: "\n") + "\n}", options: ["-warnings-as-errors"]),
      []
    )
  }

  /// Functions that take one path.
  func testNoPathOfOneIsAmbiguous() throws {
    let source = """
      func test(_ test: TestStore<S, Act>) async {
        await test.send(\\.nothing)
        await test.send(\\.view.tapped)
        await test.send(\\.view, .tapped)
        await test.send(\\.view.typed, "")
        await test.send(\\.self, .nothing)
        await test.send(\\.p.tapped)
        await test.send(\\.p.presented.typed, "")
        await test.receive(\\.nothing)
        await test.receive(\\.view)
        await test.receive(\\.self)
        await test.receive(\\.self, .nothing)
        await test.receive(\\.view.typed, "")
        await test.receive(\\.p.tapped)
        await test.receive(\\.p.dismiss)
        await test.receive(\\Act.Cases.view)
        await test.receive(keptAction)
      }
      func read(_ value: Es, _ optional: Int?, _ result: Result<Int, CancellationError>) {
        var value = value
        _ = value.is(\\.a) || value.is(\\.self) || value.is(\\.c.a) || value.is(\\Es.Cases.a) || value.is(keptCase)
        _ = (value[case: \\.a], value[case: \\.self], value[case: \\.c.a], value[case: \\.c]?.a)
        _ = (value[case: \\Es.Cases.a], value[case: keptCase], value[case: /Es.a])
        value.modify(\\.a) { $0 += 1 }
        value.modify(\\.self) { $0 = .a(1) }
        value.modify(\\.c.a) { $0 += 1 }
        value.modify(keptCase) { $0 += 1 }
        switch value {
        case \\.a, \\.c.a, \\Es.Cases.a: break
        case keptCase: break
        case \\.self: break
        default: break
        }
        _ = optional.is(\\.some) || optional.is(\\.self) || result.is(\\.success)
        _ = (optional[case: \\.some], optional[case: \\.self], result[case: \\.success])
      }
      @MainActor func bind(_ binding: StoreBinding<Es>, _ optional: StoreBinding<Es?>) {
        _ = (binding.case(\\.a), binding.case(\\.self), binding.case(\\.c.a), binding.case(keptCase))
        _ = (optional.case(\\.a), optional.case(\\.c.a), StoreBinding(unwrapping: binding, case: \\.a))
      }
      """
    XCTAssertEqual(try Compiler.check(Self.prelude + source, options: ["-warnings-as-errors"]), [])
  }
}

@CasePathable private enum WholeAction: Sendable { case view(PartAction), other }
@CasePathable private enum PartAction: Sendable { case tapped, left }
