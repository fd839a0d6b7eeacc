/// The view stores of the children of one, so that each child has the same one as long as it is there.
@MainActor
struct ViewStoreChildren {
  private var viewStores: [ChildKey: AnyObject] = [:]

  nonisolated init() {}

  var isEmpty: Bool { viewStores.isEmpty }

  /// The view store of a child.
  subscript<Child: AnyObject>(_ key: ChildKey) -> Child? {
    get { viewStores[key] as? Child }
    set { viewStores[key] = newValue }
  }

  mutating func forget(_ key: ChildKey) { viewStores[key] = nil }
}

/// What a child was asked for by.
struct ChildKey: Hashable {
  let state: AnyKeyPath
  let action: AnyKeyPath
  var id: AnyHashable?
}
