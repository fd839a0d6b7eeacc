/// The scoped stores of a tree that were created by key paths. Scoping by equal key paths returns the same
/// store as long as this store exists.
///
/// The cache doesn't retain stores. When a scoped store's core is released, in any context, the store is
/// removed from the cache. The core is looked up separately from its store. A core can outlive its store,
/// because the core is retained by the cores of stores that were scoped from that store.
final class ScopeCache: Sendable {
  private struct Entry {
    let place: ObjectIdentifier
    weak var core: (any AnyObject & Sendable)?
    weak var store: (any AnyObject & Sendable)?
  }

  private let entries = Locked<[ScopeKey: Entry]>([:])

  /// The number of scoped stores.
  var count: Int { entries.withLock { $0.count } }

  /// Returns the store of a key. Creates the store or its core if they don't exist. Call this method only on
  /// the tree's executor.
  ///
  /// - Parameters:
  ///   - key: The key, which contains the type of the core.
  ///   - update: Updates an existing core.
  ///   - make: Creates the core, which must retain the place.
  ///   - view: Creates the store of a core.
  func store<Core: AnyObject & Sendable, View: AnyObject & Sendable>(
    _ key: ScopeKey,
    update: (Core) -> Void = { _ in },
    orMake make: (ScopePlace) -> Core,
    view: (Core) -> View
  ) -> View {
    // The found objects are released outside the lock, because the deinitializer of a core acquires the lock.
    let found = entries.withLock { entries in entries[key].map { (core: $0.core, store: $0.store) } }
    if let core = found?.core as? Core {
      update(core)
      if let store = found?.store as? View { return store }
      let store = view(core)
      entries.withLock { $0[key]?.store = store }
      return store
    }
    let place = ScopePlace(key, in: self)
    let core = make(place)
    let store = view(core)
    entries.withLock { $0[key] = Entry(place: ObjectIdentifier(place), core: core, store: store) }
    return store
  }

  fileprivate func remove(_ place: ObjectIdentifier, _ key: ScopeKey) {
    // The key is released outside the lock, because it may own a user's value.
    _ = entries.withLock { entries -> (ScopeKey, Entry)? in
      // Another core may have replaced this core.
      guard let index = entries.index(forKey: key), entries[index].value.place == place else { return nil }
      return entries.remove(at: index)
    }
  }
}

/// A core's place in the cache. When the core releases the place, the core is removed from the cache.
final class ScopePlace: Sendable {
  private let key: ScopeKey
  private let cache: ScopeCache

  fileprivate init(_ key: ScopeKey, in cache: ScopeCache) {
    self.key = key
    self.cache = cache
  }

  deinit { cache.remove(ObjectIdentifier(self), key) }
}

/// The arguments with which a store was scoped.
///
/// The identities refer to objects that the core retains. After the core is released, another object can have
/// the same identity, but then the cache has no core for the key.
struct ScopeKey: Hashable, Sendable {
  /// A part that always exists, identified by its path, or a child, identified by its node.
  enum Part: Hashable, Sendable {
    case member(ScopeKeyPath)
    case child(ObjectIdentifier)
  }

  private let parent: ObjectIdentifier
  private let part: Part
  private let action: ScopeKeyPath
  /// The type of the core, because one path can be scoped with several types of actions.
  private let type: ObjectIdentifier

  init<Core>(_ part: Part, of parent: AnyObject, action: any AnyKeyPath & Sendable, _ type: Core.Type) {
    self.parent = ObjectIdentifier(parent)
    self.part = part
    self.action = ScopeKeyPath(path: action)
    self.type = ObjectIdentifier(type)
  }
}

/// A key path, as a part of a key.
struct ScopeKeyPath: Hashable, Sendable {
  let path: any AnyKeyPath & Sendable

  static func == (lhs: ScopeKeyPath, rhs: ScopeKeyPath) -> Bool { lhs.path == rhs.path }

  func hash(into hasher: inout Hasher) { hasher.combine(path) }
}
