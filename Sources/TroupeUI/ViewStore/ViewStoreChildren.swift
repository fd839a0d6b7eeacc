/// The view stores of a view store's children. Each child has the same view store as long as the child
/// exists.
@MainActor
struct ViewStoreChildren {
  private var viewStores: [ChildKey: AnyObject] = [:]

  nonisolated init() {}

  var isEmpty: Bool { viewStores.isEmpty }

  /// The view store of a child; nil if the child has none.
  subscript<Child: AnyObject>(_ key: ChildKey) -> Child? {
    get { viewStores[key] as? Child }
    set { viewStores[key] = newValue }
  }

  mutating func forget(_ key: ChildKey) { viewStores[key] = nil }
}

/// The key that identifies a child.
struct ChildKey: Hashable {
  let state: AnyKeyPath
  let action: AnyKeyPath
  var id: AnyHashable?
}
