extension UnresolvedEffect {
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
  func reducedDirectly(on address: StateAddress) -> UnresolvedEffect {
    if case .child(let effect) = self { return .child(effect.reducedDirectly(on: address)) }
    return mapChildren { $0.reducedDirectly(on: address) }
  }

  /// The same program, with its parts at their sites in the tree of features.
  ///
  /// - Parameters:
  ///   - site: The site of the program itself.
  ///   - tree: Where the scopes of its parts are opened.
  func resolved(at site: ResolutionContext, _ tree: inout FeatureTree) -> ResolvedEffect {
    switch self {
    case .own(let program): site.work.map { program.map($0) } ?? program
    case .child(let effect): effect.resolved(at: site, &tree)
    case .merge(let members): .merge(members.map { $0.resolved(at: site, &tree) })
    case .concatenate(let members): .concatenate(members.map { $0.resolved(at: site, &tree) })
    case .modified(let inner, let itsOperator): .modified(inner.resolved(at: site, &tree), itsOperator)
    }
  }
}

extension Effect {
  /// The same effect, for an operator that was run by hand on a parent's state.
  func reducedDirectly(on address: StateAddress) -> Effect { Effect(program?.reducedDirectly(on: address)) }
}
