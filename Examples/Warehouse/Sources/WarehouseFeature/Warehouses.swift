import Troupe
import TroupeDurable
import TroupeFoundation

/// The warehouses, each a store under its name, few of which are open at a time.
package final class Warehouses: Sendable {
  package typealias Directory = StoreDirectory<String, Warehouse.State, Warehouse.Action>

  /// What gets the name and the store of each warehouse that is opened. It isn't a function type, so that a
  /// trailing closure is never taken for it.
  package struct OnOpen: Sendable {
    fileprivate let call: @Sendable (_ name: String, _ store: StoreOf<Warehouse>) async -> Void

    package init(_ call: @escaping @Sendable (_ name: String, _ store: StoreOf<Warehouse>) async -> Void) {
      self.call = call
    }
  }

  /// No warehouse has this name.
  package struct NoSuchWarehouse: Error { package init() {} }

  package let directory: Directory
  /// Nil if they aren't saved.
  package let storage: (any Storage)?
  private let sharing: SharedWarehouses?
  private let codec: StateCodec<Warehouse.State>
  private let feeds = Feeds()
  private let unsaved = UnsavedNames()

  /// - Parameters:
  ///   - storage: Where the warehouses are saved; nil to keep all of them open, and discard them at the end.
  ///   - sharing: How they are opened, if other programs share them; nil for a storage that isn't shared.
  ///   - capacity: How many are kept open.
  ///   - editTime: The maximum time for which an item can be edited.
  ///   - configuration: How each store runs.
  ///   - executors: Where the stores run; nil for default executors.
  ///   - onOpen: Called with each store that is opened, before it is used; nil for nothing.
  ///   - updateDependencies: Sets dependencies of the stores.
  package init(
    storage: (any Storage)?,
    sharing: SharedWarehouses? = nil,
    capacity: Int = 1_000,
    editTime: Duration = Lease.duration,
    configuration: StoreConfiguration<Warehouse.Action> = StoreConfiguration(),
    executors: WarehouseExecutors? = nil,
    onOpen: OnOpen? = nil,
    withDependencies updateDependencies: @escaping @Sendable (inout DependencyValues) -> Void = { _ in }
  ) {
    self.storage = storage
    self.sharing = sharing
    let codec = StateCodec.warehouse
    self.codec = codec
    var directoryConfiguration = Self.directoryConfiguration(isSaved: storage != nil, capacity: capacity)
    directoryConfiguration.executor = executors?.makeOne()
    directoryConfiguration.taskExecutor = executors?.opening
    directory = StoreDirectory(configuration: directoryConfiguration) { [feeds, unsaved] name in
      let key = StorageKey(name)
      let place = Feeds.Place()
      let configuration = feeds.configuration(
        configuration.running(on: executors?.makeOne()),
        removing: name,
        at: place
      )
      let openSaved: SharedWarehouses.Open = { storage in
        // Reading a warehouse doesn't create one.
        guard try await storage.load(key) != nil else { throw NoSuchWarehouse() }
        return try await Store(
          initialState: Warehouse.State(),
          storage: storage,
          key: key,
          codec: codec,
          wake: { $0.wake },
          // For about a minute. When saving works again, it is saved soon.
          retry: .exponential(initial: .milliseconds(50), maximum: .milliseconds(500), attempts: 120),
          configuration: configuration
        ) {
          Warehouse(editTime: editTime)
        } withDependencies: {
          updateDependencies(&$0)
        }
      }
      let store: StoreOf<Warehouse>
      if let sharing {
        store = try await sharing.open(key, openSaved)
      } else if let storage {
        store = try await openSaved(storage)
      } else {
        guard unsaved.contains(name) else { throw NoSuchWarehouse() }
        store = Store(initialState: Warehouse.State(), configuration: configuration) {
          Warehouse(editTime: editTime)
        } withDependencies: {
          updateDependencies(&$0)
        }
      }
      let feed = await store.feed(buffering: 1_024, overflow: .fail) { action, state in
        state.item(changedBy: action).map { ItemEvent($0) }
      }
      feeds.add(feed, for: name, at: place)
      await onOpen?.call(name, store)
      return store
    }
  }

  static func directoryConfiguration(isSaved: Bool, capacity: Int) -> StoreDirectoryConfiguration {
    var configuration = StoreDirectoryConfiguration()
    configuration.capacity = capacity
    if !isSaved {
      // A closed warehouse is forgotten.
      configuration.capacity = .max
      configuration.idleTime = nil
    }
    return configuration
  }

  /// Runs an operation with a warehouse, and the feed of the items that change in it.
  package nonisolated(nonsending) func follow<Value>(
    _ name: String,
    _ operation: (StoreOf<Warehouse>, StoreFeed<ItemEvent>) async throws -> Value
  ) async throws -> Value {
    try await directory.withStore(for: name) { store in
      guard let feed = feeds[name] else { throw NoSuchWarehouse() }
      return try await operation(store, feed)
    }
  }

  /// Whether a warehouse is open. It may close at any time.
  package func isOpen(_ name: String) -> Bool { feeds[name] != nil }

  /// The position in the feed of a warehouse; nil if it isn't open.
  package func position(of name: String) -> FeedPosition? { feeds[name]?.position }

  /// The warehouses that are open.
  package var openNames: [String] { feeds.names }

  /// Ends the store of an open warehouse, and saves it. Its effects may continue for this long.
  ///
  /// - Returns: What had to be cut off; nil if the warehouse isn't open any more, and can't be opened.
  package func end(
    _ name: String,
    within duration: Duration,
    cancellationGrace grace: Duration = .seconds(5)
  ) async -> ShutdownReport? {
    // If the directory refuses to open it for that, it isn't a failure.
    try? await directory.withStore(for: name) {
      await $0.shutdown(within: duration, cancellationGrace: grace)
    }
  }

  /// Whether a text can be the name of a warehouse: lowercase letters, digits and hyphens, 40 at most.
  package static func isName(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  /// Creates an empty warehouse.
  ///
  /// - Returns: Whether it is new. An existing one stays as it is.
  package func make(_ name: String) async throws -> Bool {
    precondition(Self.isName(name), "A warehouse can't be called like this.")
    guard let storage else { return unsaved.insert(name) }
    let bytes = try codec.encode(Warehouse.State())
    do throws(StorageError) {
      try await storage.save(bytes, for: StorageKey(name), expecting: nil, as: StorageRevision(), wake: nil)
      return true
    } catch {
      guard error.code == .superseded else { throw error }
      return false
    }
  }

  /// The names of the first unsaved warehouses after a name, at most this many.
  package func unsavedNames(after name: String, limit: Int) -> [String] { unsaved.first(limit, after: name) }

  /// Opens the warehouses with a lease that ends, so that the lease ends even if no client asks for them. It
  /// runs until its task is cancelled. If no warehouse is saved, it returns at once, because all are open.
  package func endLeases() async throws {
    guard let storage else { return }
    try await directory.run(waking: sharing?.due ?? storage, now: { .now }) { key in
      Self.isName(key.text) ? key.text : nil
    }
  }
}

extension StoreConfiguration {
  fileprivate func running(on executor: (any SerialExecutor)?) -> StoreConfiguration {
    var configuration = self
    configuration.executor = executor
    return configuration
  }
}
