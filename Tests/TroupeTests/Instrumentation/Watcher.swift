import Troupe

/// An instrument that records what it receives, as lines.
final class Watcher: Instrument {
  let name: String
  let lines = Collector<String>()
  let actions = Collector<ActionInfo>()
  let effects = Collector<EffectInfo>()
  let turns = Collector<TurnInfo>()
  let saves = Collector<SaveInfo>()
  let dismissals = Collector<DismissalInfo>()
  /// The value of the task-local where effects run.
  @TaskLocal static var current = ""

  init(_ name: String = "") { self.name = name }

  func reduce<State>(_ action: inout ActionInfo, state: inout State, body: (inout State) -> Void) {
    actions.append(action)
    lines.append("\(name)reduce \(action.action)")
    body(&state)
    lines.append("\(name)reduced \(action.action)")
    // The context has the path.
    action.instrumentContext = "\(action.instrumentContext as? String ?? "")/\(name)\(action.action)"
  }

  func dismiss<State>(_ dismissal: inout DismissalInfo, state: inout State, body: (inout State) -> Void) {
    dismissals.append(dismissal)
    lines.append("\(name)dismiss \(dismissal.scopePath)")
    body(&state)
    dismissal.instrumentContext = "\(dismissal.instrumentContext as? String ?? "")/\(name)dismissed"
  }

  func run(_ effect: EffectInfo, operation: @Sendable () async throws -> Void) async rethrows {
    effects.append(effect)
    lines.append("\(name)run \(effect.label)")
    do {
      try await Self.$current.withValue("\(Self.current)\(name)\(effect.label)") { try await operation() }
      lines.append("\(name)ran \(effect.label)")
    } catch {
      lines.append("\(name)threw \(caseLabel(of: error))")
      throw error
    }
  }

  func turnEnded(_ turn: TurnInfo) { turns.append(turn) }
  func scopeBegan(_ scope: ScopePath, in store: StoreInfo) { lines.append("\(name)began \(scope)") }
  func scopeEnded(_ scope: ScopePath, in store: StoreInfo) { lines.append("\(name)ended \(scope)") }

  func effectCancelled(_ effect: EffectInfo) {
    lines.append(
      "\(name)cancelled \(effect.label) of \(effect.cause.map { "\($0.action.number)" } ?? "nothing")"
    )
  }

  func actionDropped(_ action: ActionValue, cause: Cause?, in store: StoreInfo) {
    lines.append("\(name)dropped \(action) of \(cause.map { "\($0.action.number)" } ?? "nothing")")
  }

  func inboxOverflow(dropping droppedCount: Int, in store: StoreInfo) {
    lines.append("\(name)overflow \(droppedCount)")
  }

  func saved(_ save: SaveInfo) { saves.append(save) }

  /// The origins of actions: number, action, origin, cause and root of each.
  var chain: [String] {
    actions.all.map { info in
      let origin =
        switch info.origin {
        case .sent: "sent"
        case .enqueued: "enqueued"
        case .effect: "effect"
        case .returned: "returned"
        }
      let cause = info.cause.map { " by \($0.action.number) root \($0.root.number)" } ?? ""
      return "\(info.id.number): \(info.action) \(origin)\(cause)"
    }
  }
}
