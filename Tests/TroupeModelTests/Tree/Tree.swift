import Troupe

/// A feature that contains itself in every way in which children can be embedded.
struct Tree: Reducer {
  struct State: Identifiable, Equatable, Sendable {
    var id: Int
    /// One or none: a struct can't contain itself.
    private var only: [State] = []
    @Presents var presented: State?
    var rows: IdentifiedArrayOf<State> = []
    var values: [Int: State] = [:]
    var screen = Screen.State.empty

    init(id: Int) { self.id = id }

    var optional: State? {
      get { only.first }
      set { only = newValue.map { [$0] } ?? [] }
    }
  }

  indirect enum Action: Sendable, CasePathable {
    case act(Act)
    case optional(Action)
    case presented(PresentationAction<Action>)
    case rows(IdentifiedAction<Int, Action>)
    case values(IdentifiedAction<Int, Action>)
    case screen(Screen.Action)

    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let optional = AnyCasePath(embed: Action.optional) {
        if case .optional(let it) = $0 { it } else { nil }
      }
      let presented = AnyCasePath(embed: Action.presented) {
        if case .presented(let it) = $0 { it } else { nil }
      }
      let rows = AnyCasePath(embed: Action.rows) { if case .rows(let it) = $0 { it } else { nil } }
      let values = AnyCasePath(embed: Action.values) { if case .values(let it) = $0 { it } else { nil } }
      let screen = AnyCasePath(embed: Action.screen) { if case .screen(let it) = $0 { it } else { nil } }
    }
  }

  /// A part that is always there, with a child in each case. The child of `third` has no separate lifetime.
  struct Screen: Reducer {
    indirect enum State: Equatable, Sendable, CasePathable {
      case empty
      case first(Tree.State)
      case second(Tree.State)
      case third(Tree.State)

      static let allCasePaths = AllCasePaths()
      struct AllCasePaths: Sendable {
        let first = AnyCasePath(embed: State.first) { if case .first(let it) = $0 { it } else { nil } }
        let second = AnyCasePath(embed: State.second) { if case .second(let it) = $0 { it } else { nil } }
        let third = AnyCasePath(embed: State.third) { if case .third(let it) = $0 { it } else { nil } }
      }
    }

    indirect enum Action: Sendable {
      case first(Tree.Action)
      case second(Tree.Action)
      case third(Tree.Action)
    }

    let notes: Collector<Int>
    let clock: any Clock<Duration>

    var body: some Reducer<State, Action> {
      Scope(state: \.third, action: /Action.third) { Tree(notes: notes, clock: clock) }
        .ifCaseLet(\.first, action: /Action.first) { Tree(notes: notes, clock: clock) }
        .ifCaseLet((/State.second), action: (/Action.second)) { Tree(notes: notes, clock: clock) }
    }
  }

  /// Where the numbers of the reduced actions are recorded.
  let notes: Collector<Int>
  let clock: any Clock<Duration>

  var body: some ReducerOf<Self> {
    // The reducers beside the parent, before and after it, change its children, too.
    Reduce { change(&$0, $1, .before) }
    Reduce { change(&$0, $1, .own) }
      .ifLet(\.optional, action: \.optional) { self }
      .ifLet(\.$presented, action: \.presented) { self }
      .forEach(\.rows, action: \.rows) { self }
      .forEach(\.values, action: \.values) { self }
    Scope(state: \.screen, action: \.screen) { Screen(notes: notes, clock: clock) }
    Reduce { change(&$0, $1, .after) }
  }

  private func change(_ state: inout State, _ action: Action, _ phase: ReductionPhase) -> Effect<Action> {
    let (act, distance) = action.leaf
    for change in act.changes where change.distance == distance && change.phase == phase {
      change.mutation.apply(to: &state)
    }
    guard phase == .own else { return .none }
    if distance == 0 { notes.append(act.number) }
    return .merge(act.effects.filter { $0.distance == distance }.map { effect($0.work) })
  }

  private func effect(_ work: Act.Work) -> Effect<Action> {
    func endless(_ name: String, id: String? = nil) -> Effect<Action> {
      let effect = Effect<Action>.run(name: name) { _ in try await waitForCancellation() }
      return id.map { effect.cancellable(id: $0) } ?? effect
    }
    func nap(_ name: String, _ seconds: Int) -> Effect<Action> {
      .run(name: name) { [clock] _ in try await clock.sleep(for: .seconds(seconds)) }
    }
    switch work {
    case .endless(let name, let id): return endless(name, id: id)
    case .nap(let name, let seconds, let then): return .concatenate(nap(name, seconds), endless(then))
    case .debounced(let name, let id, let seconds):
      return endless(name).debounce(id: id, for: .seconds(seconds), clock: clock)
    case .throttled(let name, let id, let latest):
      return endless(name).throttle(id: id, for: .seconds(Act.Work.interval), latest: latest, clock: clock)
    case .timed(let name, let id, let seconds):
      return endless(name, id: id).timeout(after: .seconds(seconds), clock: clock)
    case .limited(let name, let id, let seconds, let scope):
      return nap(name, seconds).limited(id: id, to: Act.Work.limit, in: scope)
    case .cancel(let id): return .cancel(id: id)
    case .send(let action): return .send(action)
    }
  }
}

/// What an action makes the reducers on its way do.
struct Act: Sendable {
  struct Change: Sendable {
    /// The number of levels above the feature that receives the action.
    let distance: Int
    let phase: ReductionPhase
    let mutation: Mutation
  }

  indirect enum Work: Sendable {
    case endless(String, id: String?)
    /// Sleeps, and then begins endless work.
    case nap(String, seconds: Int, then: String)
    case debounced(String, id: String, seconds: Int)
    case throttled(String, id: String, latest: Bool)
    case timed(String, id: String?, seconds: Int)
    /// Sleeps, if a permit is available.
    case limited(String, id: String, seconds: Int, in: LimitScope)
    case cancel(String)
    case send(Tree.Action)

    /// The duration of throttle windows.
    static let interval = 2
    /// How many sleep at a time under a limit.
    static let limit = 2
  }

  indirect enum Mutation: Sendable {
    case optional(Tree.State?)
    case presented(Presents<Tree.State>)
    case rows([Tree.State])
    case row(Int, Tree.State?)
    case reversedRows
    case value(Int, Tree.State?)
    case screen(Tree.Screen.State)
    case id(Int)
    case all(Tree.State)
    case at([Tree.Step], Mutation)

    func apply(to state: inout Tree.State) {
      switch self {
      case .optional(let new): state.optional = new
      case .presented(let new): state.$presented = new
      case .rows(let new): state.rows = IdentifiedArray(new, uniquingIDsWith: { $1 })
      case .row(let id, let new):
        if let new { state.rows.updateOrAppend(new) } else { state.rows.remove(id: id) }
      case .reversedRows: state.rows.reverse()
      case .value(let key, let new): state.values[key] = new
      case .screen(let new): state.screen = new
      case .id(let new): state.id = new
      case .all(let new): state = new
      case .at(let steps, let mutation):
        guard let step = steps.first else { return mutation.apply(to: &state) }
        state.change(step) { Mutation.at(Array(steps.dropFirst()), mutation).apply(to: &$0) }
      }
    }
  }

  struct Started: Sendable {
    let distance: Int
    let work: Work
  }

  var number = 0
  var changes: [Change] = []
  var effects: [Started] = []
}

extension Tree {
  /// The way from a parent to a child.
  enum Step: Hashable, Sendable {
    case optional, presented, row(Int), value(Int), first, second, third

    /// Whether the child has a separate lifetime.
    var hasLifetime: Bool { self != .third }

    /// Embeds an action of the child in an action of the parent.
    func callAsFunction(_ action: Action) -> Action {
      switch self {
      case .optional: .optional(action)
      case .presented: .presented(.presented(action))
      case .row(let id): .rows(.element(id: id, action: action))
      case .value(let key): .values(.element(id: key, action: action))
      case .first: .screen(.first(action))
      case .second: .screen(.second(action))
      case .third: .screen(.third(action))
      }
    }
  }
}

extension Tree.Action {
  /// The child that receives the action.
  var child: (step: Tree.Step, action: Tree.Action)? {
    switch self {
    case .act, .presented(.dismiss): nil
    case .optional(let action): (.optional, action)
    case .presented(.presented(let action)): (.presented, action)
    case .rows(.element(let id, let action)): (.row(id), action)
    case .values(.element(let key, let action)): (.value(key), action)
    case .screen(.first(let action)): (.first, action)
    case .screen(.second(let action)): (.second, action)
    case .screen(.third(let action)): (.third, action)
    }
  }

  /// What the receiving feature is to do, and its depth.
  var leaf: (act: Act, distance: Int) {
    if case .act(let act) = self { return (act, 0) }
    guard let child else { return (Act(), 0) }
    let (act, distance) = child.action.leaf
    return (act, distance + 1)
  }
}

extension Tree.State {
  /// A child, read without any operator.
  subscript(step: Tree.Step) -> Tree.State? {
    switch (step, screen) {
    case (.optional, _): optional
    case (.presented, _): presented
    case (.row(let id), _): rows[id: id]
    case (.value(let key), _): values[key]
    case (.first, .first(let state)), (.second, .second(let state)), (.third, .third(let state)): state
    case (.first, _), (.second, _), (.third, _): nil
    }
  }

  /// Changes a child; if there is none, nothing happens.
  mutating func change(_ step: Tree.Step, _ body: (inout Tree.State) -> Void) {
    guard var child = self[step] else { return }
    body(&child)
    switch step {
    case .optional: optional = child
    case .presented: presented = child
    case .row(let id): rows[id: id] = child
    case .value(let key): values[key] = child
    case .first: screen = .first(child)
    case .second: screen = .second(child)
    case .third: screen = .third(child)
    }
  }

  /// The ways to all children.
  var steps: [Tree.Step] {
    var steps: [Tree.Step] = rows.map { .row($0.id) } + values.keys.sorted().map { .value($0) }
    steps += [.optional, .presented, .first, .second, .third].filter { self[$0] != nil }
    return steps
  }
}
