import Troupe
import XCTest

@testable import Troupe

/// Drives an engine by hand: work and actions are numbers, and nothing runs.
struct EngineHarness {
  /// Holds the engine, which can't be copied.
  private final class Holder {
    // The texts of actions are compared, also in release builds.
    var engine = Engine(showsPayloads: true)
  }

  private let holder = Holder()
  var engine: Engine {
    _read { yield holder.engine }
    _modify { yield &holder.engine }
  }
  /// The work that was started and has not ended, in the order of its start.
  var running: [(id: EffectID, label: Int)] = []
  var cancelled: [Int] = []
  var delivered: [Int] = []
  /// The actions that were dropped, while the engine is observed.
  var dropped: [String] = []
  var endedCascades: [CascadeID] = []
  var idleScopes: [ScopeID] = []
  /// The effect that the reducer returns for an action.
  var reactions: [Int: ResolvedEffect] = [:]

  static let cause: any Sendable = "cause"

  func origin(_ cascade: CascadeID, _ scope: ScopeID = .root) -> Engine.Origin {
    Engine.Origin(scope: scope, cause: Self.cause, since: .now, cascade: cascade)
  }

  /// Takes an effect as the result of an action from outside, and ends the turn.
  @discardableResult
  mutating func turn(_ effect: Effect<Int>, in scope: ScopeID = .root) -> CascadeID {
    let cascade = engine.openCascade()
    if let program = effect.placed { engine.begin(program, origin(cascade, scope)) }
    endTurn()
    return cascade
  }

  mutating func endTurn() {
    while let command = engine.next() { perform(command) }
  }

  private mutating func perform(_ command: Engine.Command) {
    switch command {
    case .start(let start):
      // Work is named by its label, and a pause by its purpose.
      let name = start.work.origin.name
      running.append((start.id, Int(name ?? "") ?? (name == "timeout" ? -2 : -1)))
    case .cancel(let id):
      cancelled.append(running.first { $0.id == id }?.label ?? -99)
    case .deliver(let id, let leaf):
      guard let cascade = engine.claim(id) else { return }
      let action = QueuedAction<Int>.cast(leaf).action
      delivered.append(action)
      if let reaction = reactions[action] { engine.begin(reaction, origin(cascade)) }
    case .cascadeEnded(let id):
      endedCascades.append(id)
    case .scopeIdle(let id):
      if engine.isIdle(id) { idleScopes.append(id) }
    case .dropped(let action, _):
      dropped.append("\(ActionValue(action, showsPayloads: true))")
    case .tell, .save:
      break
    }
  }

  /// Ends the first running work with a label.
  mutating func end(_ label: Int) {
    guard let index = running.firstIndex(where: { $0.label == label }) else {
      return XCTFail("\(label) doesn't run.")
    }
    let id = running.remove(at: index).id
    engine.ended(id)
    endTurn()
  }

  mutating func cancel(_ id: some Hashable & Sendable, in scope: ScopeID = .root) {
    engine.cancel(id: CancelID(id), in: scope)
    endTurn()
  }

  /// Begins a shutdown. Returns the work that it has cancelled.
  mutating func shutDown() -> [EffectSnapshot] {
    let cancelled = engine.beginShutdown()
    endTurn()
    return cancelled
  }

  /// The labels of the running work that has not been cancelled.
  var active: [Int] { running.filter { engine.isActive($0.id) }.map(\.label) }
  var labels: [Int] { running.map(\.label) }

  /// What has to hold when nothing is left.
  mutating func assertEmpty(file: StaticString = #filePath, line: UInt = #line) {
    XCTAssertTrue(engine.isIdle, "nodes are left", file: file, line: line)
    XCTAssertTrue(engine.cascades.isEmpty, "cascades are left", file: file, line: line)
    XCTAssertTrue(engine.index.isEmpty, "ids are left: \(engine.index)", file: file, line: line)
    XCTAssertTrue(engine.held.isEmpty, "held programs are left: \(engine.held)", file: file, line: line)
    let isDone = engine.isDone()
    XCTAssertTrue(isDone, "commands are left", file: file, line: line)
    XCTAssertTrue(engine.scopes.hasNoMembers, "a scope has members", file: file, line: line)
    XCTAssertTrue(engine.limits.isEmpty, "limits are left: \(engine.limits)", file: file, line: line)
  }
}

extension Effect where Action == Int {
  /// Work with a label.
  static func work(_ label: Int) -> Effect { .run(name: "\(label)", operation: { _ in }) }

  /// The effect in a scope below, whose actions take a route.
  func scoped(_ scope: ScopeID, _ route: ActionRoute<Int>? = nil) -> Effect {
    Effect(placed.map { .own(.scoped($0, scope, route)) })
  }
}
