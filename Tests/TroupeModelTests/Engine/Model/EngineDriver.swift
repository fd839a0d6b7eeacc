import TroupeTesting

@testable import Troupe

/// Makes random steps.
struct EngineDriver {
  /// Actions below this number cause others.
  static let reactionCount = 12
  private static let idCount = 4

  var generator: SeededGenerator
  private var lastLabel = 100

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
  private mutating func isTrue(_ one: Int, of all: Int) -> Bool { number(0..<all) < one }
  private mutating func id() -> Int { number(0..<Self.idCount) }

  private mutating func label() -> Int {
    lastLabel += 1
    return lastLabel
  }

  /// The effect of each action; an action causes only later ones.
  mutating func reactions() -> [Int: EnginePlan] {
    var reactions: [Int: EnginePlan] = [:]
    for action in 0..<Self.reactionCount { reactions[action] = plan(depth: 3, above: action, scopes: false) }
    return reactions
  }

  /// - Parameter load: How much runs.
  mutating func step(load: Int) -> EngineStep {
    switch number(0..<100) {
    case 0..<4: .cancel(id(), in: number(0..<100))
    case 4..<7: .cancelCascade(number(0..<10))
    case 7..<9: .open(in: number(0..<100))
    case 9: .close(number(0..<100))
    case 10..<13: .piece(of: number(0..<100), id: id(), cancelInFlight: isTrue(1, of: 2), label: label())
    case 13..<18: .wait(number(1..<3))
    default:
      // Programs until there is enough to do, then more ends than beginnings.
      isTrue(load > 30 ? 1 : 3, of: 10)
        ? .turn(plan(depth: number(1..<8), above: -1, scopes: true), in: number(0..<100))
        : .end(number(0..<1000))
    }
  }

  mutating func plan(depth: Int, above action: Int, scopes: Bool) -> EnginePlan {
    func body(_ driver: inout EngineDriver) -> EnginePlan {
      driver.plan(depth: depth - 1, above: action, scopes: scopes)
    }
    guard depth > 0 else { return leaf(above: action) }
    switch number(0..<20) {
    case 0..<4: return .merge((0..<number(1..<4)).map { _ in body(&self) })
    case 4..<8: return .concatenate((0..<number(1..<4)).map { _ in body(&self) })
    case 8..<11: return .cancellable(body(&self), id: id(), cancelInFlight: isTrue(1, of: 2))
    case 11..<13:
      let overflow = [LimitOverflow.wait, .wait, .drop, .cancelOldest][number(0..<4)]
      let scope = [LimitScope.feature, .feature, .parent, .store][number(0..<4)]
      return .limited(body(&self), id: id(), to: number(1..<4), in: scope, overflow: overflow)
    case 13, 14: return .throttle(body(&self), id: id(), latest: isTrue(1, of: 2))
    case 15: return .debounce(body(&self), id: id())
    case 16: return .timeout(body(&self), sending: isTrue(1, of: 2) ? number(action + 1..<20) : nil)
    case 17: return .onShutdown(body(&self), isTrue(2, of: 3) ? .cancel : .finish)
    case 18 where scopes: return .scoped(body(&self), ScopeID(number: 0, slot: number(0..<100)))
    default: return leaf(above: action)
    }
  }

  private mutating func leaf(above action: Int) -> EnginePlan {
    switch number(0..<10) {
    case 0, 1: .send(number(action + 1..<20))
    case 2, 3: .cancel(id())
    case 4: .cancelAll
    default: .work(label())
    }
  }
}
