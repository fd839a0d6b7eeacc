import TroupeDiagnostics

@testable import Troupe

/// Reduces actions under an instrument, as a store does, and keeps the states.
final class HandStore<State, Action: Sendable> {
  private(set) var state: State
  /// The initial state, and the state after each turn.
  private(set) var states: [State]
  private let reduce: (inout State, Action) -> Effect<Action>
  private let instrument: any Instrument
  private let info: StoreInfo
  private var number: UInt64 = 0

  init(
    _ state: State,
    _ instrument: some Instrument,
    run: UInt64 = 1,
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>
  ) {
    self.state = state
    states = [state]
    self.instrument = instrument
    reduce = reducer()._resolve().makeReduction()
    info = StoreInfo(run: run, name: "by hand", type: "Store", location: CallSite())
  }

  func send(_ action: Action) {
    number += 1
    var info = ActionInfo(
      ActionInfo.Facts(
        id: ActionID(run: info.run, number: number),
        store: info,
        action: ActionValue(action, showsPayloads: false),
        origin: .sent,
        cause: nil,
        scopePath: .root,
        moment: .now
      )
    )
    instrument.reduce(&info, state: &state) { _ = reduce(&$0, action) }
    states.append(state)
  }

  func send(all actions: [Action]) {
    for action in actions { send(action) }
  }

  func dismiss(_ step: String = "child", _ change: (inout State) -> Void) {
    number += 1
    let id = ActionID(run: info.run, number: number)
    var info = DismissalInfo(
      id: id,
      store: info,
      scopePath: ScopePath(components: [ScopePath.Component(Step(step))]),
      cause: Cause(action: id, root: id),
      moment: .now
    )
    instrument.dismiss(&info, state: &state) { change(&$0) }
    states.append(state)
  }
}

/// A step of a path that is only a name.
private final class Step: ScopePathStep {
  private let name: String

  init(_ name: String) { self.name = name }

  func isEqual(to other: any ScopePathStep) -> Bool { name == (other as? Step)?.name }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }
  func text(showsPayloads: Bool) -> String { IssueText.id(name, showsPayloads: showsPayloads) }
}
