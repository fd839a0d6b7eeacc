/// The program of an effect: a tree of the reducer's own leaves and of the effects that children's reducers
/// returned.
///
/// The parts of children have no sites in the feature tree yet. These parts must be placed before the engine
/// can begin the program; see ``resolved(at:_:)``.
enum UnresolvedEffect: Sendable {
  /// A program without parts of children. The engine can begin such a program without placing any parts.
  case own(ResolvedEffect)
  case child(ChildEffect)
  case merge([UnresolvedEffect])
  case concatenate([UnresolvedEffect])
  indirect case modified(UnresolvedEffect, EffectOperator)

  static let nothing = UnresolvedEffect.own(.merge([]))

  var isNothing: Bool {
    if case .own(.merge(let members)) = self { members.isEmpty } else { false }
  }

  /// Returns the program wrapped in an operator.
  func inside(_ itsOperator: EffectOperator) -> UnresolvedEffect {
    if case .own(let program) = self { return .own(.modified(program, itsOperator)) }
    return .modified(self, itsOperator)
  }

  // MARK: Children

  /// Calls a closure with each direct child, in order.
  func forEachChild(_ body: (UnresolvedEffect) -> Void) {
    switch self {
    case .own, .child: break
    case .merge(let members), .concatenate(let members): members.forEach(body)
    case .modified(let inner, _): body(inner)
    }
  }

  /// Returns the program with transformed direct children.
  func mapChildren(_ transform: (UnresolvedEffect) -> UnresolvedEffect) -> UnresolvedEffect {
    switch self {
    case .own, .child: self
    case .merge(let members): .merge(members.map(transform))
    case .concatenate(let members): .concatenate(members.map(transform))
    case .modified(let inner, let itsOperator): .modified(transform(inner), itsOperator)
    }
  }

  // MARK: Contents and maps

  /// Returns the program with mapped leaves.
  func map(_ map: EffectTransform) -> UnresolvedEffect {
    switch self {
    case .own(let program): .own(program.map(map))
    case .child(let effect): .child(effect.mapped(by: map))
    case .modified(let inner, let itsOperator): .modified(inner.map(map), itsOperator.map(map))
    case .merge, .concatenate: mapChildren { $0.map(map) }
    }
  }

  /// The first work in the program. The program is named after this work.
  var firstWork: (any AnyWork)? {
    if case .own(let program) = self { return program.firstWork }
    if case .child(let effect) = self { return effect.program.firstWork }
    var found: (any AnyWork)?
    forEachChild { if found == nil { found = $0.firstWork } }
    return found
  }
}
