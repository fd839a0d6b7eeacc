/// The maximum depth of nested operators.
///
/// Running or releasing an effect recurses once for each nested operator. The limit bounds the recursion's
/// use of the call stack, which may be small.
let nestingLimit = 64

/// Returns the content and the depth of an effect that an operator wraps. If operators are nested too
/// deeply, an issue is reported and the content is nil.
///
/// - Parameters:
///   - program: The effect with the operator applied.
///   - depth: The nesting depth of operators in the inner effect.
func nested(_ program: UnresolvedEffect, around depth: Int) -> (content: Rope.Part?, depth: Int) {
  if depth < nestingLimit { return (.program(program), depth + 1) }
  program.reportNesting()
  return (nil, 0)
}

extension Effect {
  /// Wraps an effect in an operator; see ``nested(_:around:)``.
  init(_ program: UnresolvedEffect, around depth: Int) {
    (content, self.depth) = nested(program, around: depth)
  }

  /// Creates the effect that consists of the added effects.
  private init(_ joiner: consuming EffectJoiner) { (content, depth) = joiner.joined() }

  /// Joins the effects of a sequence with an operator.
  static func joined(_ kind: Rope.Kind, _ effects: some Sequence<Effect>) -> Effect {
    var joiner = EffectJoiner(kind)
    for effect in effects { joiner.add(effect.content, depth: effect.depth) }
    return Effect(joiner)
  }

  /// Joins the effects of an array with an operator. Code that iterated over the array would look up the
  /// types of the iterator.
  static func joined(_ kind: Rope.Kind, _ effects: [Effect]) -> Effect {
    var joiner = EffectJoiner(kind)
    for position in 0..<effects.count {
      let effect = effects[position]
      joiner.add(effect.content, depth: effect.depth)
    }
    return Effect(joiner)
  }

  /// Joins this effect and another effect with an operator.
  func joined(_ kind: Rope.Kind, with other: Effect) -> Effect {
    if other.content == nil { return self }
    if content == nil { return other }
    var joiner = EffectJoiner(kind)
    joiner.add(content, depth: depth)
    joiner.add(other.content, depth: other.depth)
    return Effect(joiner)
  }
}

extension UnresolvedEffect {
  /// Reports that operators are nested too deeply.
  func reportNesting() {
    let origin = firstWork?.origin
    let name = (origin?.name).map { " \"\($0)\"" } ?? ""
    let effect = origin.map { "the effect\(name) at \($0.location)" } ?? "an effect without work"
    reportIssue(
      """
      More than \(nestingLimit) nested operators apply to \(effect), so the effect isn't run.

      The likely cause is a loop or a recursion that applies an operator to the result of the previous step: `cancellable`, \
      `map`, or `merge` alternating with `concatenate`. Collect the effects in an array, and apply the operator once: \
      `.merge(effects).cancellable(id: id)`. A `merge` in a `merge`, or a `concatenate` in a `concatenate`, can be nested \
      to any depth.
      """,
      at: origin?.location ?? .unknown
    )
  }
}
