import Synchronization

/// The values that the subscriptions of a feature have read, with the numbers of the versions. The store
/// subscribes to them until this object is released.
final class SharedWatches {
  private weak var sharing: StoreSharing?
  private var numbers: [ObjectIdentifier: UInt64] = [:]

  init(_ sharing: StoreSharing) { self.sharing = sharing }

  deinit { sharing?.forget(numbers) }

  /// Adds a value, unless it was read before: the subscriptions may depend on the older version.
  func add(_ cell: any SharedCell, _ number: UInt64) -> Bool {
    let id = ObjectIdentifier(cell)
    if numbers[id] != nil { return false }
    numbers[id] = number
    return true
  }
}

/// Asks for a turn of a store when a shared value changes that the store has read. It keeps nothing alive.
final class SharedWatcher: SharedCellObserver {
  private let requestTurn: @Sendable () -> Void
  /// Whether a turn was requested that hasn't begun.
  private let isRequested = Atomic(false)

  init(_ requestTurn: @escaping @Sendable () -> Void) { self.requestTurn = requestTurn }

  func changed(_ cell: any SharedCell) {
    // If the turn itself has written the value, this is the store's executor.
    if let host = SharingFrame.currentHost as? StoreSharing, host.isWatched(by: self) {
      host.didWriteSubscribed()
    } else {
      request()
    }
  }

  func request() {
    if !isRequested.exchange(true, ordering: .acquiringAndReleasing) { requestTurn() }
  }

  /// The store is about to compare versions. It sees the version of each write that has found a request.
  func took() { _ = isRequested.exchange(false, ordering: .acquiringAndReleasing) }
}
