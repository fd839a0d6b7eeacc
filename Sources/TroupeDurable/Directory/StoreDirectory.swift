import Troupe
import TroupeDiagnostics

/// The stores of many keys, of which only a few are open at a time.
///
/// A directory opens a key's store when a caller asks for it, once for all concurrent callers. It passivates
/// stores that have been unused for a while, or that exceed its capacity. Keys of passivated stores take no
/// memory, and keys never wait for each other.
///
/// Stores are opened with the task-local values, and therefore the dependencies, of the directory's creator,
/// never with the first caller's.
///
/// Two keys are the same if they are equal and their strings have the same UTF-8. `"\u{e9}"` and `"e\u{301}"`
/// are equal strings but different keys, as in a ``Storage``.
///
/// The model of a directory is the virtual actors of Orleans.
public final actor StoreDirectory<Key: Hashable & Sendable, State: Sendable, Action: Sendable> {
  typealias Entry = DirectoryEntry<Key, State, Action>

  nonisolated let isolation: any Actor
  nonisolated let host: DirectoryHost
  let configuration: StoreDirectoryConfiguration
  let makeStore: @Sendable (Key) async throws -> Store<State, Action>
  /// Passivates a store, or returns false if that isn't possible now. The instant is the current time; nil if
  /// the directory doesn't open scheduled keys.
  let close: @Sendable (Store<State, Action>, WallClockInstant?) async -> Bool
  /// The time since the directory was created.
  @usableFromInline let elapsed: @Sendable () -> Duration

  /// The data about open stores that callers need.
  @usableFromInline let uses: Locked<DirectoryUses<Key, State, Action>>

  var entries = KeyTable<Key, Entry>()
  /// The entries at their slots; nil for a free slot.
  var slots: [Entry?] = []
  var freeSlots: [Int] = []
  var isShutDown = false
  /// The result of the shutdown, after it has ended.
  var reports: [Key: ShutdownReport]?
  /// The running calls of `run`.
  var runs: [DirectoryRun<Key>] = []
  /// The consumers of events.
  var sinks: [WeakSink<Key>] = []
  private var lastNumber: UInt64 = 0
  var counts = StoreDirectoryStatistics()

  /// The directory's executor.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { isolation.unownedExecutor }

  /// Creates a directory.
  ///
  /// ```swift
  /// let directory = StoreDirectory { (name: String) in
  ///   try await Store(
  ///     initialState: Warehouse.State(),
  ///     storage: storage,
  ///     key: StorageKey(name),
  ///     codec: StateCodec(format: JSONFormat())
  ///   ) {
  ///     Warehouse()
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - configuration: The configuration of the directory.
  ///   - open: Creates a key's store. The store's state must be saved, because passivation removes the store:
  ///     use the initializer with a storage. The closure runs in a task of the directory.
  public init(
    configuration: StoreDirectoryConfiguration = StoreDirectoryConfiguration(),
    open: @escaping @Sendable (Key) async throws -> Store<State, Action>
  ) {
    self.init(
      configuration: configuration,
      open: open,
      passivate: { await $0.passivate(now: $1?.sinceEpoch) }
    )
  }

  package init(
    configuration: StoreDirectoryConfiguration,
    open: @escaping @Sendable (Key) async throws -> Store<State, Action>,
    passivate: @escaping @Sendable (Store<State, Action>, WallClockInstant?) async -> Bool
  ) {
    isolation = Troupe.storeIsolation(on: configuration.executor)
    host = DirectoryHost(executor: configuration.taskExecutor)
    self.configuration = configuration
    uses = Locked(DirectoryUses(configuration))
    makeStore = open
    close = passivate
    elapsed = Self.stopwatch(configuration.clock)
  }

  deinit {
    host.end()
    for sink in sinks { sink.value?.end() }
  }

  /// Runs an operation with the store of a key, and opens the store first if necessary.
  ///
  /// ```swift
  /// let total = try await directory.withStore(for: "north") { store in await store.stock }
  /// ```
  ///
  /// The store stays open until the operation has returned; don't use it after that. Operations on one key
  /// can run at the same time, and can be nested. A task gets an open store without leaving its executor.
  ///
  /// It resumes when the operation has returned. Cancelling the task while the store is being opened ends the
  /// wait; the store is still opened.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - operation: Uses the store.
  /// - Returns: The result of the operation.
  /// - Throws: The error of the operation; the error with which the store couldn't be opened, which all its
  ///   waiting callers get; ``StoreDirectoryError`` if the directory was shut down; `CancellationError` if
  ///   the task was cancelled while the store was being opened.
  @discardableResult
  @inlinable
  public nonisolated(nonsending) func withStore<Result>(
    for key: Key,
    _ operation: (Store<State, Action>) async throws -> Result
  ) async throws -> Result {
    let use = if let use = begin(key) { use } else { try await open(key) }
    do {
      let result = try await operation(use.store)
      if end(use) { await sweep() }
      return result
    } catch {
      if end(use) { await sweep() }
      throw error
    }
  }

  /// The directory's counters.
  public var statistics: StoreDirectoryStatistics {
    var statistics = counts
    statistics.usedCount = uses.withLock { $0.usedCount }
    return statistics
  }

  /// Returns the number of a new entry.
  func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  // MARK: Callers

  /// Returns the store of a key and counts a new use, if the store is open.
  @inlinable
  nonisolated func begin(_ key: Key) -> StoreUse<State, Action>? {
    guard let use = uses.withLock({ $0.begin(key) }) else { return nil }
    if !use.store.isClosedToActions { return use }
    // The caller reopens it. Until then, it needn't be passivated.
    _ = end(use)
    return nil
  }

  /// Waits until the store of a key is open, returns it and counts a new use.
  @usableFromInline
  func open(_ key: Key) async throws -> StoreUse<State, Action> {
    guard !isShutDown else { throw StoreDirectoryError.shutDown }
    let entry = entries[key] ?? insert(key)
    if case .open(let store) = entry.phase {
      // It may have been opened in the meantime.
      if !store.isClosedToActions { return begin(entry, store) }
      reopen(entry)
    }
    return try await Opening.wait(for: entry.opening) {
      let waiter = DirectoryWaiter<StoreUse<State, Action>>()
      entry.waiters.append(waiter)
      return try await waiter.wait()
    }
  }

  /// Records that a caller has returned a store. Returns whether there may be a store to passivate.
  @inlinable
  nonisolated func end(_ use: StoreUse<State, Action>) -> Bool {
    let time = elapsed()
    return uses.withLock { $0.end(use, at: time) }
  }

  /// Counts a new use of an entry's store.
  func begin(_ entry: Entry, _ store: Store<State, Action>) -> StoreUse<State, Action> {
    uses.withLock { [slot = entry.slot] in $0.begin(at: slot, store) }
  }

  private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
