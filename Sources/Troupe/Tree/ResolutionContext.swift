/// The position of a program in the feature tree.
struct ResolutionContext {
  let node: AnyFeatureNode
  /// The address of the site's state while its reducer ran; nil if the node doesn't belong to that state.
  var address: StateAddress?
  /// The route of the site's actions to the store; nil at the root.
  var route: (any AnyActionRoute)?
  /// Whether the route includes a map of user code, which is created at each use.
  var isMapped = false
  /// The map of work that the levels above the site apply.
  var work: EffectTransform?
}
