/// The route of actions from a site in the tree of features to the store.
///
/// A site knows the whole route. Effects deep in the tree are therefore made and kept like those at its root,
/// and only a sent action passes the levels above.
protocol AnyActionRoute: AnyObject, Sendable {
  /// Returns the store's action for an action of the site.
  func queuedAction(_ leaf: any AnyQueuedAction) -> any AnyQueuedAction
}
