/// An operator that embeds children in a parent, as a store runs it.
class AnyChildOperator {
  /// Whether the children have separate scopes.
  let hasLifetime: Bool

  init(hasLifetime: Bool) {
    self.hasLifetime = hasLifetime
  }

  /// Places the effect of one of the operator's children at its site.
  func place(_ effect: ChildEffect, at site: ResolutionContext, _ tree: inout FeatureTree) -> ResolvedEffect {
    preconditionFailure("A child operator doesn't implement `place`.")
  }
}
