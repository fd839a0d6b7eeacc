/// Programs that are joined by one operator, in order.
///
/// If no program has parts from children, the joined program has no such parts either, and doesn't have to be
/// placed.
struct ProgramList {
  private let kind: Rope.Kind
  /// The programs, as long as no program has parts from children.
  private var own: [ResolvedEffect] = []
  /// All programs, once any of them has parts from children.
  private var mixed: [UnresolvedEffect] = []

  init(_ kind: Rope.Kind) {
    self.kind = kind
  }

  var isEmpty: Bool { own.isEmpty && mixed.isEmpty }

  /// Adds a program. If the program is joined by the same operator, adds the program's members instead.
  mutating func append(_ program: UnresolvedEffect) {
    switch (kind, program) {
    case (.merge, .own(.merge(let members))), (.concatenate, .own(.concatenate(let members))):
      if mixed.isEmpty { own += members } else { mixed += members.lazy.map(UnresolvedEffect.own) }
    case (.merge, .merge(let members)), (.concatenate, .concatenate(let members)):
      mix()
      mixed += members
    case (_, .own(let program)) where mixed.isEmpty:
      // Most lists have two programs, for which the array would otherwise be allocated twice.
      if own.isEmpty { own.reserveCapacity(2) }
      own.append(program)
    default:
      mix()
      mixed.append(program)
    }
  }

  private mutating func mix() {
    if own.isEmpty { return }
    mixed = own.map(UnresolvedEffect.own)
    own = []
  }

  /// The joined program.
  var program: UnresolvedEffect {
    switch kind {
    case .merge: mixed.isEmpty ? .own(.merge(own)) : .merge(mixed)
    case .concatenate: mixed.isEmpty ? .own(.concatenate(own)) : .concatenate(mixed)
    }
  }
}
