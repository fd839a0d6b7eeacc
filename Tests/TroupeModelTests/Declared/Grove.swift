import Troupe

/// The effect that a feature declares.
struct Wish: Equatable, Sendable {
  enum Kind: CaseIterable, Sendable {
    /// Runs until it is cancelled.
    case endless
    /// The same, with the id "a".
    case cancellable
    /// Returns after a second.
    case short
    /// Throws after two seconds.
    case failing
    /// Sends `rang` after a second, which removes the subscription.
    case ringing
  }

  var number: Int
  var kind: Kind
}

/// A feature that declares effects, and contains itself in every way in which children can be embedded.
struct Grove: Reducer {
  struct State: Identifiable, Equatable, Sendable {
    var id: Int
    var wish: Wish?
    var habit: Int
    /// One or none: a struct can't contain itself.
    private var only: [State] = []
    @Presents var presented: State?
    var rows: IdentifiedArrayOf<State> = []
    var values: [Int: State] = [:]
    var stack = StackState<State>()
    var pots: IdentifiedArrayOf<Pot.State> = []
    var screen = Screen.State.empty

    init(id: Int, wish: Wish? = nil, habit: Int = 0) {
      self.id = id
      self.wish = wish
      self.habit = habit
    }

    var optional: State? {
      get { only.first }
      set { only = newValue.map { [$0] } ?? [] }
    }
  }

  indirect enum Action: Sendable {
    case act(GroveAct)
    case rang
    case optional(Action)
    case presented(PresentationAction<Action>)
    case rows(IdentifiedAction<Int, Action>)
    case values(IdentifiedAction<Int, Action>)
    case stack(StackAction<State, Action>)
    case pots(IdentifiedAction<Int, Pot.Action>)
    case screen(Screen.Action)
  }

  /// A row that declares something only through the child that it may have.
  struct Pot: Reducer {
    struct State: Identifiable, Equatable, Sendable {
      var id: Int
      var plant: Grove.State?
    }

    indirect enum Action: Sendable { case plant(Grove.Action) }

    let clock: any Clock<Duration>

    var body: some Reducer<State, Action> {
      EmptyReducer().ifLet(\.plant, action: /Action.plant) { Grove(clock: clock) }
    }
  }

  /// A part that is always there, with a child in each case. The child of `third` has no separate lifetime.
  struct Screen: Reducer {
    indirect enum State: Equatable, Sendable {
      case empty
      case first(Grove.State)
      case second(Grove.State)
      case third(Grove.State)
    }

    indirect enum Action: Sendable {
      case first(Grove.Action)
      case second(Grove.Action)
      case third(Grove.Action)
    }

    let clock: any Clock<Duration>

    var body: some Reducer<State, Action> {
      Scope(state: /State.third, action: /Action.third) { Grove(clock: clock) }
        .ifCaseLet(/State.first, action: /Action.first) { Grove(clock: clock) }
        .ifCaseLet(/State.second, action: /Action.second) { Grove(clock: clock) }
    }
  }

  struct Failure: Error {}

  let clock: any Clock<Duration>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .rang: state.wish = nil
      default: break
      }
      action.applyChanges(to: &state)
      let (act, distance) = action.leaf
      guard distance == 0 else { return .none }
      return switch act.effect {
      case .nothing: .none
      case .cancel: .cancel(id: "a")
      case .cancelAll: .cancelAll
      case .dismiss:
        .run { _ in
          @Dependency(\.dismiss) var dismiss; await dismiss()
        }
      }
    }
    .task(id: { $0.wish }) { [clock] wish in
      let name = "wish \(wish.number)"
      func endless() -> Effect<Action> { .run(name: name) { _ in try await waitForCancellation() } }
      return switch wish.kind {
      case .endless: endless()
      case .cancellable: endless().cancellable(id: "a")
      case .short: .run(name: name) { _ in try await clock.sleep(for: .seconds(1)) }
      case .failing:
        .run(name: name) { _ in
          try await clock.sleep(for: .seconds(2))
          throw Failure()
        }
      case .ringing:
        .run(name: name) { send in
          try await clock.sleep(for: .seconds(1))
          await send(.rang)
        }
      }
    }
    .ifLet(\.optional, action: /Action.optional) { self }
    .ifLet(\.$presented, action: /Action.presented) { self }
    .forEach(\.rows, action: /Action.rows) { self }
    .forEach(\.values, action: /Action.values) { self }
    .forEach(\.stack, action: /Action.stack) { self }
    .forEach(\.pots, action: /Action.pots) { Pot(clock: clock) }
    .task(id: { $0.habit }) { habit in
      .run(name: "habit \(habit)") { _ in try await waitForCancellation() }
    }
    Scope(state: \.screen, action: /Action.screen) { Screen(clock: clock) }
  }
}

/// What an action makes the reducers on its way do.
struct GroveAct: Sendable {
  struct Change: Sendable {
    /// The number of levels above the feature that receives the action.
    let distance: Int
    let mutation: Mutation
  }

  enum Effect: Sendable { case nothing, cancel, cancelAll, dismiss }

  indirect enum Mutation: Sendable {
    case wish(Wish?)
    case habit(Int)
    case optional(Grove.State?)
    case presented(Presents<Grove.State>)
    case rows([Grove.State])
    case row(Int, Grove.State?)
    case reversedRows
    case value(Int, Grove.State?)
    case push(Grove.State)
    case pop
    case pot(Int, Grove.Pot.State?)
    case screen(Grove.Screen.State)
    case id(Int)
    case all(Grove.State)
    case at([Grove.Step], Mutation)

    func apply(to state: inout Grove.State) {
      switch self {
      case .wish(let new): state.wish = new
      case .habit(let new): state.habit = new
      case .optional(let new): state.optional = new
      case .presented(let new): state.$presented = new
      case .rows(let new): state.rows = IdentifiedArray(new, uniquingIDsWith: { $1 })
      case .row(let id, let new):
        if let new { state.rows.updateOrAppend(new) } else { state.rows.remove(id: id) }
      case .reversedRows: state.rows.reverse()
      case .value(let key, let new): state.values[key] = new
      case .push(let new): state.stack.append(new)
      case .pop: if !state.stack.isEmpty { state.stack.removeLast() }
      case .pot(let id, let new): state.pots[id: id] = new
      case .screen(let new): state.screen = new
      case .id(let new): state.id = new
      case .all(let new): state = new
      case .at(let steps, let mutation):
        guard let step = steps.first else { return mutation.apply(to: &state) }
        state.change(step) { Mutation.at(Array(steps.dropFirst()), mutation).apply(to: &$0) }
      }
    }
  }

  var changes: [Change] = []
  var effect = Effect.nothing
  /// The action with which the root answers, in the same turn.
  var answer: [Grove.Action] = []
}

extension Grove {
  /// The way from a parent to a child.
  enum Step: Hashable, Sendable {
    case optional, presented, row(Int), value(Int), element(StackElementID), first, second, third
    /// To the child in a pot.
    case potted(Int)

    /// Whether the child has a separate lifetime.
    var hasLifetime: Bool { self != .third }

    /// How many scopes further down the child is.
    var depth: Int {
      switch self {
      case .third: 0
      case .potted: 2
      case .optional, .presented, .row, .value, .element, .first, .second: 1
      }
    }

    /// Whether the child is in a case of the screen.
    var isOfScreen: Bool { [.first, .second, .third].contains(self) }

    /// Embeds an action of the child in an action of the parent.
    func callAsFunction(_ action: Action) -> Action {
      switch self {
      case .optional: .optional(action)
      case .presented: .presented(.presented(action))
      case .row(let id): .rows(.element(id: id, action: action))
      case .value(let key): .values(.element(id: key, action: action))
      case .element(let id): .stack(.element(id: id, action: action))
      case .potted(let id): .pots(.element(id: id, action: .plant(action)))
      case .first: .screen(.first(action))
      case .second: .screen(.second(action))
      case .third: .screen(.third(action))
      }
    }
  }
}

extension Grove.Action {
  /// The child that receives the action.
  var child: (step: Grove.Step, action: Grove.Action)? {
    switch self {
    case .act, .rang, .presented(.dismiss), .stack: stackChild
    case .optional(let action): (.optional, action)
    case .presented(.presented(let action)): (.presented, action)
    case .rows(.element(let id, let action)): (.row(id), action)
    case .values(.element(let key, let action)): (.value(key), action)
    case .pots(.element(let id, .plant(let action))): (.potted(id), action)
    case .screen(.first(let action)): (.first, action)
    case .screen(.second(let action)): (.second, action)
    case .screen(.third(let action)): (.third, action)
    }
  }

  private var stackChild: (step: Grove.Step, action: Grove.Action)? {
    if case .stack(.element(let id, let action)) = self { (.element(id), action) } else { nil }
  }

  /// What the receiving feature is to do, and its depth.
  var leaf: (act: GroveAct, distance: Int) {
    if case .act(let act) = self { return (act, 0) }
    guard let child else { return (GroveAct(), 0) }
    let (act, distance) = child.action.leaf
    return (act, distance + 1)
  }

  /// Makes the changes of the feature that receives this action.
  func applyChanges(to state: inout Grove.State) {
    let (act, distance) = leaf
    for change in act.changes where change.distance == distance { change.mutation.apply(to: &state) }
  }
}

extension Grove.State {
  /// A child, read without any operator.
  subscript(step: Grove.Step) -> Grove.State? {
    switch (step, screen) {
    case (.optional, _): optional
    case (.presented, _): presented
    case (.row(let id), _): rows[id: id]
    case (.value(let key), _): values[key]
    case (.element(let id), _): stack[id: id]
    case (.potted(let id), _): pots[id: id]?.plant
    case (.first, .first(let state)), (.second, .second(let state)), (.third, .third(let state)): state
    case (.first, _), (.second, _), (.third, _): nil
    }
  }

  /// Changes a child; if there is none, nothing happens.
  mutating func change(_ step: Grove.Step, _ body: (inout Grove.State) -> Void) {
    guard var child = self[step] else { return }
    body(&child)
    switch step {
    case .optional: optional = child
    case .presented: presented = child
    case .row(let id): rows[id: id] = child
    case .value(let key): values[key] = child
    case .element(let id): stack[id: id] = child
    case .potted(let id): pots[id: id]?.plant = child
    case .first: screen = .first(child)
    case .second: screen = .second(child)
    case .third: screen = .third(child)
    }
  }

  /// The ways to all children.
  var steps: [Grove.Step] {
    var steps: [Grove.Step] = rows.map { .row($0.id) } + values.keys.sorted().map { .value($0) }
    steps += stack.ids.map { .element($0) }
    steps += pots.compactMap { $0.plant == nil ? nil : .potted($0.id) }
    steps += [.optional, .presented, .first, .second, .third].filter { self[$0] != nil }
    return steps
  }

  /// The number of features.
  var size: Int { steps.reduce(1) { $0 + (self[$1]?.size ?? 0) } }
}
