/// Where in the tree of features a program is put.
struct EffectSite {
  let node: AnyFeatureNode
  /// Where the state of the site lay when its reducer ran; nil where the node is none of a state's own.
  var address: StateAddress?
  /// The route of the site's actions to the store; nil at the root.
  var route: (any ErasedActionRoute)?
  /// Whether the route passes a map of a user's, who makes it anew each time.
  var isMapped = false
  /// What becomes of work further up.
  var work: LeafMap?
  let runtime: Runtime
}
