import Foundation
import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

/// Random trees of features that declare effects, compared with the model.
///
/// `TROUPE_SEEDS` sets how many seeds are tried, `TROUPE_SEED` replays one, and `TROUPE_ACTIONS` sets how
/// many actions each has. `.ci/soak models` tries 2,000.
final class DeclaredRandomTests: TroupeTestCase {
  // D22
  func testWhatRunsFollowsFromTheStatesAndEnds() async throws {
    let environment = ProcessInfo.processInfo.environment
    let seeds = environment["TROUPE_SEEDS"].flatMap(Int.init) ?? 2
    let actions = environment["TROUPE_ACTIONS"].flatMap(Int.init) ?? 60
    try await underSeeds(seeds) { scheduler, clock in
      let issues = IssueCollector()
      await withIssueReporters([issues]) {
        var driver = GroveDriver(seed: scheduler.seed)
        let initial = driver.state(depth: 3)
        var model = GroveModel(initial)
        var known: [Int: EffectID] = [:]
        let history = Collector<GroveModel.Event>()
        let store = Store(initialState: initial, configuration: scheduler.configuration()) {
          Grove(clock: clock)
          Reduce { state, action in
            history.append(GroveModel.Event(action: action, state: state))
            guard case .act(let act) = action else { return .none }
            return .merge(act.answer.map { .send($0) })
          }
        }
        for number in 0..<actions {
          var action: Grove.Action?
          if number == 0 {
            // The effects that the initial state declares.
          } else if driver.isTrue(1, of: 6) {
            model.advance()
            await clock.advance(by: .seconds(1))
          } else {
            let next = driver.action(model.state)
            action = next
            await store.send(next)
          }
          await scheduler.settle()
          let state = await store.state
          model.take(history.all + [GroveModel.Event(action: nil, state: state)])
          history.clear()
          // Copies of the store's states, to be restored later.
          if number % 10 == 0 { driver.saved.append(state) }
          if let difference = await Self.difference(store, model, &known) {
            return XCTFail("action \(number): \(difference); after \(String(describing: action))")
          }
        }
        await store.shutdown(within: .zero)
        await store.assertNothingIsLeft()
      }
      let unexpected = issues.all.filter {
        issue in
        ![
          "threw an error", "got an action for", "which another element has", "with another child's state",
          "dismiss",
        ]
        .contains { issue.message.contains($0) }
      }
      XCTAssertEqual(unexpected.map(\.message).prefix(1), [])
    }
  }

  /// Compares what runs, and whether it is what ran before.
  private static func difference(
    _ store: StoreOf<Grove>,
    _ model: GroveModel,
    _ known: inout [Int: EffectID]
  ) async -> String? {
    let effects = await store.runningEffects.filter { !$0.isCancelled && $0.isDeclared }
    let actual = Dictionary(grouping: effects) {
      "\($0.name ?? "") at depth \($0.scopePath.components.count)"
    }
    let expected = Dictionary(grouping: model.running) {
      "\($0.key.name) \($0.begun.wish.number) at depth \($0.key.depth)"
    }
    if actual.mapValues(\.count) != expected.mapValues(\.count) {
      let (actual, expected) = (actual.mapValues(\.count), expected.mapValues(\.count))
      return "runs: \(actual.filter { expected[$0.key] != $0.value }), "
        + "should run: \(expected.filter { actual[$0.key] != $0.value })"
    }
    let old = Set(known.values)
    var next: [Int: EffectID] = [:]
    // Copies of a state may declare the same effect in several places.
    for (name, running) in expected where running.count == 1 {
      var ids = Set((actual[name] ?? []).map(\.id))
      for it in running {
        guard let id = known[it.begun.number] else { continue }
        if ids.remove(id) == nil { return "\(name) was begun again" }
        next[it.begun.number] = id
      }
      if !ids.isDisjoint(with: old) { return "\(name) wasn't begun again" }
      let new = running.map(\.begun.number).filter { known[$0] == nil }.sorted()
      for (number, id) in zip(new, ids.sorted()) { next[number] = id }
    }
    known = next
    return nil
  }
}

/// Makes random states and actions.
private struct GroveDriver {
  var generator: SeededGenerator
  var saved: [Grove.State] = []
  private var lastNumber = 0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
  mutating func isTrue(_ one: Int, of all: Int) -> Bool { number(0..<all) < one }

  private mutating func wish() -> Wish? {
    if isTrue(1, of: 4) { return nil }
    lastNumber += 1
    return Wish(number: lastNumber, kind: Wish.Kind.allCases.randomElement(using: &generator) ?? .endless)
  }

  mutating func state(depth: Int) -> Grove.State {
    if isTrue(1, of: 4), let state = saved.randomElement(using: &generator) {
      // A part that was once there, with everything in it.
      var state = state
      while isTrue(1, of: 2) || state.size > 30, let step = state.steps.randomElement(using: &generator) {
        state = state[step] ?? state
      }
      return state
    }
    lastNumber += 1
    var state = Grove.State(id: number(0..<3), wish: wish(), habit: lastNumber)
    guard depth > 0 else { return state }
    if isTrue(1, of: 3) { state.optional = self.state(depth: depth - 1) }
    if isTrue(1, of: 3) { state.presented = self.state(depth: depth - 1) }
    for _ in 0..<number(0..<3) { state.rows.updateOrAppend(self.state(depth: depth - 1)) }
    for _ in 0..<number(0..<2) { state.values[number(0..<3)] = self.state(depth: depth - 1) }
    for _ in 0..<number(0..<2) { state.stack.append(self.state(depth: depth - 1)) }
    for _ in 0..<number(0..<3) { state.pots.updateOrAppend(pot(depth: depth - 1)) }
    state.screen = screen(depth: depth - 1)
    return state
  }

  private mutating func pot(depth: Int) -> Grove.Pot.State {
    Grove.Pot.State(id: number(0..<4), plant: isTrue(1, of: 2) ? nil : state(depth: depth))
  }

  private mutating func screen(depth: Int) -> Grove.Screen.State {
    switch number(0..<4) {
    case 0: .first(state(depth: depth))
    case 1: .second(state(depth: depth))
    case 2: .third(state(depth: depth))
    default: .empty
    }
  }

  mutating func action(_ state: Grove.State) -> Grove.Action {
    // A tree that grows at many places is cut back at the root.
    if state.size > 150 {
      return .act(GroveAct(changes: [.init(distance: 0, mutation: .all(self.state(depth: 2)))]))
    }
    var action = oneAction(state)
    guard isTrue(1, of: 3), case .act(var act) = action else { return action }
    // The root answers, often by reverting the change.
    for _ in 0..<number(1..<4) { act.answer.append(oneAction(state)) }
    if isTrue(1, of: 2) {
      act.answer.append(.act(GroveAct(changes: [.init(distance: 0, mutation: .all(state))])))
    }
    action = .act(act)
    return action
  }

  private mutating func oneAction(_ state: Grove.State) -> Grove.Action {
    var steps: [Grove.Step] = []
    var place = state
    while !isTrue(1, of: 4), let step = place.steps.randomElement(using: &generator) {
      steps.append(step)
      place = place[step] ?? place
    }
    var act = GroveAct()
    if isTrue(1, of: 5) {
      act.effect = [.cancel, .cancelAll, .dismiss].randomElement(using: &generator) ?? .cancel
    }
    while isTrue(2, of: 3) {
      act.changes.append(.init(distance: number(0..<steps.count + 1), mutation: mutation(place)))
    }
    return steps.reversed().reduce(.act(act)) { $1($0) }
  }

  private mutating func mutation(_ state: Grove.State) -> GroveAct.Mutation {
    // A tree that keeps growing is cut back.
    if state.size > 60 { return .all(self.state(depth: 2)) }
    switch number(0..<20) {
    case 0: return .optional(isTrue(1, of: 2) ? nil : self.state(depth: 2))
    case 1: return .presented(Presents(wrappedValue: isTrue(1, of: 2) ? nil : self.state(depth: 2)))
    case 2: return .rows(isTrue(1, of: 2) ? [] : [self.state(depth: 1), self.state(depth: 2)])
    case 3: return .row(number(0..<3), isTrue(1, of: 2) ? nil : self.state(depth: 2))
    case 4: return .reversedRows
    case 5: return .value(number(0..<3), isTrue(1, of: 2) ? nil : self.state(depth: 2))
    case 6: return .screen(screen(depth: 2))
    case 7: return .id(number(0..<3))
    case 8: return .all(self.state(depth: 2))
    case 9: return .push(self.state(depth: 1))
    case 10: return .pop
    case 11, 12: return .wish(wish())
    case 13, 14:
      var pot = pot(depth: 2)
      // A state without a child, even where there was one with a child.
      if isTrue(1, of: 3) { pot.plant = nil }
      return .pot(pot.id, isTrue(1, of: 4) ? nil : pot)
    case 15:
      lastNumber += 1
      return .habit(lastNumber)
    default:
      guard let step = state.steps.randomElement(using: &generator), let child = state[step] else {
        return .wish(wish())
      }
      return .at([step], mutation(child))
    }
  }
}
