import Synchronization

/// What a store has of shared values: the versions that its turn reads, and the values that it subscribes to.
///
/// A store makes one for its first turn after the first shared value of the process. It belongs to the
/// executor of the store, like the rest of the ``Runtime``.
final class StoreSharing: SharingHost {
  private struct Watch {
    let cell: any SharedCell
    /// The number of the version that was read.
    var number: UInt64
  }

  /// The features' subscriptions that have read a value.
  private struct Declared {
    let cell: any SharedCell
    /// How many features have read a version, by the number of the version.
    var counts: [UInt64: Int] = [:]

    /// Whether a feature has read a version that isn't the newest.
    var isStale: Bool {
      let newest = cell.newest.number
      return counts.contains { $0.key != newest }
    }
  }

  /// What is released after a turn.
  struct Released {
    fileprivate let reads: TurnReads.Released
    fileprivate let cells: [any SharedCell]
  }

  let reads = TurnReads()
  private unowned let runtime: Runtime
  private lazy var frame = SharingFrame.allocate(for: self)
  private lazy var watcher = SharedWatcher(runtime.weakReference)
  private var hasFrame = false
  /// Whether the thread is in the frame of the store.
  private(set) var isEntered = false
  /// Whether a feature's subscriptions are being evaluated.
  private var isDeclaring = false
  /// What the feature's subscriptions have read so far.
  private var collected: SharedWatches?
  /// Whether all features have to evaluate what they declare, even those whose state hasn't changed.
  private(set) var evaluatesAll = false
  /// The values that subscriptions of existing features have read, when each of them was last evaluated.
  private var declared: [ObjectIdentifier: Declared] = [:]
  /// The values that waiters, observers and readers between turns have read since the last turn that has
  /// reduced an action.
  private var observed: [ObjectIdentifier: Watch] = [:]
  /// The version of the state at which they were read. Code that compares a newer state reads them again.
  private var observedVersion: UInt64 = 0
  private var subscribed: [ObjectIdentifier: any SharedCell] = [:]
  private var mustSynchronize = false
  /// Whether a value may be newer than what was read of it, because the turn itself has written it.
  private var mustCompare = false
  /// Whether the turn began before there were shared values.
  private var hasMissedReads = false
  /// Whether the store was shut down.
  private var isClosed = false

  init(_ runtime: Runtime) { self.runtime = runtime }

  deinit {
    if hasFrame { SharingFrame.free(frame) }
    for cell in subscribed.values { cell.remove(watcher) }
  }

  var isolationID: ObjectIdentifier? { ObjectIdentifier(runtime.isolation) }

  /// Whether anything that the store compares over time reads shared values.
  var isSubscribed: Bool { !subscribed.isEmpty }

  // MARK: Turns

  func enter() {
    guard !isEntered else { return }
    hasFrame = true
    isEntered = true
    SharingFrame.enter(frame)
  }

  /// Leaves the frame for the rest of a turn, or before the turn enters it again.
  func leave() {
    guard isEntered else { return missReads() }
    isEntered = false
    SharingFrame.leave(frame)
  }

  /// Records that a turn without a frame may have read shared values.
  private func missReads() {
    hasMissedReads = true
    runtime.post(.sharedValuesChanged)
  }

  func didRead(_ cell: any SharedCell, _ version: any SharedVersion) {
    runtime.turn.readSharedValue()
    if isClosed { return }
    if isDeclaring {
      let watches = collected ?? SharedWatches(self)
      collected = watches
      if watches.add(cell, version.number) { count(cell, version.number) }
    } else if runtime.turn.phase == .publishing {
      forgetOutdated()
      observed[ObjectIdentifier(cell)] = Watch(cell: cell, number: version.number)
      mustSynchronize = true
    }
  }

  func didWrite() { runtime.turn.readSharedValue() }

  fileprivate func isWatched(by other: SharedWatcher) -> Bool { !subscribed.isEmpty && watcher === other }

  /// Records that the turn itself has written a value that the store subscribes to.
  func didWriteSubscribed() { mustCompare = true }

  /// Ends a turn, or a read between turns. The result is to be released after it.
  func end() -> Released {
    leave()
    return release()
  }

  /// Returns what the store no longer needs, to be released between turns.
  func release() -> Released {
    forgetOutdated()
    let cells = mustSynchronize ? synchronize() : []
    if mustCompare {
      mustCompare = false
      if isStale { watcher.request() }
    }
    return Released(reads: reads.end(), cells: cells)
  }

  /// Whether something was read between turns that is forgotten after the next turn.
  var hasObserved: Bool { !observed.isEmpty }

  // MARK: What is compared over time

  /// The waiters and observers are about to be notified. They read what they need again.
  func beginPublishing() { forgetObserved() }

  /// Forgets what was read of an older state. Code that compares the state finds that it is older, and reads
  /// again.
  private func forgetOutdated() {
    if observedVersion == runtime.turn.version { return }
    forgetObserved()
  }

  private func forgetObserved() {
    observedVersion = runtime.turn.version
    if observed.isEmpty { return }
    observed = [:]
    mustSynchronize = true
  }

  /// All features are about to evaluate what they declare.
  func beginEvaluatingAll() { evaluatesAll = true }

  func endEvaluatingAll() { evaluatesAll = false }

  /// Evaluates the subscriptions of a feature. The values that they read belong to the result, and the store
  /// subscribes to them as long as something holds it.
  ///
  /// - Parameter body: Evaluates the subscriptions. The subscriptions of a feature inside may be collected
  ///   separately.
  /// - Returns: The values that they have read; nil for none.
  func collect(_ body: () -> Void) -> SharedWatches? {
    let outer = (collected, isDeclaring)
    (collected, isDeclaring) = (nil, true)
    body()
    defer { (collected, isDeclaring) = outer }
    return collected
  }

  private func count(_ cell: any SharedCell, _ number: UInt64) {
    let id = ObjectIdentifier(cell)
    if declared[id] == nil {
      declared[id] = Declared(cell: cell)
      mustSynchronize = true
    }
    declared[id]?.counts[number, default: 0] += 1
  }

  /// Forgets what the subscriptions of a feature have read. The cells are released after the turn.
  fileprivate func forget(_ watches: [ObjectIdentifier: UInt64]) {
    if isClosed { return }
    for (id, number) in watches {
      guard let count = declared[id]?.counts[number] else { continue }
      declared[id]?.counts[number] = count == 1 ? nil : count - 1
      guard declared[id]?.counts.isEmpty == true else { continue }
      declared[id] = nil
      mustSynchronize = true
    }
  }

  /// The features declare nothing any more.
  func stopDeclaring() {
    if declared.isEmpty { return }
    declared = [:]
    mustSynchronize = true
  }

  /// The store is shut down: it subscribes to nothing any more. The result is to be released where the user's
  /// code may run.
  func close() -> [any SharedCell] {
    isClosed = true
    (declared, observed) = ([:], [:])
    // Nothing has been made of it for a store that subscribes to nothing.
    return subscribed.isEmpty ? [] : synchronize()
  }

  /// What a change elsewhere concerns.
  enum Change { case nothing, observed, declared }

  /// Takes the request for a turn. Returns what there is a newer version for than the store has read.
  func takeChange() -> Change {
    watcher.took()
    if hasMissedReads || declared.values.contains(where: \.isStale) {
      hasMissedReads = false
      return .declared
    }
    return isStale ? .observed : .nothing
  }

  private var isStale: Bool {
    declared.values.contains(where: \.isStale)
      || observed.values.contains { $0.cell.newest.number != $0.number }
  }

  /// Subscribes to the values that were read, and to no others. Returns the values that nothing has read any
  /// more, to be released after the turn.
  private func synchronize() -> [any SharedCell] {
    mustSynchronize = false
    let before = subscribed
    subscribed = observed.mapValues { $0.cell }
    for (id, watched) in declared { subscribed[id] = watched.cell }
    var left: [any SharedCell] = []
    for (id, cell) in before where subscribed[id] == nil {
      cell.remove(watcher)
      left.append(cell)
    }
    var isNew = false
    for (id, cell) in subscribed where before[id] == nil {
      cell.add(watcher)
      isNew = true
    }
    // A value may have changed between the read and the subscription.
    if isNew, isStale { watcher.request() }
    return left
  }
}

/// The values that the subscriptions of a feature have read, with the numbers of the versions. The store
/// subscribes to them until this object is released.
final class SharedWatches {
  private weak var sharing: StoreSharing?
  private var numbers: [ObjectIdentifier: UInt64] = [:]

  fileprivate init(_ sharing: StoreSharing) { self.sharing = sharing }

  deinit { sharing?.forget(numbers) }

  /// Adds a value, unless it was read before: the subscriptions may depend on the older version.
  fileprivate func add(_ cell: any SharedCell, _ number: UInt64) -> Bool {
    let id = ObjectIdentifier(cell)
    if numbers[id] != nil { return false }
    numbers[id] = number
    return true
  }
}

/// Asks for a turn of a store when a shared value changes that the store has read. It keeps nothing alive.
private final class SharedWatcher: SharedCellObserver {
  private let store: RuntimeReference
  /// Whether a turn was requested that hasn't begun.
  private let isRequested = Atomic(false)

  init(_ store: RuntimeReference) { self.store = store }

  func changed(_ cell: any SharedCell) {
    store.withRuntime { runtime in
      // The turn itself has written the value, so this is the store's executor.
      if let host = SharingFrame.currentHost as? StoreSharing, host.isWatched(by: self) {
        host.didWriteSubscribed()
      } else {
        request(of: runtime)
      }
    }
  }

  func request() { store.withRuntime { request(of: $0) } }

  private func request(of runtime: Runtime) {
    if !isRequested.exchange(true, ordering: .acquiringAndReleasing) { runtime.post(.sharedValuesChanged) }
  }

  /// The store is about to compare versions. It sees the version of each write that has found a request.
  func took() { _ = isRequested.exchange(false, ordering: .acquiringAndReleasing) }
}
