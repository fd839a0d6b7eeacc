/// The view stores of the children of one, so that each child has the same one as long as it is there.
@MainActor
struct ViewStoreChildren {
  private var viewStores: [ChildKey: AnyObject] = [:]

  nonisolated init() {}

  /// What was made for a key; what `make` makes where there is nothing yet.
  mutating func child<Child: AnyObject>(_ key: ChildKey, or make: () -> Child) -> Child {
    if let known = viewStores[key] as? Child { return known }
    let child = make()
    viewStores[key] = child
    return child
  }
}

/// What a child was asked for by.
struct ChildKey: Hashable {
  let state: AnyKeyPath
  let action: AnyKeyPath
  var id: AnyHashable?
}
