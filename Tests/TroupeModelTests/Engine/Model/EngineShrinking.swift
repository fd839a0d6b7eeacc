@testable import Troupe

/// A run of an engine that differs from the model.
struct EngineFailure {
  var steps: [EngineStep]
  var reactions: [Int: EnginePlan]
  var difference: String

  /// Runs steps from the beginning; nil if the engine and the model agree to the end.
  static func run(_ steps: [EngineStep], _ reactions: [Int: EnginePlan]) -> EngineFailure? {
    var run = EngineRun(reactions: reactions)
    for (index, step) in steps.enumerated() {
      run.take(step)
      if let difference = run.difference {
        return EngineFailure(steps: Array(steps[...index]), reactions: reactions, difference: difference)
      }
      run.forget()
    }
    return nil
  }

  /// The same with steps and parts of effects left out, as long as something differs.
  func shrunk() -> EngineFailure {
    var best = self
    var length = max(best.steps.count / 2, 1)
    while length > 0 {
      var start = max(best.steps.count - length, 0)
      while true {
        var steps = best.steps
        steps.removeSubrange(start..<min(start + length, steps.count))
        if let failure = Self.run(steps, best.reactions) { best = failure }
        if start == 0 { break }
        start = max(start - length, 0)
      }
      length /= 2
    }
    while let smaller = best.smaller() { best = smaller }
    return best
  }

  /// The first of these runs, with one step simpler or one reaction less, that also differs.
  private func smaller() -> EngineFailure? {
    for index in steps.indices {
      var steps = steps
      steps.remove(at: index)
      if let failure = Self.run(steps, reactions) { return failure }
      guard case .turn(let plan, let scope) = self.steps[index] else { continue }
      for simpler in plan.simpler {
        steps = self.steps
        steps[index] = .turn(simpler, in: scope)
        if let failure = Self.run(steps, reactions) { return failure }
      }
    }
    for (action, plan) in reactions {
      for simpler in [nil] + plan.simpler.map(Optional.init) {
        var reactions = reactions
        reactions[action] = simpler
        if let failure = Self.run(steps, reactions) { return failure }
      }
    }
    return nil
  }
}

extension EngineFailure: CustomStringConvertible {
  var description: String {
    let actions = reactions.sorted { $0.key < $1.key }.map { "  action \($0): \($1)" }
    return ([difference, "after"] + steps.map { "  \($0)" } + actions).joined(separator: "\n")
  }
}

extension EnginePlan {
  /// Plans with one part less.
  var simpler: [EnginePlan] {
    var plans = parts
    for index in parts.indices {
      if parts.count > 1 {
        var parts = parts
        parts.remove(at: index)
        plans.append(around(parts))
      }
      for simpler in parts[index].simpler {
        var parts = parts
        parts[index] = simpler
        plans.append(around(parts))
      }
    }
    return plans
  }
}
