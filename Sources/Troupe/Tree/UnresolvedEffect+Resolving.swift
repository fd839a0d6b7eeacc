extension UnresolvedEffect {
  /// Whether the program has parts of children.
  var hasChildEffects: Bool {
    if case .own = self { false } else { true }
  }

  /// Whether the program has work or actions of the reducer itself, apart from the effects of children with a
  /// separate lifetime.
  var hasOwnLeaves: Bool {
    if case .own(let program) = self { return program.leafCount > 0 }
    if case .child(let effect) = self { return !effect.child.hasLifetime && effect.program.hasOwnLeaves }
    var hasSome = false
    forEachChild { hasSome = hasSome || $0.hasOwnLeaves }
    return hasSome
  }

  /// Returns the program for an operator that user code ran with `reduce(into:action:)` on a parent's state.
  func reducedDirectly(on address: StateAddress) -> UnresolvedEffect {
    if case .child(let effect) = self { return .child(effect.reducedDirectly(on: address)) }
    return mapChildren { $0.reducedDirectly(on: address) }
  }

  /// Returns the program with its parts placed at their sites in the feature tree.
  ///
  /// - Parameters:
  ///   - site: The site of the program itself.
  ///   - tree: The tree in which the scopes of the parts are opened.
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
