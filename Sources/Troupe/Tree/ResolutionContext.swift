/// The position of a program in the tree of features.
struct ResolutionContext {
  let node: AnyFeatureNode
  /// The address of the site's state when its reducer ran; nil if the node doesn't belong to that state.
  var address: StateAddress?
  /// The route of the site's actions to the store; nil at the root.
  var route: (any AnyActionRoute)?
  /// Whether the route includes the user's mapping, which is created at each use.
  var isMapped = false
  /// The mapping of work further up.
  var work: EffectTransform?
}
