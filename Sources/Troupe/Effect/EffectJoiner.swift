/// Collects effects and joins them with an operator. Nested joins of the same kind become one list,
/// regardless of the depth of the joins.
///
/// The type doesn't depend on the effects' actions, because generic code looks up the types of an effect and
/// of a list of effects each time it runs. These lookups took 6 % of the instructions of a debounced effect.
struct EffectJoiner {
  private let kind: Rope.Kind
  private var count = 0
  private var last: (part: Rope.Part, depth: Int)?
  // Short lists are copied, which costs less than a rope.
  private var list: ProgramList
  private var parts: [Rope.Part] = []
  /// The nesting depth of operators inside the join.
  private var depth = 0

  init(_ kind: Rope.Kind) {
    self.kind = kind
    list = ProgramList(kind)
  }

  /// Adds an effect.
  ///
  /// - Parameters:
  ///   - content: The content of the effect; nil for an effect that does nothing.
  ///   - itsDepth: The nesting depth of the effect's operators.
  mutating func add(_ content: Rope.Part?, depth itsDepth: Int) {
    guard let content else { return }
    count += 1
    last = (content, itsDepth)
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
    depth = max(depth, isOfKind ? itsDepth - 1 : itsDepth)
  }

  private mutating func cut() {
    if !list.isEmpty { parts.append(.program(list.program)) }
    list = ProgramList(kind)
  }

  /// Returns the content and the depth of the joined effect. The content is nil if no added effect does
  /// anything, or if operators are nested too deeply, which is reported as an issue.
  consuming func joined() -> (content: Rope.Part?, depth: Int) {
    if count <= 1 { return (last?.part, last?.depth ?? 0) }
    if parts.isEmpty { return nested(list.program, around: depth) }
    cut()
    let rope = Rope(kind, parts)
    return depth < nestingLimit ? (.rope(rope), depth + 1) : nested(rope.flattened, around: depth)
  }
}
