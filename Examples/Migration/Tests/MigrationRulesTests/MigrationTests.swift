import MigrationRules
import XCTest

final class MigrationTests: XCTestCase {
  private func check(
    _ before: String,
    _ after: String,
    findings: [String] = [],
    file: StaticString = #filePath,
    line: UInt = #line
  ) {
    let start = "import ComposableArchitecture\n"
    let migration = Migration(start + before)
    let expected = "import TroupeComposable\n" + after
    XCTAssertEqual(migration.source, expected, file: file, line: line)
    let found = migration.findings.map { "\($0.line): \($0.message) (\($0.section))" }
    XCTAssertEqual(found, findings, file: file, line: line)
    let again = Migration(migration.source)
    XCTAssertEqual(again.source, migration.source, "A second run changes nothing.", file: file, line: line)
  }

  func testOneImportReplacesAll() {
    let source = """
      // A comment.
      @preconcurrency import ComposableArchitecture
      import CasePaths
      import Foundation
      import XCTest

      let a = 1
      """
    let migrated = """
      // A comment.
      import TroupeComposable
      import TroupeTesting
      import Foundation
      import XCTest

      let a = 1
      """
    XCTAssertEqual(Migration(source).source, migrated)
  }

  func testAnImportUnderAConditionIsReplaced() {
    let source = """
      #if DEBUG
        @testable import ComposableArchitecture
        let store: StoreOf<Feature>
      #endif
      """
    let migrated = """
      #if DEBUG
        import TroupeComposable
        let store: ViewStoreOf<Feature>
      #endif
      """
    XCTAssertEqual(Migration(source).source, migrated)
    XCTAssertEqual(Migration(migrated).source, migrated)
  }

  func testTheImportKeepsItsAccessLevelAndItsExport() {
    func migrated(_ imports: String) -> String { Migration(imports).source }
    XCTAssertEqual(migrated("public import ComposableArchitecture"), "public import TroupeComposable")
    XCTAssertEqual(
      migrated("internal import CasePaths\npackage import Dependencies"),
      "package import TroupeComposable"
    )
    XCTAssertEqual(migrated("private import Clocks\nimport Dependencies"), "import TroupeComposable")
    XCTAssertEqual(
      migrated("@_exported import ComposableArchitecture"),
      "@_exported import TroupeComposable"
    )
    XCTAssertEqual(
      migrated("@testable import IdentifiedCollections\nimport XCTest"),
      "import TroupeComposable\nimport TroupeTesting\nimport XCTest"
    )
  }

  func testAFileWithoutTheLibraryIsLeftAlone() {
    let source = "import Foundation\nlet store = Store()\n"
    XCTAssertEqual(Migration(source).source, source)
    XCTAssertEqual(Migration(source).findings, [])
    let broken = "import Foundation\nfunc ( { Store"
    XCTAssertEqual(Migration(broken).source, broken)
  }

  func testStoresOfTheMainActor() {
    check(
      "let store: StoreOf<Feature> = Store(initialState: .init()) { Feature() } // Store",
      "let store: ViewStoreOf<Feature> = ViewStore(initialState: .init()) { Feature() } // Store"
    )
    check(
      "func f(_ store: Store<Int, Never>?) { g.Store = 1 }",
      "func f(_ store: ViewStore<Int, Never>?) { g.Store = 1 }"
    )
    check(
      "struct V { @Bindable var store: StoreOf<F>; @Bindable var model: Model }",
      "struct V { @StoreBindable var store: ViewStoreOf<F>; @Bindable var model: Model }"
    )
    check(
      "let store = await TestStore(initialState: 0) { F() }",
      "let store = TestStore(initialState: 0) { F() }"
    )
  }

  func testSchedulersOfCombine() {
    check(
      "let mainQueue = DispatchQueue.test; let now = DispatchQueue.immediate.eraseToAnyScheduler()",
      "let mainQueue = TestClock(); let now = ImmediateClock()"
    )
    check(
      #"struct F { @Dependency(\.mainQueue) var mainQueue }; let p = \Model.mainQueue"#,
      #"struct F { @Dependency(\.continuousClock) var mainQueue }; let p = \Model.mainQueue"#
    )
    check(
      "let a = w { $0.mainQueue = queue.eraseToAnyScheduler() }; model.mainQueue = queue",
      "let a = w { $0.continuousClock = queue }; model.mainQueue = queue"
    )
    check(
      "let a: TestClock<Duration> = TestClock<Duration>(); let b: ImmediateClock<Duration>; let c: Fake<Duration>",
      "let a: TestClock = TestClock(); let b: ImmediateClock; let c: Fake<Duration>"
    )
    check(
      "await queue.advance(by: 1); await queue.advance(by: .seconds(2))",
      "await queue.advance(by: .seconds(1)); await queue.advance(by: .seconds(2))"
    )
    check(
      "for await _ in queue.timer(interval: 1) {}; try await queue.sleep(for: 0.5); clock.timer(interval: .seconds(1))",
      "for await _ in queue.timer(interval: .seconds(1)) {}; try await queue.sleep(for: .seconds(0.5)); clock.timer(interval: .seconds(1))"
    )
    for source in ["client.timer(interval: 5)", "player.sleep(for: 30)", "self.jobQueue.run(timeout: 30)"] {
      check(source, source)
    }
    check(
      "await clock.run(timeout: .seconds(1)); await self.mainQueue.run(timeout: 1); process.run(timeout: 1)",
      "await clock.run(); await self.mainQueue.run(); process.run(timeout: 1)"
    )
    check(
      "e.debounce(id: 1, for: 0.5, scheduler: queue)",
      "e.debounce(id: 1, for: .seconds(0.5), clock: queue)"
    )
    check(
      "e.throttle(id: 1, for: .seconds(1), scheduler: queue.eraseToAnyScheduler(), latest: false)",
      "e.throttle(id: 1, for: .seconds(1), latest: false, clock: queue)"
    )
  }

  func testCallsWithOtherNames() {
    check(
      #"XCTModify(&value, case: \.loaded) { $0 += 1 }"#,
      #"value.modify(\.loaded) { $0 += 1 }"#
    )
    check(
      #"XCTModify(&$0.screen, case: /Screen.note, "A note") { $0.text = a }"#,
      "$0.screen.modify(/Screen.note) { $0.text = a }"
    )
    check("XCTModify(&$0.note) { $0.text = a }", #"$0.note.modify(\.some) { $0.text = a }"#)
    // The enum may have no case paths.
    check(
      "try (/Screen.note).modify(&$0.screen) { $0.text = a }",
      "try (/Screen.note).modify(&$0.screen) { $0.text = a }"
    )
    check("let viewStore = ViewStore(store, observe: { $0 })", "let viewStore = store")
    check(
      "let viewStore = ViewStore(Store(initialState: 0) { F() }, observe: { $0 })",
      "let viewStore = ViewStore(initialState: 0) { F() }"
    )
    check(
      "Task.cancel(id: 1); await Task.cancel(id: 2); try await f(Task.cancel(id: 3)); timer.cancel(id: 4)",
      "await Task.cancel(id: 1); await Task.cancel(id: 2); try await f(Task.cancel(id: 3)); timer.cancel(id: 4)"
    )
    check(
      "WithViewStore(store, observe: { $0 }) { v in Text(v.name) }",
      "WithViewStore(store) { v in Text(v.name) }"
    )
    check("XCTAssertNoDifference(a, b)", "expectNoDifference(a, b)")
  }

  func testReducersThatArePassedAsFunctions() {
    check(
      #"r.forEach(\.rows, action: \.rows, element: Row.init).ifLet(\.$a, action: \.a, then: A.B.init)"#,
      #"r.forEach(\.rows, action: \.rows, element: { Row() }).ifLet(\.$a, action: \.a, then: { A.B() })"#
    )
    check(
      #"r.forEach(\.path, action: \.path, destination: Path.init); r.ifLet(\.$a, action: \.a, destination: A.init)"#,
      #"r.forEach(\.path, action: \.path, element: { Path() }); r.ifLet(\.$a, action: \.a, destination: { A() })"#
    )
    check(
      #"r.ifCaseLet(\.a, action: \.a, then: makeRow).ifLet(\.b, action: \.b, then: self.makeRow)"#,
      #"r.ifCaseLet(\.a, action: \.a, then: { makeRow() }).ifLet(\.b, action: \.b, then: { self.makeRow() })"#
    )
    let others = #"""
      r.ifLet(\.a, action: \.a, then: { Row.init() }).forEach(\.b, action: \.b) { Row() }; values.forEach(Row.init)
      f(then: Row.init); r.ifLet(\.a, action: \.a, then: .init)
      """#
    check(others, others)
  }

  func testAStateWhosePropertiesAreObservedNeedsNoWrapper() {
    check(
      #"""
      struct S { @BindingState var text = ""; @BindingState private var a = 1, b = 2; @Presents var c: C? }
      let e = E.binding(.set(\.$text, "")); let p = [\S.$a, \.$b.x]; f(\.$c, $text, \.text)
      """#,
      #"""
      struct S { var text = ""; private var a = 1, b = 2; @Presents var c: C? }
      let e = E.binding(.set(\.text, "")); let p = [\S.a, \.b.x]; f(\.$c, $text, \.text)
      """#
    )
    // The path may belong to the other property.
    check(
      #"struct A { @BindingState var c = 1 }; struct B { @Presents var c: C? }; f(\.$c)"#,
      #"struct A { var c = 1 }; struct B { @Presents var c: C? }; f(\.$c)"#
    )
    // A view's state has no such path.
    check(
      #"struct A { @BindingState var c = 1 }; struct V { @BindingViewState var c: Int }; f(.set(\.$c, 2))"#,
      #"struct A { var c = 1 }; struct V { @BindingViewState var c: Int }; f(.set(\.c, 2))"#,
      findings: ["2: '@BindingViewState': '@ObservableState' needs no view state (Stores and views)"]
    )
  }

  func testNoCommentIsRemoved() {
    for source in [
      "store.send(.a /* why */, animation: .default)",
      "XCTModify(&x, case: \\.b /* c */, \"m\") { $0 = 1 }",
      "clock.run(\n  // at most\n  timeout: .seconds(1)\n)",
      "ViewStore(store, observe: \\.a /* b */)",
    ] {
      let migrated = Migration("import ComposableArchitecture\n" + source).source
      XCTAssertEqual(migrated, "import TroupeComposable\n" + source)
    }
    check("clock.run(\n  timeout: .seconds(1)\n)", "clock.run()")
  }

  func testAViewStoreOfAPartIsAScope() {
    check(
      """
      let a = ViewStore(store, observe: { $0.name })
      let b = ViewStore(self.store, observe: ViewState.init, send: Feature.Action.view)
      let c = ViewStore(Store(initialState: 0) { F() }, observe: \\.name)
      WithViewStore(store, observe: \\.name) { v in Text(v.state) }
      WithViewStore(self.store, observe: \\.view, send: { .view($0) }) { v in Text(v.name) }
      """,
      """
      let a = store.scope(state: { $0.name }, action: { $0 })
      let b = self.store.scope(state: ViewState.init, action: Feature.Action.view)
      let c = ViewStore(initialState: 0) { F() }.scope(state: \\.name, action: { $0 })
      WithViewStore(store.scope(state: \\.name, action: { $0 })) { v in Text(v.state) }
      WithViewStore(self.store.scope(state: \\.view, action: { .view($0) })) { v in Text(v.name) }
      """
    )
  }

  func testTestsOnTheMainSerialExecutorAreScheduled() {
    check(
      """
      @MainActor
      struct ListTests {
        init() { uncheckedUseMainSerialExecutor = true }

        @Test func adding() async {}
      }

      extension Lists {
        /// More tests.
        @Suite("Lists", .serialized) struct More {
          @Suite
          struct Inner {
            let number = 1
            init() async throws {
              uncheckedUseMainSerialExecutor = true
            }
            @Test func adding() async {}
          }
          init() { uncheckedUseMainSerialExecutor = true }
          @Test func removing() async {}
        }
        struct Plain {
          init() { uncheckedUseMainSerialExecutor = true }
          @Test func removing() async {}
        }
      }

      final class OldTests: XCTestCase, Sendable {
        override func setUp() {
          super.setUp()
          uncheckedUseMainSerialExecutor = true
        }

        func testAdding() async {}
      }

      @MainActor
      final class MoreTests: XCTestCase {
        override func setUp() async throws {
          try await super.setUp()
          uncheckedUseMainSerialExecutor = true
        }
      }
      """,
      """
      @Suite(.scheduled(time: .automatic))
      @MainActor
      struct ListTests {

        @Test func adding() async {}
      }

      extension Lists {
        /// More tests.
        @Suite("Lists", .serialized, .scheduled(time: .automatic)) struct More {
          @Suite
          struct Inner {
            let number = 1
            @Test func adding() async {}
          }
          @Test func removing() async {}
        }
        @Suite(.scheduled(time: .automatic))
        struct Plain {
          @Test func removing() async {}
        }
      }

      final class OldTests: XCTestCase, Sendable {
        nonisolated override func invokeTest() {
          withMainSerialExecutor { super.invokeTest() }
        }

        func testAdding() async {}
      }

      @MainActor
      final class MoreTests: XCTestCase {
        nonisolated override func invokeTest() {
          withMainSerialExecutor { super.invokeTest() }
        }
      }
      """
    )
  }

  func testASuiteKeepsItsAttributeAndItsIndentation() {
    let start = "init() { uncheckedUseMainSerialExecutor = true }"
    let trait = ".scheduled(time: .automatic)"
    let suites = [
      ("@Suite() struct", "@Suite(\(trait)) struct"),
      ("@Suite struct", "@Suite(\(trait)) struct"),
      ("@Testing.Suite(.serialized) struct", "@Testing.Suite(.serialized, \(trait)) struct"),
      ("@Suite(\n  .serialized,\n)\nstruct", "@Suite(\n  .serialized, \(trait)\n)\nstruct"),
      ("@Suite(\n  .serialized\n)\nstruct", "@Suite(\n  .serialized, \(trait)\n)\nstruct"),
      ("// A comment.\nstruct", "// A comment.\n@Suite(\(trait))\nstruct"),
    ]
    for (before, after) in suites {
      check("\(before) A {\n  \(start)\n  @Test func a() {}\n}", "\(after) A {\n  @Test func a() {}\n}")
    }
    check(
      "enum Outer {\n\tstruct A {\n\t\t\(start)\n\t\t@Testing.Test func a() {}\n\t}\n}",
      "enum Outer {\n\t@Suite(\(trait))\n\tstruct A {\n\t\t@Testing.Test func a() {}\n\t}\n}"
    )
    check(
      "class A: XCTestCase {\n\toverride func setUp() { uncheckedUseMainSerialExecutor = true }\n}",
      "class A: XCTestCase {\n\tnonisolated override func invokeTest() {\n"
        + "\t  withMainSerialExecutor { super.invokeTest() }\n\t}\n}"
    )
  }

  func testASetUpThatDoesMoreIsListed() {
    let message =
      "'uncheckedUseMainSerialExecutor': remove it from tests with a test store; otherwise, use "
      + "'.scheduled(time: .automatic)' or 'withMainSerialExecutor' (Tests)"
    let sources = [
      "struct A {\n  init() { uncheckedUseMainSerialExecutor = true; start() }\n  @Test func a() {}\n}",
      "struct A {\n  init() { uncheckedUseMainSerialExecutor = false }\n  @Test func a() {}\n}",
      "struct A {\n  init(_ a: Int) { uncheckedUseMainSerialExecutor = true }\n  @Test func a() {}\n}",
      "struct A {\n  init() { uncheckedUseMainSerialExecutor = true }\n  func a() {}\n}",
      "struct A {\n  init() { uncheckedUseMainSerialExecutor = true }\n  init(a: Int) {}\n  @Test func a() {}\n}",
      "struct A {\n  init() { uncheckedUseMainSerialExecutor = true }; let a = 1\n  @Test func a() {}\n}",
      "struct A {\n  init() { uncheckedUseMainSerialExecutor = true }\n  #if DEBUG\n  init(a: Int) {}\n  #endif\n  @Test func a() {}\n}",
      "class A: Base {\n  override func setUp() { uncheckedUseMainSerialExecutor = true }\n}",
      "class A: XCTestCase {\n  override func setUp() { uncheckedUseMainSerialExecutor = isOn }\n}",
      "class A: XCTestCase {\n  override func setUp() { uncheckedUseMainSerialExecutor = true }\n  func invokeTest() {}\n}",
      "class A: XCTestCase {\n  override func tearDown() { uncheckedUseMainSerialExecutor = true }\n}",
      "class A: XCTestCase {\n  override class func setUp() { uncheckedUseMainSerialExecutor = true }\n}",
    ]
    for source in sources { check(source, source, findings: ["3: \(message)"]) }
    let comment =
      "struct A {\n  // It was flaky.\n  init() { uncheckedUseMainSerialExecutor = true }\n  @Test func a() {}\n}"
    check(comment, comment, findings: ["4: \(message)"])
  }

  func testAnimationsOfActionsAreRemovedAndListed() {
    check(
      """
      await send(
        .loaded(Result { try await client.load() }),
        animation: .default
      )
      let button = ButtonState(action: .send(.deleted, animation: .easeIn(duration: 1))) { TextState("Delete") }
      withAnimation(.default) { store.send(.a) }
      """,
      """
      await send(
        .loaded(Result { try await client.load() })
      )
      let button = ButtonState(action: .send(.deleted)) { TextState("Delete") }
      withAnimation(.default) { store.send(.a) }
      """,
      findings: [
        "3: 'animation:': animate where the view observes the state (Effects)",
        "5: 'animation:': animate where the view observes the state (Effects)",
      ]
    )
  }

  func testReadsOfASharedValueInALockAreListed() {
    let source = """
      struct S { @Shared(.items) var items: [Item]; @Shared var item: Item; var text = "" }
      $items.withLock { $0.removeAll { $0 == state.item } }
      state.$item.withLock { $0.text = state.text; $0.item = item }
      """
    check(
      source,
      source,
      findings: [
        "3: 'state.item': a body of 'withLock' that reads the value, or a part of it, through a property traps: read it before the call (Reducers)"
      ]
    )
  }

  func testWhatNeedsADecisionIsListedAndNotTouched() {
    let source = """
      import Combine
      struct S {
        @BindingViewState var text = ""
        @Shared var count: Int
      }
      let e = Effect.publisher { p }
      let v = ViewStore(store, observe: { $0.name }, removeDuplicates: <)
      draw(.a, animation: .default)
      """
    check(
      source,
      source,
      findings: [
        "2: 'Combine': Troupe doesn't use Combine: pass an async sequence to 'Effect.stream' (Effects)",
        "4: '@BindingViewState': '@ObservableState' needs no view state (Stores and views)",
        "7: 'publisher': Troupe doesn't use Combine: use 'Effect.stream', or the store's 'states' (Effects)",
        "8: 'observe:': a view store tracks the state that is read (Stores and views)",
        "9: 'animation:': animate where the view observes the state (Effects)",
      ]
    )
  }
}
