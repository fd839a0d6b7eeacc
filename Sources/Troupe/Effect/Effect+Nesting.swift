/// The maximum depth of nested operators.
///
/// Running or releasing an effect recurses once for each nested operator. The limit bounds the recursion's
/// use of the call stack, which may be small.
let nestingLimit = 64

extension Effect {
  /// Wraps an effect in an operator. If operators are nested too deeply, an issue is reported and the effect
  /// does nothing.
  ///
  /// - Parameters:
  ///   - program: The effect with the operator applied.
  ///   - depth: The nesting depth of operators in the inner effect.
  init(_ program: UnresolvedEffect, around depth: Int) {
    if depth < nestingLimit {
      self.init(.program(program), depth: depth + 1)
    } else {
      program.reportNesting()
      self.init(nil)
    }
  }

  /// Joins effects with an operator. Nested joins of the same kind become one list, regardless of the depth
  /// of the joins.
  static func joined(_ kind: Rope.Kind, _ effects: some Sequence<Effect>) -> Effect {
    var count = 0
    var last = Effect.none
    // Short lists are copied, which costs less than a rope.
    var list = ProgramList(kind)
    var parts: [Rope.Part] = []
    var depth = 0
    func cut() {
      if !list.isEmpty { parts.append(.program(list.program)) }
      list = ProgramList(kind)
    }
    for effect in effects {
      guard let content = effect.content else { continue }
      count += 1
      last = effect
      var isOfKind = false
      switch content {
      case .rope(let rope) where rope.kind == kind:
        isOfKind = true
        cut()
        parts.append(content)
      case .program(let program):
        let memberCount = kind.memberCount(of: program)
        isOfKind = memberCount != nil
        if memberCount ?? 0 > 8 {
          cut()
          parts.append(content)
        } else {
          list.append(program)
        }
      case .rope(let rope):
        list.append(rope.flattened)
      }
      depth = max(depth, isOfKind ? effect.depth - 1 : effect.depth)
    }
    if count <= 1 { return last }
    if parts.isEmpty { return Effect(list.program, around: depth) }
    cut()
    if depth < nestingLimit { return Effect(.rope(Rope(kind, parts)), depth: depth + 1) }
    return Effect(Rope(kind, parts).flattened, around: depth)
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
