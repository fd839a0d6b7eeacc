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

  let reads = TurnReads()
  private unowned let runtime: Runtime
  private lazy var frame = SharingFrame.allocate(for: self)
  private lazy var watcher = SharedWatcher(runtime.weakReference)
  private var hasFrame = false
  /// Whether the thread is in the frame of the store.
  private(set) var isEntered = false
  /// Whether the features' subscriptions are being evaluated.
  var isDeclaring = false
  /// Whether all features have to evaluate what they declare, even those whose state hasn't changed.
  private(set) var evaluatesAll = false
  /// The values that subscriptions have read since all of them were last evaluated.
  private var declared: [ObjectIdentifier: Watch] = [:]
  /// The values that waiters, observers and readers between turns have read since the last notification.
  private var observed: [ObjectIdentifier: Watch] = [:]
  private var subscribed: [ObjectIdentifier: any SharedCell] = [:]
  private var mustSynchronize = false
  /// Whether a value may be newer than what was read of it, because the turn itself has written it.
  private var mustCompare = false
  /// Whether the turn began before there were shared values.
  private var hasMissedReads = false

  init(_ runtime: Runtime) { self.runtime = runtime }

  deinit {
    if hasFrame { frame.deallocate() }
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
    if isDeclaring {
      declared[ObjectIdentifier(cell)] = Watch(cell: cell, number: version.number)
      mustSynchronize = true
    } else if runtime.turn.phase == .publishing {
      observed[ObjectIdentifier(cell)] = Watch(cell: cell, number: version.number)
      mustSynchronize = true
    }
  }

  func didWrite() { runtime.turn.readSharedValue() }

  fileprivate func isWatched(by other: SharedWatcher) -> Bool { !subscribed.isEmpty && watcher === other }

  /// Records that the turn itself has written a value that the store subscribes to.
  func didWriteSubscribed() { mustCompare = true }

  /// Ends a turn, or a read between turns. The result is to be released after it.
  func end() -> TurnReads.Released {
    leave()
    if mustSynchronize { synchronize() }
    if mustCompare {
      mustCompare = false
      if isStale { watcher.request() }
    }
    return reads.end()
  }

  // MARK: What is compared over time

  /// The waiters and observers are about to be notified. They read what they need again.
  func beginPublishing() {
    if observed.isEmpty { return }
    observed = [:]
    mustSynchronize = true
  }

  /// All features are about to evaluate what they declare.
  func beginEvaluatingAll() {
    evaluatesAll = true
    declared = [:]
    mustSynchronize = true
  }

  func endEvaluatingAll() { evaluatesAll = false }

  /// The store has no waiters, and nothing that has read between turns need be told more than that there is a
  /// new version of the state.
  func forgetObserved() {
    observed = [:]
    synchronize()
  }

  /// What a change elsewhere concerns.
  enum Change { case nothing, observed, declared }

  /// Takes the request for a turn. Returns what there is a newer version for than the store has read.
  func takeChange() -> Change {
    watcher.took()
    if hasMissedReads || declared.values.contains(where: isStale) {
      hasMissedReads = false
      return .declared
    }
    return isStale ? .observed : .nothing
  }

  private var isStale: Bool {
    declared.values.contains(where: isStale) || observed.values.contains(where: isStale)
  }

  private func isStale(_ watch: Watch) -> Bool { watch.cell.newest.number != watch.number }

  /// Subscribes to the values that were read, and to no others.
  private func synchronize() {
    mustSynchronize = false
    let before = subscribed
    subscribed = declared.merging(observed) { declared, _ in declared }.mapValues { $0.cell }
    for (id, cell) in before where subscribed[id] == nil { cell.remove(watcher) }
    for (id, cell) in subscribed where before[id] == nil { cell.add(watcher) }
    // A value may have changed between the read and the subscription.
    if subscribed.contains(where: { before[$0.key] == nil }), isStale { watcher.request() }
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
