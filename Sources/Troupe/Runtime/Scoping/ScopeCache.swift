/// The scoped stores of a tree that were made by key paths. Scoping by equal key paths returns the same store
/// while it exists.
///
/// The cache keeps no store alive. A scoped store leaves it when its core is released, wherever that happens.
/// The core is looked up apart from its store: it can outlive the store, because the cores of the stores
/// that were scoped from it keep it.
final class ScopeCache: Sendable {
  private struct Entry {
    let place: ObjectIdentifier
    weak var core: (any AnyObject & Sendable)?
    weak var store: (any AnyObject & Sendable)?
  }

  private let entries = Locked<[ScopeKey: Entry]>([:])

  /// The number of scoped stores.
  var count: Int { entries.withLock { $0.count } }

  /// Returns the store of a key. Makes what doesn't exist. Call it only on the executor of the tree.
  ///
  /// - Parameters:
  ///   - key: The key. It has the type of the core.
  ///   - update: Updates a core that exists.
  ///   - make: Makes the core, which has to keep the place.
  func store<Core: StoreCoreProtocol>(
    _ key: ScopeKey,
    update: (Core) -> Void = { _ in },
    orMake make: (ScopePlace) -> Core
  ) -> Store<Core.State, Core.Action> {
    // What is found is let go outside of the lock, which the end of a core takes.
    let found = entries.withLock { entries in entries[key].map { (core: $0.core, store: $0.store) } }
    if let core = found?.core as? Core {
      update(core)
      if let store = found?.store as? Store<Core.State, Core.Action> { return store }
      let store = Store(view: core)
      entries.withLock { $0[key]?.store = store }
      return store
    }
    let place = ScopePlace(key, in: self)
    let core = make(place)
    let store = Store(view: core)
    entries.withLock { $0[key] = Entry(place: ObjectIdentifier(place), core: core, store: store) }
    return store
  }

  fileprivate func remove(_ place: ObjectIdentifier, _ key: ScopeKey) {
    // The key is let go outside of the lock: it may own something of the user's.
    _ = entries.withLock { entries -> (ScopeKey, Entry)? in
      // Another core may have come in its place.
      guard let index = entries.index(forKey: key), entries[index].value.place == place else { return nil }
      return entries.remove(at: index)
    }
  }
}

/// The place of a core in the cache. When the core releases it, the core leaves the cache.
final class ScopePlace: Sendable {
  private let key: ScopeKey
  private let cache: ScopeCache

  fileprivate init(_ key: ScopeKey, in cache: ScopeCache) {
    self.key = key
    self.cache = cache
  }

  deinit { cache.remove(ObjectIdentifier(self), key) }
}

/// What a store was scoped with.
///
/// The identities refer to objects that the core keeps. When the core is gone, another object may have the
/// same identity, but the cache then has no core for the key.
struct ScopeKey: Hashable, Sendable {
  /// A part that is always there, by its path, or a child, by its node.
  enum Part: Hashable, Sendable {
    case member(ScopeKeyPath)
    case child(ObjectIdentifier)
  }

  private let parent: ObjectIdentifier
  private let part: Part
  private let action: ScopeKeyPath
  /// The type of the core: one path can be scoped with several types of actions.
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
