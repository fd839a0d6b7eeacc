/// How deep operators may be nested.
///
/// What an effect says is done by functions that call themselves for an operator inside of another, and
/// released in the same way: so it is bounded what that takes of the stack, which may be small.
let nestingLimit = 64

extension Effect {
  /// Puts an operator around an effect; one that is nested too deep is reported, and is nothing.
  ///
  /// - Parameters:
  ///   - program: The effect with the operator.
  ///   - depth: How deep operators are nested in what it is put around.
  init(_ program: Program, around depth: Int) {
    if depth < nestingLimit {
      self.init(.program(program), depth: depth + 1)
    } else {
      program.reportNesting()
      self.init(nil)
    }
  }

  /// Joins effects by an operator; joins of the same kind inside of one another are one list, however deep
  /// they are.
  static func joined(_ kind: Rope.Kind, _ effects: some Sequence<Effect>) -> Effect {
    var count = 0
    var last = Effect.none
    // Short lists are copied, which takes less than a rope.
    var list: [Program] = []
    var parts: [Rope.Part] = []
    var depth = 0
    func cut() {
      if !list.isEmpty { parts.append(.program(kind.program(of: list))) }
      list = []
    }
    for effect in effects {
      guard let content = effect.content else { continue }
      count += 1
      last = effect
      var isOfKind = true
      switch content {
      case .rope(let rope) where rope.kind == kind:
        cut()
        parts.append(content)
      case .program(let program):
        if let members = kind.members(of: program) {
          if members.count <= 8 {
            list += members
          } else {
            cut()
            parts.append(content)
          }
        } else {
          isOfKind = false
          list.append(program)
        }
      case .rope(let rope):
        isOfKind = false
        list.append(rope.flattened)
      }
      depth = max(depth, isOfKind ? effect.depth - 1 : effect.depth)
    }
    if count <= 1 { return last }
    if parts.isEmpty { return Effect(kind.program(of: list), around: depth) }
    cut()
    if depth < nestingLimit { return Effect(.rope(Rope(kind, parts)), depth: depth + 1) }
    return Effect(Rope(kind, parts).flattened, around: depth)
  }
}

extension Program {
  /// Reports that operators are nested too deep.
  func reportNesting() {
    let origin = firstWork?.origin
    let name = (origin?.name).map { " \"\($0)\"" } ?? ""
    let effect = origin.map { "the effect\(name) at \($0.location)" } ?? "an effect without work of its own"
    reportIssue(
      """
      More than \(nestingLimit) operators were put around \(effect), and it isn't run.

      The likely cause is a loop or a recursion that applies an operator to the result of the previous step: `cancellable`, \
      `map`, or `merge` and `concatenate` by turns. Collect the effects in an array, and apply the operator once: \
      `.merge(effects).cancellable(id: id)`. A `merge` in a `merge`, or a `concatenate` in a `concatenate`, can be nested \
      to any depth.
      """,
      at: origin?.location ?? SourceLocation()
    )
  }

  /// A piece of work in it, to name it by.
  private var firstWork: (any ErasedWork)? {
    if case .work(let leaf) = self { return leaf }
    if case .child(let effect) = self { return effect.program.firstWork }
    var found: (any ErasedWork)?
    forEachChild { if found == nil { found = $0.firstWork } }
    return found
  }
}
