import Troupe
import TroupeTesting
import TroupeUI
import XCTest

/// The line that an issue points at: the caller's line, and never a line of this package.
final class IssueLocationTests: XCTestCase {
  /// A call on the row's line, which reports one issue.
  private struct Row {
    let name: String
    let line: UInt
    let call: @Sendable () async throws -> Void

    /// - Parameter line: The line of the call; by default the row's line.
    init(_ name: String, _ line: UInt = #line, _ call: @escaping @Sendable () async throws -> Void) {
      (self.name, self.line, self.call) = (name, line, call)
    }
  }

  private func check(_ rows: [Row]) async {
    for row in rows {
      let collector = IssueCollector()
      await withIssueReporters([collector]) {
        do { try await row.call() } catch { XCTAssertFalse(error is UnimplementedError, row.name) }
      }
      let places = collector.all.map { "\($0.location)" }
      XCTAssertEqual(places, ["TroupeTests/IssueLocationTests.swift:\(row.line)"], row.name)
      let texts = collector.messages.joined(separator: "\n")
      XCTAssertFalse(texts.contains("Troupe/"), "\(row.name): \(texts)")
    }
  }

  @Reducer
  fileprivate struct Host {
    struct State: Sendable, Equatable {
      var kid: Kid.State? = Kid.State()
      var text = ""
      @Presents var sheet: Kid.State?
    }
    enum Action: Sendable, BindableAction {
      case binding(BindingAction<State>)
      case kid(Kid.Action)
      case sheet(PresentationAction<Kid.Action>)
      case byForce(@Sendable () -> Void)
      case typed(String)
      case ask(Reply<Int>)
      case effect(Effect<Action>)
      case drop
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .drop: state.kid = nil
        case .byForce(let body): body()
        case .effect(let effect): return effect
        case .ask(let reply): return .run { _ in reply.answer(1) }
        default: break
        }
        return .none
      }
      .ifLet(\.kid, action: \.kid) { Kid() }
    }
  }

  private static func host(_ clock: (any Clock<Duration>)? = nil) -> StoreOf<Host> {
    Store(initialState: Host.State()) {
      Host()
    } withDependencies: {
      if let clock { $0.continuousClock = clock }
    }
  }

  private static func closedHost() async -> StoreOf<Host> {
    let store = host()
    await store.shutdown(within: .zero)
    return store
  }

  private static func goneKid() async throws -> (root: StoreOf<Host>, kid: StoreOf<Kid>) {
    let store = host()
    let kid = await store.scope(state: \.kid, action: \.kid)
    await store.send(.drop)
    return (store, try XCTUnwrap(kid))
  }

  // S803: a store that accepts no action.
  func testARefusedAction() async {
    await check([
      Row("send") { await Self.closedHost().send(.drop) },
      Row("send and read") { _ = await Self.closedHost().send(.drop, returning: { $0.text }) },
    ])
    let store = Self.host()
    let kid = await store.scope(state: \.kid, action: \.kid)
    await store.shutdown(within: .zero)
    await check([Row("send to a scoped store") { await kid?.send(.add(1)) }])
    let none = await issues { _ = try? await kid?.trySend(.add(1)) }
    XCTAssertEqual(none.count, 0)
  }

  // S803: a scoped store whose state is gone.
  func testAnActionForAStateThatIsGone() async throws {
    let (root, kid) = try await Self.goneKid()
    await check([
      Row("send") { await kid.send(.add(1)) },
      Row("send and read") { _ = await kid.send(.add(1), returning: { $0.count }) },
      Row("enqueue", #line + 1) {
        try kid.enqueue(.add(1))
        await root.send(.drop)
      },
    ])
    // Another store: the task that drains the mailbox of the row above may take this action as well, and
    // would report to that row's reporters.
    let (other, otherKid) = try await Self.goneKid()
    await check([
      Row("enqueue in a context", #line + 1) {
        try otherKid.enqueue(.add(1), context: ActionContext { $0() })
        await other.send(.drop)
      }
    ])
  }

  // S803: a send by force, while the reducer runs.
  func testASendDuringAReduction() async {
    let store = Self.host()
    let line: UInt = #line + 2
    let found = await issues {
      await store.send(.byForce { store.assumeIsolated { _ = $0.send(.drop) } })
    }
    XCTAssertEqual(found.map { "\($0.location)" }, ["TroupeTests/IssueLocationTests.swift:\(line)"])
  }

  // S804: a deadline without a clock is one issue, and the call continues without a deadline.
  func testADeadlineWithoutAClock() async {
    await check([
      Row("ask") { let _: Int = try await Self.host().ask(within: .seconds(1)) { .ask($0) } },
      Row("wait until") { try await Self.host().wait(within: .seconds(1), until: { $0.text.isEmpty }) },
      Row("wait until a value", #line + 1) {
        _ = try await Self.host().wait(within: .seconds(1), until: { $0.text as String? })
      },
      Row("wait for a part", #line + 1) {
        try await Self.host().wait(for: \.text, within: .seconds(1), until: { $0.isEmpty })
      },
    ])
    let store = Self.host()
    let gate = Gate()
    let task = await store.send(.effect(.run { _ in await gate.wait() }))
    Task { gate.open() }
    await check([Row("finish") { try await task.finish(within: .seconds(1)) }])
    withExtendedLifetime(store) {}
  }

  // S804
  func testADeadlineWithoutAClockNamesTheCall() async throws {
    let found = await issues { _ = try? await Self.host().ask(within: .seconds(1)) { .ask($0) } }
    XCTAssertEqual(
      found.map(\.message),
      [
        """
        `ask(within:)` measures its time on the store's clock, the dependency `continuousClock`, which is not implemented \
        here. The call continues without a deadline.

        Give the store a clock when the test creates the store: `withDependencies: { $0.continuousClock = TestClock(scheduler: \
        scheduler) }`, with the scheduler that the store runs on. A `TestStore` has a clock, `store.clock`.
        """
      ]
    )
  }

  // S803: every other issue that a caller can get.
  func testOtherCalls() async {
    let store = Self.host()
    await check([
      Row("dismiss") { await DismissEffect.ofNothing() },
      Row("cancel") { await Task.cancel(id: 1) },
      Row("withTaskCancellation") { try await withTaskCancellation(id: 1) {} },
      Row("feed") { _ = await store.scope(state: \.kid, action: \.kid)?.feed { _, _ in 1 } },
    ])
  }

  // S803: operators and subscripts can't know their caller. In a test store, its statement is the place.
  func testCodeThatCannotKnowItsCaller() async {
    let change: [(String, @Sendable (inout Things) -> Void)] = [
      ("another case", { $0.$choice[case: \.two] = 1 })
    ]
    for (name, change) in change {
      let outside = await issues {
        var things = Things()
        change(&things)
      }
      XCTAssertEqual(outside.map { "\($0.location)" }, ["an unknown place"], name)
      let store = TestStore(initialState: Things()) {
        Reduce<Things, Int> { state, _ in
          change(&state)
          return .none
        }
      }
      store.exhaustivity = .off
      let line: UInt = #line + 1
      let inTest = await issues { await store.send(1) }
      XCTAssertEqual(inTest.map(\.location.line), [line], name)
    }
  }

  struct Things: Equatable, Sendable {
    @Presents var choice: Choice? = .one("")
  }

  @CasePathable
  enum Choice: Equatable, Sendable { case one(String), two(Int) }

  // S803: in an effect, its line is the best known place.
  func testADependencyThatAnEffectUses() async throws {
    let line: UInt = #line + 4
    let found = await issues {
      let store = Store(initialState: 0) {
        Reduce<Int, Int> { _, _ in
          .run { _ in
            @Dependency(\.continuousClock) var clock
            try? await clock.sleep(for: .seconds(1))
          }
        }
      }
      await store.send(1).finish()
      withExtendedLifetime(store) {}
    }
    // One for the time, and one for the sleep.
    XCTAssertEqual(Set(found.map { "\($0.location)" }), ["TroupeTests/IssueLocationTests.swift:\(line)"])
  }

  // MARK: User interfaces

  // S803
  @MainActor
  func testAViewStore() async {
    let store = Store(initialState: Host.State(), configuration: .mainActor) { Host() }
    let viewStore = ViewStore(store)
    @StoreBindable var bindable = viewStore
    let collector = IssueCollector()
    var lines: [UInt] = []
    await withIssueReporters([collector]) {
      viewStore.dismiss()
      lines.append(#line - 1)
      let text = $bindable.text.sending(\.typed)
      let bindingLine: UInt = #line - 1
      await store.shutdown(within: .zero)
      viewStore.send(.drop)
      lines.append(#line - 1)
      text.wrappedValue = ""
      lines.append(bindingLine)
    }
    XCTAssertEqual(collector.all.map(\.location.line), lines)
  }
}

extension DismissEffect {
  /// Calls the dependency outside effects.
  fileprivate static func ofNothing(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) async {
    @Dependency(\.dismiss) var dismiss
    await dismiss(fileID: fileID, filePath: filePath, line: line)
  }
}

/// Runs code that reports issues, and returns them.
private func issues(_ body: () async throws -> Void) async -> [ReportedIssue] {
  let collector = IssueCollector()
  await withIssueReporters([collector]) {
    do { try await body() } catch { XCTFail("\(error)") }
  }
  return collector.all
}
