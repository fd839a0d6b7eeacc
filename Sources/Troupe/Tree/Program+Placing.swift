extension Program {
  /// Whether it has parts that have to be placed.
  var hasChildEffects: Bool {
    if case .child = self { return true }
    var hasSome = false
    forEachChild { hasSome = hasSome || $0.hasChildEffects }
    return hasSome
  }

  /// Whether there is work or an action in it that is the reducer's own, and not a child's with a life of its
  /// own.
  var hasOwnLeaves: Bool {
    if case .child(let effect) = self { return !effect.child.hasLifetime && effect.program.hasOwnLeaves }
    if isLeaf { return true }
    var hasSome = false
    forEachChild { hasSome = hasSome || $0.hasOwnLeaves }
    return hasSome
  }

  /// The same, of operators that were run by hand on a parent's state.
  func ranByHand(on address: StateAddress) -> Program {
    guard hasChildEffects else { return self }
    if case .child(let effect) = self { return .child(effect.ranByHand(on: address)) }
    return mapChildren { $0.ranByHand(on: address) }
  }

  /// The same with its parts at their sites in the tree of features.
  func placed(at site: EffectSite) -> Program {
    guard hasChildEffects else { return site.work.map { map($0) } ?? self }
    if case .child(let effect) = self { return effect.placed(at: site) }
    return mapChildren { $0.placed(at: site) }
  }
}

extension Effect {
  /// The same, of an operator that was run by hand on a parent's state.
  func ranByHand(on address: StateAddress) -> Effect { Effect(program?.ranByHand(on: address)) }
}
