import Troupe
import TroupeTesting

@testable import Troupe

/// One event of an engine's run. Numbers are taken modulo the number of choices, so that any selection of
/// steps is a run.
enum EngineStep {
  case turn(EnginePlan, in: Int)
  case end(Int)
  case cancel(Int, in: Int)
  case cancelCascade(Int)
  case open(in: Int)
  case close(Int)
  case piece(of: Int, id: Int, cancelInFlight: Bool, label: Int)
  case wait(Int)
  case shutDown
}

/// An engine and the model, which take the same steps.
struct EngineRun {
  var harness = EngineHarness()
  let model = EngineModel()
  let clock = ManualClock()
  var scopes: [ScopeID] = [.root]
  private var cascades: [(engine: CascadeID, model: Int)] = []
  private var pieces: Set<EffectID> = []
  private var numbers: [CascadeID: Int] = [:]

  init(reactions: [Int: EnginePlan]) {
    model.reactions = reactions
    for (action, plan) in reactions { harness.reactions[action] = plan.effect(on: clock).placed }
  }

  private func scope(_ number: Int) -> ScopeID { scopes[number % scopes.count] }

  mutating func take(_ step: EngineStep) {
    switch step {
    case .turn(let plan, let number):
      let scope = scope(number)
      let plan = plan.placed(in: scope, of: scopes, model)
      let cascade = harness.turn(plan.effect(on: clock), in: scope)
      cascades.append((cascade, model.turn(plan, in: scope)))
      numbers[cascade] = cascades.last?.model
    case .end(let number):
      guard !harness.running.isEmpty else { return }
      end(number % harness.running.count)
    case .cancel(let id, let number):
      harness.cancel(id, in: scope(number))
      model.cancel(id, in: scope(number))
    case .cancelCascade(let number):
      guard !cascades.isEmpty else { return }
      // Usually one of the last, which hasn't ended.
      let cascade = cascades[cascades.count - 1 - number % cascades.count]
      harness.engine.cancel(cascade.engine)
      harness.endTurn()
      model.cancel(cascade: cascade.model)
    case .open(let number):
      guard let scope = harness.engine.openScope(in: scope(number), ScopePath.Component("child")) else {
        return
      }
      model.open(scope, in: self.scope(number))
      scopes.append(scope)
    case .close(let number):
      guard scopes.count > 1 else { return }
      let scope = scopes[1 + number % (scopes.count - 1)]
      harness.engine.endScope(scope)
      harness.endTurn()
      model.end(scope)
      // Its contents have ended, too.
      scopes.removeAll { model.isWithin($0, scope) }
    case .piece(let number, let id, let cancelInFlight, let label):
      let work = harness.running.indices.filter {
        harness.running[$0].label >= 0 && !pieces.contains(harness.running[$0].id)
      }
      guard !work.isEmpty else { return }
      let index = work[number % work.count]
      let effect = harness.running[index].id
      let piece = harness.engine.beginSubtask(of: effect, id: CancelID(id), cancelInFlight: cancelInFlight)
      if let piece {
        harness.running.append((piece, label))
        pieces.insert(piece)
      }
      harness.endTurn()
      _ = model.beginSubtask(of: index, id: id, cancelInFlight: cancelInFlight, label: label)
    case .shutDown:
      _ = harness.shutDown()
      model.shutDown()
    case .wait(let seconds):
      model.now += .seconds(seconds)
      clock.offset.withLock { $0 += .seconds(seconds) }
    }
  }

  mutating func end(_ index: Int) {
    let id = harness.running.remove(at: index).id
    harness.engine.ended(id)
    harness.endTurn()
    model.end(index)
  }

  /// Ends the remaining parts.
  mutating func finish() {
    harness.engine.close()
    harness.endTurn()
    model.end(.root)
    while harness.running.count > 0, model.running.count > 0 { end(0) }
  }

  /// Forgets what both agree about.
  mutating func forget() {
    harness.delivered = []
    harness.endedCascades = []
    harness.cancelled = []
    harness.idleScopes = []
    model.forget()
  }

  /// Where the engine and the model differ; nil if they agree.
  var difference: String? {
    func compare<Value: Equatable>(_ what: String, _ actual: [Value], _ expected: [Value]) -> String? {
      actual == expected ? nil : "\(what): \(actual.suffix(12)), but the model says \(expected.suffix(12))"
    }
    let isActive = harness.running.map { harness.engine.isActive($0.id) }
    let lines = zip(harness.running, isActive).map { "\($0.label)\($1 ? "" : " (cancelled)")" }
    let expected = model.running.map { "\($0.label)\($0.part.isCancelled ? " (cancelled)" : "")" }
    let ended = harness.endedCascades.map { numbers[$0] ?? 0 }
    return compare("runs", lines, expected)
      ?? compare("delivered", harness.delivered, model.delivered)
      ?? compare("ended", ended.sorted(), model.endedCascades.sorted())
      ?? compare("waiting", [harness.engine.waitingCount], [model.waitingCount])
      ?? compare("skipped", [harness.engine.skippedCount], [model.skippedCount])
      ?? compare("dropped", [harness.engine.droppedActions], [model.droppedActions])
  }
}

extension EnginePlan {
  /// The plan with a scope in place of each number of a scope: one of the scopes inside the scope that
  /// contains it.
  func placed(in scope: ScopeID, of scopes: [ScopeID], _ model: EngineModel) -> EnginePlan {
    guard case .scoped(let body, let number) = self else {
      return around(parts.map { $0.placed(in: scope, of: scopes, model) })
    }
    let below = scopes.filter { model.isWithin($0, scope) }
    let inner = below[number.slot % below.count]
    return .scoped(body.placed(in: inner, of: scopes, model), inner)
  }
}
