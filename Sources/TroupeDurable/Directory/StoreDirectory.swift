import Troupe
import TroupeDiagnostics

/// A directory of the stores of many keys, of which only a few are open at a time.
///
/// A directory opens a key's store when a caller asks for it, once for all concurrent callers. The directory
/// passivates stores that have been unused for a while, or that exceed its capacity. Keys of passivated
/// stores use no memory, and operations on different keys never wait for each other.
///
/// Stores are opened with the task-local values, and therefore the dependencies, of the directory's creator,
/// never with the values of a caller.
///
/// Two keys are the same if they are equal and their strings have the same UTF-8. `"\u{e9}"` and `"e\u{301}"`
/// are equal strings but different keys, as in a ``Storage``.
///
/// The design follows Orleans' virtual actors.
public final actor StoreDirectory<Key: Hashable & Sendable, State: Sendable, Action: Sendable> {
  typealias Entry = DirectoryEntry<Key, State, Action>

  nonisolated let isolation: any Actor
  nonisolated let host: DirectoryHost
  let configuration: StoreDirectoryConfiguration
  let makeStore: @Sendable (Key) async throws -> Store<State, Action>
  /// Passivates a store, or returns false if the store can't be passivated now. The instant is the current
  /// time; nil if the directory doesn't open scheduled keys.
  let close: @Sendable (Store<State, Action>, WallClockInstant?) async -> Bool
  /// The time since the directory was created.
  @usableFromInline let elapsed: @Sendable () -> Duration

  /// The open stores and their users. Callers use this table without switching to the directory's executor.
  @usableFromInline let uses: Locked<DirectoryUses<Key, State, Action>>

  var entries = KeyTable<Key, Entry>()
  /// The entries, indexed by slot; nil for a free slot.
  var slots: [Entry?] = []
  var freeSlots: [Int] = []
  var isShutDown = false
  /// The shutdown's result; nil until the shutdown has ended.
  var reports: [Key: ShutdownReport]?
  /// The calls to `run` that are in progress.
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
  ///   - open: Creates a key's store. Use the store's initializer with a storage, because passivation removes
  ///     the store, and only its saved state remains. The closure runs in a task of the directory.
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

  /// Runs an operation with a key's store, and opens the store first if it isn't open.
  ///
  /// ```swift
  /// let total = try await directory.withStore(for: "north") { store in await store.stock }
  /// ```
  ///
  /// The store stays open until the operation has returned. Don't use the store after that. Operations on one
  /// key can run concurrently and can be nested. If the store is open, the calling task gets it without
  /// leaving its executor.
  ///
  /// The method resumes when the operation has returned. Cancelling the task while the store is being opened
  /// ends the wait, but the store is still opened.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - operation: A closure that uses the store.
  /// - Returns: The result of the operation.
  /// - Throws: The operation's error; the opening's error if the store can't be opened, which all waiting
  ///   callers get; ``StoreDirectoryError`` if the directory was shut down or the opening would wait for
  ///   itself; `CancellationError` if the task was cancelled while the store was being opened.
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

  /// Returns the number for a new entry.
  func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  // MARK: Callers

  /// Returns a key's store and counts a new use, if the store is open.
  @inlinable
  nonisolated func begin(_ key: Key) -> StoreUse<State, Action>? {
    guard let use = uses.withLock({ $0.begin(key) }) else { return nil }
    if !use.store.isClosedToActions { return use }
    // The caller reopens the store. Until then, the store needn't be passivated.
    _ = end(use)
    return nil
  }

  /// Waits until a key's store is open, counts a new use of the store, and returns the use.
  @usableFromInline
  func open(_ key: Key) async throws -> StoreUse<State, Action> {
    guard !isShutDown else { throw StoreDirectoryError.shutDown }
    let entry = entries[key] ?? insert(key)
    if case .open(let store) = entry.phase {
      // The store may have been opened in the meantime.
      if !store.isClosedToActions { return begin(entry, store) }
      reopen(entry)
    }
    return try await Opening.wait(for: entry.opening) {
      let waiter = DirectoryWaiter<StoreUse<State, Action>>()
      entry.waiters.append(waiter)
      return try await waiter.wait()
    }
  }

  /// Records that a caller has returned a store. Returns whether the directory has to check now for stores to
  /// passivate.
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
