import Troupe
import TroupeDiagnostics

/// The stores of many keys, of which few are open at a time.
///
/// A directory opens the store of a key when somebody asks for it, once, however many ask at the same time.
/// It puts away stores that nobody has used for a while, or that are too many. Nothing is kept in memory of a
/// key whose store was put away, and keys never wait for each other.
///
/// Stores are opened under the task-local values, and with that the dependencies, of whoever made the
/// directory, and never under those of the first caller.
///
/// Two keys are the same if they are equal and the strings in them have the same UTF-8. `"\u{e9}"` and
/// `"e\u{301}"` are equal strings and different keys, as they are for a ``Storage``.
///
/// Virtual actors, as in Orleans, are the model of a directory.
public final actor StoreDirectory<Key: Hashable & Sendable, State: Sendable, Action: Sendable> {
  typealias Entry = DirectoryEntry<Key, State, Action>

  nonisolated let home: any Actor
  nonisolated let host: DirectoryHost
  let configuration: StoreDirectoryConfiguration
  let makeStore: @Sendable (Key) async throws -> Store<State, Action>
  /// Puts a store away, or returns false if that isn't possible now. The instant is the current one; nil if
  /// the directory doesn't open what is due.
  let close: @Sendable (Store<State, Action>, WallClockInstant?) async -> Bool
  /// The time since the directory was made.
  @usableFromInline let elapsed: @Sendable () -> Duration

  /// What callers need of the stores that are open.
  @usableFromInline let uses: Locked<DirectoryUses<Key, State, Action>>

  var entries = KeyTable<Key, Entry>()
  /// The entries at their slots; nil for a free slot.
  var slots: [Entry?] = []
  var freeSlots: [Int] = []
  var isShutDown = false
  /// The result of the shutdown, once it is over.
  var reports: [Key: ShutdownReport]?
  /// The calls of `run`.
  var runs: [DirectoryRun<Key>] = []
  /// Those who want events.
  var sinks: [WeakSink<Key>] = []
  private var lastNumber: UInt64 = 0
  var counts = StoreDirectoryStatistics()

  /// The executor of the directory.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { home.unownedExecutor }

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
  ///   - configuration: How the directory runs.
  ///   - open: Makes the store of a key. Its state has to be saved, as a store that is put away is gone: use
  ///     the initializer with a storage. It runs in a task of the directory.
  public init(
    configuration: StoreDirectoryConfiguration = StoreDirectoryConfiguration(),
    open: @escaping @Sendable (Key) async throws -> Store<State, Action>
  ) {
    self.init(configuration: configuration, open: open, putAway: { await $0.putAway(now: $1?.sinceEpoch) })
  }

  package init(
    configuration: StoreDirectoryConfiguration,
    open: @escaping @Sendable (Key) async throws -> Store<State, Action>,
    putAway: @escaping @Sendable (Store<State, Action>, WallClockInstant?) async -> Bool
  ) {
    home = Troupe.home(on: configuration.executor)
    host = DirectoryHost(executor: configuration.taskExecutor)
    self.configuration = configuration
    uses = Locked(DirectoryUses(configuration))
    makeStore = open
    close = putAway
    elapsed = Self.stopwatch(configuration.clock)
  }

  deinit {
    host.end()
    for sink in sinks { sink.value?.end() }
  }

  /// Runs an operation with the store of a key, and opens the store first if it isn't open.
  ///
  /// ```swift
  /// let total = try await directory.withStore(for: "north") { store in await store.stock }
  /// ```
  ///
  /// The store stays open until the operation has returned, and isn't to be used after that. Operations on
  /// one key can run at the same time, and can be nested. A task gets an open store without leaving its
  /// executor.
  ///
  /// It resumes when the operation has returned. Cancelling the task while the store is being opened ends the
  /// wait; the store is opened all the same.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - operation: Uses the store.
  /// - Returns: The result of the operation.
  /// - Throws: The error of the operation, or the error with which the store couldn't be opened, which all
  ///   who wait for it get; ``StoreDirectoryError`` if the directory was shut down; `CancellationError` if
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

  /// Sends an action to the store of a key, and opens the store first if it isn't open.
  ///
  /// ```swift
  /// try await directory.send(.ordered(2), to: "north")
  /// ```
  ///
  /// It resumes when the turn that reduced the action is over. Cancelling the task while the store is being
  /// opened ends the wait, and the action isn't sent.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - key: The key.
  /// - Returns: A handle for the effects of the action and everything that they cause.
  /// - Throws: What ``withStore(for:_:)`` throws, and `StoreClosed` if the store closed before it took the
  ///   action. The action isn't reduced then.
  @discardableResult
  @inlinable
  public nonisolated(nonsending) func send(_ action: Action, to key: Key) async throws -> StoreTask {
    do {
      return try await withStore(for: key) { try await $0.trySend(action) }
    } catch is StoreClosed {
      // The store closed by itself, between its opening and this action. It is opened again.
      return try await withStore(for: key) { try await $0.trySend(action) }
    }
  }

  /// Sends an action to the store of a key, and waits until its turn is saved. It opens the store first if it
  /// isn't open.
  ///
  /// ```swift
  /// try await directory.commit(.delivered(5), to: "north")
  /// ```
  ///
  /// It resumes when the turn is saved. Cancelling the task while the store is being opened ends the wait,
  /// and the action isn't sent. After that, it ends the wait for the save, with an error that says so.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - key: The key.
  /// - Returns: A handle for the effects of the action and everything that they cause.
  /// - Throws: What ``withStore(for:_:)`` throws, and ``CommitError``.
  @discardableResult
  @inlinable
  public nonisolated(nonsending) func commit(_ action: Action, to key: Key) async throws -> StoreTask {
    do {
      return try await withStore(for: key) { try await $0.commit(action) }
    } catch let error as CommitError where error.isOfClosedStore {
      // The store closed by itself, between its opening and this action. It is opened again.
      return try await withStore(for: key) { try await $0.commit(action) }
    }
  }

  /// The counters of the directory.
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

  /// Returns the store of a key for one caller more, if it is open.
  @inlinable
  nonisolated func begin(_ key: Key) -> StoreUse<State, Action>? {
    guard let use = uses.withLock({ $0.begin(key) }) else { return nil }
    if !use.store.isClosedToActions { return use }
    // The caller opens it again. Until then, it needn't be put away.
    _ = end(use)
    return nil
  }

  /// Returns the store of a key for one caller more, when it is open.
  @usableFromInline
  func open(_ key: Key) async throws -> StoreUse<State, Action> {
    guard !isShutDown else { throw StoreDirectoryError.shutDown }
    let entry = entries[key] ?? insert(key)
    if case .open(let store) = entry.phase {
      // It may have been opened meanwhile.
      if !store.isClosedToActions { return begin(entry, store) }
      reopen(entry)
    }
    return try await Opening.wait(for: entry.opening) {
      let waiter = DirectoryWaiter<StoreUse<State, Action>>()
      entry.waiters.append(waiter)
      return try await waiter.wait()
    }
  }

  /// Notes that a caller has returned a store. Returns whether there may be a store to put away.
  @inlinable
  nonisolated func end(_ use: StoreUse<State, Action>) -> Bool {
    let time = elapsed()
    return uses.withLock { $0.end(use, at: time) }
  }

  /// Gives the store of an entry to one caller more.
  func begin(_ entry: Entry, _ store: Store<State, Action>) -> StoreUse<State, Action> {
    uses.withLock { [slot = entry.slot] in $0.begin(at: slot, store) }
  }

  private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
