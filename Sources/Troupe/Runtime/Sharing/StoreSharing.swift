/// A store's use of shared values: the versions that its turn reads, and the values to which it subscribes.
///
/// A store makes one for its first turn after the first shared value of the process. It belongs to the
/// executor of the store, like the store's other parts.
final class StoreSharing: SharingHost {
  private struct Watch {
    let cell: any SharedCell
    /// The number of the version that was read.
    var number: UInt64

    /// Whether there is a newer version for readers outside turns. An observer that is notified at the end of
    /// a turn reads the version of the turn, which may not be visible to other readers yet.
    var isStale: Bool { cell.visibleNumber > number }
  }

  /// The features' subscriptions that have read a value.
  private struct Declared {
    let cell: any SharedCell
    /// How many features have read a version, by the number of the version.
    var counts: [UInt64: Int] = [:]

    /// Whether a feature has read a version that isn't the newest.
    var isStale: Bool {
      let newest = cell.newestNumber
      return counts.contains { $0.key != newest }
    }
  }

  /// The objects that are released after a turn.
  struct Released {
    fileprivate let reads: TurnReads.Released?
    fileprivate let cells: [any SharedCell]
  }

  private unowned let store: any SharingStore
  let isolationID: ObjectIdentifier?
  private let frame = SharingFrame.allocate()
  // Most stores read no shared values, although the process has some.
  private var madeReads: TurnReads?
  private lazy var watcher = SharedWatcher(store.sharedTurnRequest)
  /// Whether the thread is in the frame of the store.
  private(set) var isEntered = false
  /// Whether a feature's subscriptions are being evaluated.
  private var isDeclaring = false
  /// The values that the feature's subscriptions have read so far.
  private var collected: SharedWatches?
  /// Whether all features have to evaluate their declarations, including features whose state hasn't changed.
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
  /// Whether a value may be newer than the version that was read, because the turn itself has written the
  /// value.
  private var mustCompare = false
  /// Whether the turn began before there were shared values.
  private var hasMissedReads = false
  /// Whether the store was shut down.
  private var isClosed = false

  /// - Parameters:
  ///   - store: The store.
  ///   - isolation: The identity of the tree of stores.
  init(_ store: any SharingStore, _ isolation: any Actor) {
    self.store = store
    isolationID = ObjectIdentifier(isolation)
    SharingFrame.set(frame, host: self)
  }

  deinit {
    SharingFrame.free(frame)
    for cell in subscribed.values { cell.remove(watcher) }
  }

  var reads: TurnReads {
    if let madeReads { return madeReads }
    let new = TurnReads()
    madeReads = new
    SharingFrame.set(frame, reads: new)
    return new
  }

  /// Whether anything that the store compares over time reads shared values.
  var isSubscribed: Bool { !subscribed.isEmpty }

  // MARK: Turns

  func enter() {
    guard !isEntered else { return }
    isEntered = true
    SharingFrame.enter(frame)
  }

  /// Leaves the frame for the rest of a turn, or before the turn enters it again.
  func leave() {
    guard isEntered else { return missReads() }
    isEntered = false
    SharingFrame.leave(frame)
  }

  /// Leaves the frame of a store that has never read a shared value. Returns false if the store has.
  func leaveUnused() -> Bool {
    guard isEntered, madeReads == nil else { return false }
    leave()
    return true
  }

  /// Records that a turn without a frame may have read shared values.
  private func missReads() {
    hasMissedReads = true
    store.sharedTurnRequest()
  }

  var isInTurn: Bool { !store.isPublishing }

  /// Between turns, a reader gets the version that the store's unsaved turns have read or written, like the
  /// rest of the state, and otherwise only what is saved.
  func version(toRead cell: any SharedCell) -> any SharedVersion {
    guard let saves = cell.saves, !isInTurn else { return cell.newest }
    return store.unsavedVersion(of: saves) ?? saves.saved
  }

  func didRead(_ cell: any SharedCell, _ version: any SharedVersion) {
    store.recordSharedRead()
    depend(on: cell, version)
    if isClosed { return }
    if isDeclaring {
      let watches = collected ?? SharedWatches(self)
      collected = watches
      if watches.add(cell, version.number) { count(cell, version.number) }
    } else if store.isPublishing {
      forgetOutdated()
      observed[ObjectIdentifier(cell)] = Watch(cell: cell, number: version.number)
      mustSynchronize = true
    } else {
      reads.letRepeat(version, of: cell)
    }
  }

  func didWrite(_ cell: any SharedCell, _ version: any SharedVersion) {
    store.recordSharedRead()
    depend(on: cell, version)
  }

  /// Keeps the outputs of the turn until a version is saved.
  private func depend(on cell: any SharedCell, _ version: any SharedVersion) {
    guard let saves = cell.saves, isInTurn, !saves.isSaved(version.number) else { return }
    store.depend(on: SharedDependency(saves: saves, version: version))
  }

  func isWatched(by other: SharedWatcher) -> Bool { !subscribed.isEmpty && watcher === other }

  /// Records that the turn itself has written a value that the store subscribes to.
  func didWriteSubscribed() { mustCompare = true }

  /// Ends a turn, or a read between turns. The result is to be released after it.
  func end() -> Released {
    leave()
    return release()
  }

  /// Returns the objects that the store no longer needs. Release them between turns.
  func release() -> Released {
    forgetOutdated()
    let cells = mustSynchronize ? synchronize() : []
    if mustCompare {
      mustCompare = false
      if isStale { watcher.request() }
    }
    return Released(reads: madeReads?.end(), cells: cells)
  }

  /// Whether something was read between turns that is forgotten after the next turn.
  var hasObserved: Bool { !observed.isEmpty }

  // MARK: Values that are compared over time

  /// Forgets the values that waiters and observers have read. They are about to be notified, and read the
  /// values again.
  func beginPublishing() {
    madeReads?.forgetRepeated()
    forgetObserved()
  }

  /// Forgets the values that were read with an older state. Code that compares the state finds that it is
  /// older, and reads the values again.
  private func forgetOutdated() {
    if observedVersion == store.stateVersion { return }
    forgetObserved()
  }

  private func forgetObserved() {
    observedVersion = store.stateVersion
    if observed.isEmpty { return }
    observed = [:]
    mustSynchronize = true
  }

  /// Records that all features are about to evaluate their declarations.
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
    madeReads?.forgetRepeated()
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

  /// Forgets the values that a feature's subscriptions have read. The cells are released after the turn.
  func forget(_ watches: [ObjectIdentifier: UInt64]) {
    if isClosed { return }
    for (id, number) in watches {
      guard let count = declared[id]?.counts[number] else { continue }
      declared[id]?.counts[number] = count == 1 ? nil : count - 1
      guard declared[id]?.counts.isEmpty == true else { continue }
      declared[id] = nil
      mustSynchronize = true
    }
  }

  /// Forgets the values of all declarations.
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

  /// The kinds of reads that a change by other code affects.
  enum Change { case nothing, observed, declared }

  /// Accepts the request for a turn. Returns the kinds of reads for which there is a newer version.
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
      || observed.values.contains(where: \.isStale)
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
