extension Program {
  /// Whether the program has parts of children.
  var hasChildEffects: Bool {
    if case .own = self { false } else { true }
  }

  /// Whether the program has work or actions of the reducer itself, apart from children with a lifetime of
  /// their own.
  var hasOwnLeaves: Bool {
    if case .own(let program) = self { return program.leafCount > 0 }
    if case .child(let effect) = self { return !effect.child.hasLifetime && effect.program.hasOwnLeaves }
    var hasSome = false
    forEachChild { hasSome = hasSome || $0.hasOwnLeaves }
    return hasSome
  }

  /// The same program, for operators that were run by hand on a parent's state.
  func ranByHand(on address: StateAddress) -> Program {
    if case .child(let effect) = self { return .child(effect.ranByHand(on: address)) }
    return mapChildren { $0.ranByHand(on: address) }
  }

  /// The same program, with its parts at their sites in the tree of features.
  ///
  /// - Parameters:
  ///   - site: The site of the program itself.
  ///   - tree: Where the scopes of its parts are opened.
  func placed(at site: EffectSite, _ tree: inout FeatureTree) -> PlacedProgram {
    switch self {
    case .own(let program): site.work.map { program.map($0) } ?? program
    case .child(let effect): effect.placed(at: site, &tree)
    case .merge(let members): .merge(members.map { $0.placed(at: site, &tree) })
    case .concatenate(let members): .concatenate(members.map { $0.placed(at: site, &tree) })
    case .modified(let inner, let itsOperator): .modified(inner.placed(at: site, &tree), itsOperator)
    }
  }
}

extension Effect {
  /// The same effect, for an operator that was run by hand on a parent's state.
  func ranByHand(on address: StateAddress) -> Effect { Effect(program?.ranByHand(on: address)) }
}
