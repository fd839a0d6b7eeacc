import Foundation
import Troupe
import TroupeFoundation

/// A feature whose rules a seed determines: the effects of its actions, its children, and where dependencies
/// are set.
struct RandomFeature: Reducer {
  /// What an action does.
  enum Step: CaseIterable {
    case add, draw, date, tag, count, weigh, insertRow, removeRow, openSheet, closeSheet, push, pop, follow,
      run
    case nothing
  }

  /// A mistake in the reducer, which makes its replay diverge.
  enum Mistake: String { case none, clock, dictionary, set }

  struct State: Codable, Equatable, Sendable {
    var number = 0
    var dates: [Date] = []
    var tags: Set<UUID> = []
    var counts: [UUID: Int] = [:]
    var names = Set((0..<20).map { "name \($0)" })
    var byName = Dictionary(uniqueKeysWithValues: (0..<20).map { ("name \($0)", $0) })
    var order: [String] = []
    var weights: [Double] = []
    var rows: IdentifiedArrayOf<RandomChild.State> = []
    var stack = StackState<RandomChild.State>()
    @Presents var sheet: RandomChild.State?
  }

  enum Action: Codable, Sendable {
    case act(Int, Int)
    case answered(Double)
    case planted
    case rows(IdentifiedActionOf<RandomChild>)
    case stack(StackActionOf<RandomChild>)
    case sheet(PresentationAction<RandomChild.Action>)
  }

  /// What each kind of action does.
  let rules: [[Step]]
  let mistake: Mistake
  /// Whether the children have a separate source of ids.
  let setsDependencies: Bool
  let isChildFirst: Bool

  @Dependency(\.date.now) var now
  @Dependency(\.uuid) var uuid
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

  init(seed: UInt64, mistake: Mistake = .none) {
    var generator = Numbers(seed: seed)
    rules = (0..<8).map { _ in
      (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        Step.allCases.randomElement(using: &generator) ?? .nothing
      }
    }
    self.mistake = mistake
    setsDependencies = Bool.random(using: &generator)
    isChildFirst = Bool.random(using: &generator)
  }

  var body: some ReducerOf<Self> {
    if isChildFirst { own } else { EmptyReducer() }
    CombineReducers {
      if setsDependencies {
        children.dependency(\.uuid, .incrementing)
      } else {
        children
      }
    }
    if isChildFirst { EmptyReducer() } else { own }
  }

  private var children: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.rows, action: /Action.rows) { RandomChild() }
      .forEach(\.stack, action: /Action.stack) { RandomChild() }
      .ifLet(\.$sheet, action: /Action.sheet) { RandomChild() }
  }

  private var own: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .act(let kind, let number):
        return .merge(rules[kind % rules.count].map { perform($0, &state, kind, number) })
      case .answered(let weight):
        state.weights = state.weights.suffix(4) + [weight]
        return .none
      case .planted:
        switch mistake {
        case .none: break
        // not a wait: that the reducer reads it is the mistake.
        case .clock: state.dates = [Date()]
        case .dictionary: state.order = Array(state.byName.keys)
        case .set: state.order = Array(state.names)
        }
        return .none
      case .rows, .stack, .sheet: return .none
      }
    }
  }

  private func perform(_ step: Step, _ state: inout State, _ kind: Int, _ number: Int) -> Effect<Action> {
    switch step {
    case .nothing: break
    case .add: state.number = state.number &* 31 &+ number
    case .draw: state.number = withRandomNumberGenerator { Int.random(in: 0..<1_000_000, using: &$0) }
    case .date: state.dates = state.dates.suffix(3) + [now]
    case .tag:
      state.tags.insert(uuid())
      if state.tags.count > 6 { state.tags = [] }
    case .count:
      state.counts[uuid()] = number
      if state.counts.count > 6 { state.counts = [:] }
    case .weigh:
      let weight = withRandomNumberGenerator { Double.random(in: -1...1, using: &$0) }
      state.weights = state.weights.suffix(4) + [number.isMultiple(of: 7) ? .nan : 1 / weight, -.infinity]
    case .insertRow:
      if state.rows.count > 5 { state.rows.removeFirst() }
      let id = withRandomNumberGenerator { Int.random(in: 0..<10, using: &$0) }
      state.rows.updateOrAppend(RandomChild.State(id: id))
    case .removeRow: if let id = state.rows.ids.first { state.rows.remove(id: id) }
    case .openSheet: state.sheet = RandomChild.State(id: number)
    case .closeSheet: state.sheet = nil
    case .push: if state.stack.count < 5 { state.stack.append(RandomChild.State(id: number)) }
    case .pop: _ = state.stack.popLast()
    case .follow: if number > 0 { return .send(.act(kind + 1, number / 2)) }
    case .run:
      // Effects draw, too, and none of that is recorded.
      return .run { [withRandomNumberGenerator, uuid] send in
        _ = uuid()
        await send(.answered(withRandomNumberGenerator { Double.random(in: 0...1, using: &$0) }))
      }
    }
    return .none
  }

  /// An action that fits the current state.
  static func action(for state: State, _ generator: inout Numbers) -> Action {
    let child: [RandomChild.Action] = [.bumped(Int.random(in: 0..<20, using: &generator)), .drawn, .closed]
    let action = child.randomElement(using: &generator) ?? .drawn
    switch Int.random(in: 0..<10, using: &generator) {
    case 0:
      if let row = state.rows.randomElement(using: &generator) {
        return .rows(.element(id: row.id, action: action))
      }
    case 1: if let id = state.stack.ids.last { return .stack(.element(id: id, action: action)) }
    case 2: if state.sheet != nil { return .sheet(.presented(action)) }
    default: break
    }
    return .act(Int.random(in: 0..<8, using: &generator), Int.random(in: 0..<40, using: &generator))
  }
}

/// Numbers that a seed determines: SplitMix64.
struct Numbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
