import TroupeComposable
import TroupeTesting
import XCTest

/// The names that `NamesOfTheComposableArchitecture.md` calls the same, in code that uses them. Most of it
/// only has to compile.
@MainActor
final class SameNamesTests: XCTestCase {
  @Reducer
  struct Row {
    @ObservableState
    struct State: Equatable, Identifiable, Sendable {
      var id = 0
      var text = ""
    }

    enum Action: BindableAction, Equatable {
      case binding(BindingAction<State>)
      case remove
    }

    @Dependency(\.dismiss) var dismiss
    @Dependency(\.isPresented) var isPresented

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { _, action in
        switch action {
        case .binding: .none
        case .remove: .run { _ in await dismiss() }
        }
      }
    }
  }

  @Reducer
  enum Path {
    case row(Row)
    @ReducerCaseEphemeral
    case alert(AlertState<Never>)
    @ReducerCaseIgnored
    case plain(Int)
  }

  @Reducer
  struct List {
    @ObservableState
    struct State: Equatable, Sendable {
      var first = Row.State()
      var optional: Row.State?
      @Presents var presented: Row.State?
      var rows: IdentifiedArrayOf<Row.State> = []
      var path = StackState<Path.State>()
      @ObservationStateIgnored var ignored = 0
    }

    enum Action {
      case first(Row.Action)
      case optional(Row.Action)
      case presented(PresentationAction<Row.Action>)
      case rows(IdentifiedActionOf<Row>)
      case path(StackActionOf<Path>)
      case start
      case stop
      case loaded(Int)
    }

    enum CancelID { case load }

    @Dependency(\.continuousClock) var clock
    @Dependency(\.date.now) var now
    @Dependency(\.uuid) var uuid
    @Dependency(\.calendar) var calendar
    @Dependency(\.locale) var locale
    @Dependency(\.timeZone) var timeZone
    @Dependency(\.numbers) var numbers

    var body: some Reducer<State, Action> {
      Scope(\.first, action: \.first) { Row() }
      CombineReducers {
        EmptyReducer()
        Reduce { _, action in
          switch action {
          case .start:
            .merge(
              .run { send in await send(.loaded(1)) }.cancellable(id: CancelID.load, cancelInFlight: true),
              .concatenate(.none, .send(.loaded(2)))
            )
          case .stop: .cancel(id: CancelID.load)
          default: .none
          }
        }
      }
      .dependency(\.suspendingClock, ImmediateClock())
      .transformDependency(\.context) { $0 = .test }
      ._printChanges(nil)
      .ifLet(\.optional, action: \.optional) { Row() }
      .ifLet(\.$presented, action: \.presented) { Row() }
      .forEach(\.rows, action: \.rows) { Row() }
      .forEach(\.path, action: \.path)
    }
  }

  // S829
  func testTheNamesOfReducersEffectsAndTests() async {
    let store = TestStoreOf<List>(initialState: List.State()) { List() }
    store.exhaustivity = .off
    let task: TestStoreTask = await store.send(.start)
    await store.receive(\.loaded, timeout: .seconds(1))
    await task.finish(timeout: .seconds(1))
    await store.skipReceivedActions(strict: false)
    await store.skipInFlightEffects(strict: false)
    await store.withExhaustivity(.on) { await store.send(.stop) }
    await store.send(\.first.binding.text, "a") { $0.first.text = "a" }
    await store.finish()
    store.assert { $0.first.text = "a" }
    XCTAssertEqual(store.timeout, .seconds(1))
  }

  // S829
  func testTheNamesOfStores() async {
    let store = ViewStoreOf<List>(initialState: List.State(rows: [Row.State(id: 1)])) { List() }
    let task: StoreTask = store.send(.first(.binding(.set(\.text, "a"))))
    await task.finish()
    XCTAssertEqual(store.scope(\.first, action: \.first).text, "a")
    XCTAssertEqual(store.scope(state: \.rows, action: \.rows).map(\.id), [1])
    let rowStore = store.scope(state: { $0.rows }, action: { List.Action.rows($0) })
    XCTAssertEqual(ForEachStore(rowStore) { row in row.text }.rows.map(\.content), [""])
    let optionalStore = store.scope(state: { $0.optional }, action: { List.Action.optional($0) })
    let optional: IfLetStore<Row.State, Row.Action, String, NoElement> = IfLetStore(optionalStore) { row in
      row.text
    }
    guard case .second = optional.content else { return XCTFail("There is no row.") }
  }

  // S829
  func testTheNamesOfTypes() async {
    let ids = StackElementIDGenerator.counting
    XCTAssertEqual([ids.peek(), ids.next(), ids(), ids.next()], [0, 0, 1, 2])
    let types: [Any.Type] = [
      ActorIsolated<Int>.self, AlertState<Int>.self, AnyCasePath<Int?, Int>.self, AnyHashableSendable.self,
      BindingAction<Int>.self, ButtonState<Int>.self, ButtonStateAction<Int>.self, ButtonStateRole.self,
      CaseKeyPath<Int?, Int>.self, CombineReducers<Int, Int, EmptyReducer<Int, Int>>.self,
      ConfirmationDialogState<Int>.self, DependencyContext.self, DependencyValues.self, DismissEffect.self,
      Effect<Int>.self, EffectOf<List>.self, Exhaustivity.self, IdentifiedAction<Int, Int>.self,
      IdentifiedArray<Int, Row.State>.self, ImmediateClock.self, LockIsolated<Int>.self,
      PartialCaseKeyPath<Int?>.self, PresentationAction<Int>.self, PresentationState<Int>.self,
      Send<Int>.self,
      SendOf<List>.self, StackAction<Int, Int>.self, StackElementID.self, StackState<Int>.self,
      TestClock.self,
      TextState.self, UncheckedSendable<Int>.self, UnimplementedClock.self,
    ]
    XCTAssertEqual(Set(types.map { ObjectIdentifier($0) }).count, types.count)
    let protocols: [Any.Type] = [
      (any BindableAction).self, (any CaseReducer).self, (any CaseReducerState).self, (any CasePathable).self,
      (any CasePathIterable).self, (any DependencyKey).self, (any ObservableState).self, (any Reducer).self,
      (any TestDependencyKey).self, (any ViewAction).self, (any ViewActionSending).self,
    ]
    XCTAssertEqual(Set(protocols.map { ObjectIdentifier($0) }).count, protocols.count)
    // It can be called only in an effect.
    let cancellable: @Sendable () async throws -> Void = { try await withTaskCancellation(id: 1) {} }
    XCTAssertNotNil(cancellable as Any)
    withEscapedDependencies { dependencies in dependencies.yield {} }
  }
}

extension DependencyValues {
  @DependencyEntry(liveValue: [1, 2], previewValue: [3]) fileprivate var numbers: [Int] = []
}

extension SameNamesTests.Path.State: Equatable {}
