import Foundation
import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

/// Random trees of features, compared with the model.
///
/// `TROUPE_SEEDS` sets how many seeds are tried, `TROUPE_SEED` replays one. `.ci/run` tries 100 in a
/// release build.
final class TreeRandomTests: TroupeTestCase {
  private static let actionsPerSeed = 300

  // D1, D2, D3, D4, D5, D21, S139
  func testWhatRunsIsWhatTheModelSays() async throws {
    let seeds = ProcessInfo.processInfo.environment["TROUPE_SEEDS"].flatMap(Int.init) ?? 5
    try await underSeeds(seeds) { scheduler, clock in
      let issues = IssueCollector()
      await withIssueReporters([issues]) {
        var driver = TreeDriver(seed: scheduler.seed)
        var model = TreeModel(driver.state(depth: 3))
        let notes = Collector<Int>()
        let store = Store(initialState: model.state, configuration: scheduler.configuration()) {
          Tree(notes: notes, clock: clock)
        }
        for number in 0..<Self.actionsPerSeed {
          let what: String
          if Int.random(in: 0..<8, using: &driver.generator) == 0 {
            what = "a second passes"
            model.advance()
            await clock.advance(by: .seconds(1))
          } else {
            let action = driver.action(number, model.state)
            what = "\(action)"
            model.send(action)
            await store.send(action)
            // When a cancelled effect has ended, another one gets its permit.
            await scheduler.settle()
          }
          // Copies of the store's states, to be restored later.
          if number % 10 == 0 { driver.saved.append(await store.state) }
          if let difference = await Self.difference(store, model, notes.all, issues.all) {
            return XCTFail("action \(number): \(difference); after \(what)")
          }
        }
        await store.send(.act(Act(changes: [.init(distance: 0, phase: .own, mutation: .all(.init(id: 0)))])))
        await store.send(.act(Act(effects: ["a", "b"].map { .init(distance: 0, work: .cancel($0)) })))
        let left = await store.runningEffects.filter { !$0.isCancelled && $0.scopePath.components.count > 0 }
        XCTAssertEqual(left.map(\.name), [])
        await store.shutdown(within: .zero)
        await store.assertNothingIsLeft()
      }
    }
  }

  private static func difference(
    _ store: StoreOf<Tree>,
    _ model: TreeModel,
    _ notes: [Int],
    _ issues: [ReportedIssue]
  ) async -> String? {
    let effects = await store.runningEffects.filter { !$0.isCancelled }
    func lines(_ lines: [(name: String, depth: Int)]) -> [String] {
      lines.map { "\($0.name) at depth \($0.depth)" }.sorted()
    }
    let actual = lines(effects.map { ($0.name ?? "", $0.scopePath.components.count) })
    let expected = lines(
      model.running.flatMap { running in
        running.names.map { ($0, running.path.count { $0.step.hasLifetime }) }
      }
    )
    if actual != expected {
      let (actual, expected) = (Set(actual), Set(expected))
      return "runs: \(actual.subtracting(expected)), should run: \(expected.subtracting(actual))"
    }
    if notes != model.notes { return "reduced: \(notes.suffix(5)), expected \(model.notes.suffix(5))" }
    // If an array loses an element to one that takes its id, it reports that, too.
    let missing = issues.filter { $0.message.contains("got an action for") }
    if missing.count != model.missing {
      return "\(missing.count) issues, not \(model.missing): \(missing.suffix(1))"
    }
    if await store.state != model.state { return "another state" }
    return nil
  }
}

extension Tree.State {
  /// The number of features.
  fileprivate var size: Int { steps.reduce(1) { $0 + (self[$1]?.size ?? 0) } }
}

/// Makes random states and actions.
struct TreeDriver {
  var generator: SeededGenerator
  var saved: [Tree.State] = []
  private var lastName = 0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
  private mutating func isTrue(_ one: Int, of all: Int) -> Bool { number(0..<all) < one }

  mutating func state(depth: Int) -> Tree.State {
    if isTrue(1, of: 4), let state = saved.randomElement(using: &generator) {
      // A part that was once there, with everything in it.
      var state = state
      while isTrue(1, of: 2) || state.size > 40, let step = state.steps.randomElement(using: &generator) {
        state = state[step] ?? state
      }
      return state
    }
    var state = Tree.State(id: number(0..<3))
    guard depth > 0 else { return state }
    if isTrue(1, of: 2) { state.optional = self.state(depth: depth - 1) }
    if isTrue(1, of: 2) { state.presented = self.state(depth: depth - 1) }
    for _ in 0..<number(0..<3) { state.rows.updateOrAppend(self.state(depth: depth - 1)) }
    for _ in 0..<number(0..<3) { state.values[number(0..<3)] = self.state(depth: depth - 1) }
    state.screen = screen(depth: depth - 1)
    return state
  }

  private mutating func screen(depth: Int) -> Tree.Screen.State {
    switch number(0..<4) {
    case 0: .first(state(depth: depth))
    case 1: .second(state(depth: depth))
    case 2: .third(state(depth: depth))
    default: .empty
    }
  }

  mutating func action(_ number: Int, _ state: Tree.State) -> Tree.Action {
    var steps: [Tree.Step] = []
    var place = state
    while !isTrue(1, of: 5), let step = place.steps.randomElement(using: &generator) {
      steps.append(step)
      place = place[step] ?? place
    }
    // Now and then for a feature that isn't there, or only in some other state.
    if isTrue(1, of: 20) {
      steps.append([.optional, .row(7), .value(7), .third].randomElement(using: &generator) ?? .first)
    }
    return steps.reversed().reduce(.act(act(number, depth: steps.count, place))) { $1($0) }
  }

  private mutating func act(_ number: Int, depth: Int, _ state: Tree.State, followUps: Int = 2) -> Act {
    var act = Act(number: number)
    for _ in 0..<self.number(0..<3) {
      act.effects.append(.init(distance: 0, work: work(number, state, followUps: followUps)))
    }
    if isTrue(1, of: 4), depth > 0 {
      let distance = self.number(1..<depth + 1)
      act.effects.append(.init(distance: distance, work: work(number, Tree.State(id: 0), followUps: 0)))
    }
    while isTrue(1, of: 3) {
      let phase = ReductionPhase.allCases.randomElement(using: &generator) ?? .own
      act.changes.append(.init(distance: self.number(0..<depth + 1), phase: phase, mutation: mutation(state)))
    }
    return act
  }

  private mutating func work(_ number: Int, _ state: Tree.State, followUps: Int) -> Act.Work {
    lastName += 1
    let id = isTrue(1, of: 2) ? "a" : "b"
    let seconds = self.number(1..<4)
    switch self.number(0..<12) {
    case 0: return .cancel(id)
    case 8: return .debounced("\(lastName)", id: id, seconds: seconds)
    case 9: return .throttled("\(lastName)", id: id, latest: isTrue(1, of: 2))
    case 10: return .timed("\(lastName)", id: isTrue(1, of: 2) ? id : nil, seconds: seconds)
    case 11:
      let scope = [LimitScope.feature, .parent, .store].randomElement(using: &generator) ?? .feature
      return .limited("\(lastName)", id: id, seconds: seconds, in: scope)
    case 1: return .nap("nap \(lastName)", seconds: self.number(1..<4), then: "after nap \(lastName)")
    case 2, 3:
      guard followUps > 0 else { break }
      let step = isTrue(1, of: 2) ? state.steps.randomElement(using: &generator) : nil
      let act = act(
        number * 10 + followUps,
        depth: step == nil ? 0 : 1,
        step.flatMap { state[$0] } ?? state,
        followUps: followUps - 1
      )
      return .send(step.map { $0(.act(act)) } ?? .act(act))
    default: break
    }
    return .endless("\(lastName)", id: [nil, "a", "b"].randomElement(using: &generator) ?? nil)
  }

  private mutating func mutation(_ state: Tree.State) -> Act.Mutation {
    // A tree that keeps growing is cut back.
    if state.size > 100 { return .all(self.state(depth: 2)) }
    switch number(0..<14) {
    case 0: return .optional(isTrue(1, of: 2) ? nil : self.state(depth: 2))
    case 1: return .presented(Presents(wrappedValue: isTrue(1, of: 2) ? nil : self.state(depth: 2)))
    case 2: return .rows(isTrue(1, of: 2) ? [] : [self.state(depth: 1), self.state(depth: 2)])
    case 3: return .row(number(0..<3), isTrue(1, of: 2) ? nil : self.state(depth: 2))
    case 4: return .reversedRows
    case 5: return .value(number(0..<3), isTrue(1, of: 2) ? nil : self.state(depth: 2))
    case 6: return .screen(screen(depth: 2))
    case 7: return .id(number(0..<3))
    case 8: return .all(self.state(depth: 2))
    default:
      guard let step = state.steps.randomElement(using: &generator), let child = state[step] else {
        return .id(number(0..<3))
      }
      return .at([step], mutation(child))
    }
  }
}
