import Synchronization
import TestSupport
import Troupe
import TroupeDiagnostics
import TroupeTesting
import XCTest

/// The properties of a state with ``Presents``, with and without ``PresentingState``, compared with a model.
final class PresentingStateTests: TroupeTestCase {
  fileprivate enum Sheet: CaseIterable, Sendable { case first, second, chosen, nested }

  /// The presented numbers. The model has no presentations.
  fileprivate struct Model: Equatable {
    var first: Int?
    var second: Int?
    var nested: Int?
    var isSecond = false

    subscript(_ sheet: Sheet) -> Int? {
      get {
        switch sheet {
        case .first: first
        case .second: second
        case .chosen: isSecond ? second : first
        case .nested: nested
        }
      }
      set {
        switch sheet {
        case .first: first = newValue
        case .second: second = newValue
        case .chosen: if isSecond { second = newValue } else { first = newValue }
        case .nested: nested = newValue
        }
      }
    }
  }

  fileprivate struct Nested: Sendable {
    var name = "name"
    @Presents var nested: Int? = nil
  }

  fileprivate enum Named {}
  fileprivate enum Unnamed {}

  /// A state that provides the names of its properties if `Names` is `Named`.
  fileprivate struct Sheets<Names>: Sendable {
    typealias Path = any WritableKeyPath<Self, Presents<Int>> & Sendable

    var name = "name"
    @Presents var first: Int? = nil
    @Presents var second: Int? = nil
    var isSecond = false
    var inner = Nested()

    var chosen: Presents<Int> {
      get { isSecond ? $second : $first }
      set { if isSecond { $second = newValue } else { $first = newValue } }
    }

    var model: Model {
      Model(first: first, second: second, nested: inner.nested, isSecond: isSecond)
    }

    static func path(_ sheet: Sheet) -> Path {
      switch sheet {
      case .first: \.$first
      case .second: \.$second
      case .chosen: \.chosen
      case .nested: \.inner.$nested
      }
    }
  }

  fileprivate enum Action: Sendable {
    case present(Sheet, Int?)
    /// Two properties share one presentation.
    case share(Sheet, with: Sheet)
    case choose
    case first(PresentationAction<Int>)
    case second(PresentationAction<Int>)
    case chosen(PresentationAction<Int>)
    case nested(PresentationAction<Int>)

    static func add(_ number: Int, to sheet: Sheet) -> Action {
      switch sheet {
      case .first: .first(.presented(number))
      case .second: .second(.presented(number))
      case .chosen: .chosen(.presented(number))
      case .nested: .nested(.presented(number))
      }
    }
  }

  private struct Feature<Names>: Reducer {
    typealias State = Sheets<Names>

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .present(let sheet, let number): state[keyPath: State.path(sheet)].wrappedValue = number
        case .share(let sheet, let other):
          state[keyPath: State.path(sheet)] = state[keyPath: State.path(other)]
        case .choose: state.isSecond.toggle()
        case .first, .second, .chosen, .nested: break
        }
        return .none
      }
      .ifLet(\.$first, action: /Action.first) { Adding() }
      .ifLet(\.$second, action: /Action.second) { Adding() }
      .ifLet(\.chosen, action: /Action.chosen) { Adding() }
      .ifLet(\.inner.$nested, action: /Action.nested) { Adding() }
    }
  }

  private struct Adding: Reducer {
    func reduce(into state: inout Int, action: Int) -> Effect<Int> {
      state += action
      return .none
    }
  }

  private func check<Names>(_: Names.Type, seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    let store = Store(initialState: Sheets<Names>()) { Feature<Names>() }
    var model = Model()
    var copies: [(Sheets<Names>, Model)] = []
    for step in 0..<1_000 {
      let sheet = Sheet.allCases.randomElement(using: &random) ?? .first
      let other = Sheet.allCases.randomElement(using: &random) ?? .first
      switch Int.random(in: 0..<12, using: &random) {
      case 0:
        await store.send(.present(sheet, step))
        model[sheet] = step
      case 1:
        await store.send(.present(sheet, nil))
        model[sheet] = nil
      case 2:
        await store.send(.share(sheet, with: other))
        model[sheet] = model[other]
      case 3:
        await store.send(.choose)
        model.isSecond.toggle()
      case 4: copies.append((await store.state, model))
      case 5: copies.removeAll()
      default:
        guard model[sheet] != nil else { continue }
        await store.send(.add(step, to: sheet))
        model[sheet]? += step
      }
      let state = await store.state
      XCTAssertEqual(state.model, model, "seed \(seed), step \(step)")
      for (copy, model) in copies { XCTAssertEqual(copy.model, model, "seed \(seed), step \(step)") }
    }
  }

  // S942
  func testPropertiesChangeAsInTheModel() async {
    for seed in 0..<10 as Range<UInt64> {
      await check(Unnamed.self, seed: seed)
      await check(Named.self, seed: seed)
    }
  }

  private struct Counting: Reducer {
    struct State: PresentingState {
      static let reads = Atomic<Int>(0)

      @Presents var sheet: Int? = 0
      @Presents var other: Int? = 0
      /// Whether the counted property is another property than the state says.
      var isWrong = false

      var counted: Presents<Int> {
        get {
          Self.reads.add(1, ordering: .relaxed)
          return isWrong ? $other : $sheet
        }
        set { if isWrong { $other = newValue } else { $sheet = newValue } }
      }

      static func _$presented(by path: AnyKeyPath) -> String? { path == \Self.counted ? "sheet" : nil }
    }

    enum Action { case counted(PresentationAction<Int>) }

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.counted, action: /Action.counted) { Adding() }
    }
  }

  // S942
  func testTheKeyPathIsReadOnlyOnce() async {
    let before = Counting.State.reads.load(ordering: .relaxed)
    let store = Store(initialState: Counting.State()) { Counting() }
    for _ in 0..<10 { await store.send(.counted(.presented(1))) }
    XCTAssertEqual(Counting.State.reads.load(ordering: .relaxed) - before, 1)
    let sheet = await store.sheet
    XCTAssertEqual(sheet, 10)
  }

  // S942
  func testTheNameOfAnotherPropertyIsAnIssue() async {
    let issues = IssueCollector()
    await withIssueReporters([issues]) {
      let store = Store(initialState: Counting.State(isWrong: true)) { Counting() }
      for _ in 0..<10 { await store.send(.counted(.presented(1))) }
      let (sheet, other) = (await store.sheet, await store.other)
      XCTAssertEqual([sheet, other], [0, 10])
    }
    XCTAssertEqual(issues.count, 1)
    XCTAssertTrue(
      issues.messages.first?.contains("returns the name of `sheet`") == true,
      "\(issues.messages)"
    )
  }

  func testCopiesAreReadWhileTheStateChanges() async {
    let store = Store(initialState: Sheets<Named>(first: 0, second: 0)) { Feature<Named>() }
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<200 {
            let copy = await store.state
            let first = copy.first
            await store.send(.add(1, to: .first))
            await store.send(.share(.second, with: .first))
            XCTAssertEqual(copy.first, first)
          }
        }
      }
    }
    let first = await store.first
    XCTAssertEqual(first, 1_600)
  }
}

extension PresentingStateTests.Sheets: PresentingState where Names == PresentingStateTests.Named {
  fileprivate static func _$presented(by path: AnyKeyPath) -> String? {
    if path == \Self.$first { return "first" }
    if path == \Self.$second { return "second" }
    return nil
  }
}
