import Foundation
import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

/// Random sequences of commands, against the model.
///
/// `TROUPE_SEEDS` says how many seeds are tried, `TROUPE_SEED` replays one.
final class EngineRandomTests: TroupeTestCase {
  private static let commandsPerSeed = 5_000

  func testTheEngineDoesWhatTheModelDoes() throws {
    let environment = ProcessInfo.processInfo.environment
    let seeds: [UInt64]
    if let seed = environment["TROUPE_SEED"].flatMap(UInt64.init) {
      seeds = [seed]
    } else {
      seeds = Array(0..<(environment["TROUPE_SEEDS"].flatMap(UInt64.init) ?? 5))
    }
    for seed in seeds {
      var run = RandomRun(seed: seed)
      for number in 0..<Self.commandsPerSeed {
        let command = run.step()
        if let difference = run.difference() {
          return XCTFail("TROUPE_SEED=\(seed), command \(number) (\(command)): \(difference)")
        }
      }
      if let difference = run.shutDown() {
        return XCTFail("TROUPE_SEED=\(seed), shutting down: \(difference)")
      }
      for scope in run.scopes.dropFirst() { run.harness.engine.endScope(scope) }
      run.harness.endTurn()
      run.harness.assertEmpty()
      XCTAssertEqual(run.harness.engine.scopes.count, 1, "TROUPE_SEED=\(seed): scopes are left")
    }
  }
}

private struct RandomRun {
  var harness = EngineHarness()
  let model = EngineModel()
  var generator: SeededGenerator
  /// The scopes of the engine, at the places of those of the model.
  var scopes: [ScopeID] = [.root]
  /// The cascades of the engine, at the places of the model's numbers.
  var cascades: [CascadeID] = []
  var nextLabel = 0
  static let ids = ["a", "b", "c"]

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    for action in 0..<4 {
      // An action leads to work, or cancels; it doesn't lead to actions, which could go on for ever.
      let reactions: [Effect<Int>] = [
        .work(-10 - action), .cancel(id: Self.ids[0]), .cancelAll,
        .merge(.work(-20), .cancel(id: Self.ids[1])),
      ]
      if Bool.random(using: &generator) {
        let reaction = reactions[action].program
        harness.reactions[action] = reaction
        model.reactions[action] = reaction
      }
    }
  }

  mutating func step() -> String {
    harness.delivered = []
    model.delivered = []
    let scope = Int.random(in: 0..<scopes.count, using: &generator)
    let busy = harness.running.count > 25
    switch Int.random(in: 0..<20, using: &generator) {
    case 0..<7 where !busy:
      guard let program = randomEffect(depth: 3, in: scope).program else { return "nothing" }
      cascades.append(harness.turn(Effect(program), in: scopes[scope]))
      model.turn(program, in: model.scopes[scope], cascade: cascades.count - 1)
      return "begin \(program) in \(scope)"
    case 0..<14:
      guard
        let job = model.nodes.filter({ if case .job = $0.kind { true } else { false } })
          .randomElement(using: &generator),
        let index = model.nodes.filter({ if case .job = $0.kind { true } else { false } })
          .firstIndex(where: { $0 === job })
      else { return "nothing" }
      // The jobs of both are in the order of their registration.
      let id = harness.running.map(\.id).sorted()[index]
      harness.running.removeAll { $0.id == id }
      harness.engine.ended(id)
      harness.endTurn()
      model.end(job)
      return "end \(id)"
    case 14:
      let id = Self.ids.randomElement(using: &generator) ?? ""
      harness.cancel(id, in: scopes[scope])
      model.cancel(CancelID(id), in: model.scopes[scope])
      model.endTurn()
      return "cancel \(id) in \(scope)"
    case 15:
      harness.engine.cancelAll(in: scopes[scope])
      harness.endTurn()
      model.cancelAll(in: model.scopes[scope])
      model.endTurn()
      return "cancel all in \(scope)"
    case 16 where !cascades.isEmpty:
      let cascade = Int.random(in: max(0, cascades.count - 20)..<cascades.count, using: &generator)
      harness.engine.cancel(cascades[cascade])
      harness.endTurn()
      model.cancelCascade(cascade)
      model.endTurn()
      return "cancel cascade \(cascade)"
    case 17 where scopes.count < 8:
      guard let id = harness.engine.openScope(in: scopes[scope], ScopePath.Component("\(scopes.count)"))
      else {
        return "nothing"
      }
      scopes.append(id)
      let opened = EngineModel.Scope(parent: model.scopes[scope])
      model.scopes.append(opened)
      model.scopeByID[id] = opened
      return "open scope in \(scope)"
    case 18 where scope > 0:
      harness.engine.endScope(scopes[scope])
      harness.endTurn()
      model.end(model.scopes[scope])
      model.endTurn()
      let gone = model.scopes.indices.filter { model.scopes[$0].hasEnded }
      for index in gone.reversed() {
        scopes.remove(at: index)
        model.scopes.remove(at: index)
      }
      return "end scope \(scope)"
    default:
      return "nothing"
    }
  }

  /// What tells the engine and the model apart, if anything does.
  func difference() -> String? {
    let engine = harness.engine
    let jobs = model.nodes.filter { if case .job = $0.kind { true } else { false } }
    let expected = jobs.map { node -> String in
      guard case .job(let label) = node.kind else { return "" }
      return "\(label)\(node.isCancelled ? " cancelled" : "")"
    }
    let actual = harness.running.sorted { $0.id < $1.id }.map {
      "\($0.label)\(engine.isActive($0.id) ? "" : " cancelled")"
    }
    if actual != expected { return "running: \(actual), expected \(expected)" }
    if harness.delivered != model.delivered {
      return "delivered: \(harness.delivered), expected \(model.delivered)"
    }
    if engine.nodes.count != model.nodes.count {
      return "\(engine.nodes.count) nodes, not \(model.nodes.count)"
    }
    let live = Set(model.nodes.map(\.cascade))
    if live.count != engine.cascades.count { return "\(engine.cascades.count) cascades, not \(live.count)" }
    for number in live where !engine.isLive(cascades[number]) { return "cascade \(number) has ended" }
    // No index but of nodes that are there, haven't been cancelled and have the id.
    let indexed = engine.index.reduce(into: 0) { $0 += $1.value.count }
    let expectedIDs = model.nodes.filter { !$0.isCancelled }.reduce(0) { $0 + Set($1.ids).count }
    if indexed != expectedIDs { return "\(indexed) ids in the index, not \(expectedIDs)" }
    return nil
  }

  mutating func shutDown() -> String? {
    harness.engine.close()
    harness.endTurn()
    model.close()
    if let difference = difference() { return difference }
    for (id, _) in harness.running {
      if harness.engine.isActive(id) { return "\(id) is active after shutting down" }
      harness.engine.ended(id)
      harness.endTurn()
    }
    harness.running = []
    let ended = harness.endedCascades
    if Set(ended).count != ended.count { return "a cascade ended twice" }
    return nil
  }

  private mutating func randomEffect(depth: Int, in scope: Int) -> Effect<Int> {
    let id = Self.ids.randomElement(using: &generator) ?? ""
    if depth == 0 {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<6:
        nextLabel += 1
        return .work(nextLabel)
      case 6..<8: return .send(Int.random(in: 0..<4, using: &generator))
      case 8: return .cancel(id: id)
      default: return Bool.random(using: &generator) ? .cancelAll : .none
      }
    }
    switch Int.random(in: 0..<14, using: &generator) {
    case 12...:
      // What a child returned, with what its parent made of it around.
      let below = scopes.indices.filter { model.scopes[$0].isWithin(model.scopes[scope]) }
      let inner = below.randomElement(using: &generator) ?? scope
      return Effect(randomEffect(depth: depth - 1, in: inner).program.map { .scoped($0, scopes[inner]) })
    case 0..<3:
      return .merge(
        (0..<Int.random(in: 1...3, using: &generator)).map { _ in randomEffect(depth: depth - 1, in: scope) }
      )
    case 3..<6:
      return .concatenate(
        (0..<Int.random(in: 1...3, using: &generator)).map { _ in randomEffect(depth: depth - 1, in: scope) }
      )
    case 6..<8:
      return randomEffect(depth: depth - 1, in: scope).cancellable(
        id: id,
        cancelInFlight: .random(using: &generator)
      )
    case 8..<10:
      let whenFull: WhenFull = [.wait, .drop, .cancelOldest].randomElement(using: &generator) ?? .wait
      let count = Int.random(in: 1...2, using: &generator)
      return randomEffect(depth: depth - 1, in: scope).limited(id: id, to: count, whenFull: whenFull)
    case 10:
      let action = Bool.random(using: &generator) ? 0 : nil
      return randomEffect(depth: depth - 1, in: scope).timeout(
        after: .seconds(1),
        clock: ImmediateClock(),
        sending: action
      )
    default:
      return randomEffect(depth: 0, in: scope)
    }
  }
}
