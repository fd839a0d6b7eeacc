/// The route of actions from a site in the feature tree to the store.
///
/// A site has the whole route. Effects deep in the tree are therefore created and stored like effects at the
/// root. Only sent actions pass through the levels above the site.
protocol AnyActionRoute: AnyObject, Sendable {
  /// Returns the store's action for a site's action.
  func queuedAction(_ leaf: any AnyQueuedAction) -> any AnyQueuedAction
}
