import Troupe

/// A key of a directory whose store is open, being opened, or being put away.
///
/// It belongs to its directory and is used on the directory's executor alone.
final class DirectoryEntry<Key, State: Sendable, Action: Sendable> {
  enum Phase {
    case opening
    case open(Store<State, Action>)
    case closing(Store<State, Action>)
  }

  let key: Key
  /// Tells it from those of the same key before and after it.
  let number: UInt64
  /// Its place in the directory.
  let slot: Int
  var phase = Phase.opening
  /// The number of its opening, or of the one that follows when it was put away.
  var opening = Opening.nextNumber()
  /// The store whose events are passed on.
  var forwarded: Store<State, Action>?
  /// Those that want the store.
  var waiters: [DirectoryWaiter<StoreUse<State, Action>>] = []
  /// Those that wait until it is open or gone. They get the error if it can't be opened.
  var watchers: [DirectoryWaiter<Void>] = []

  /// Whether a shutdown no longer waits until it is open or gone. It ends by itself.
  var isGivenUp = false

  var isOpen: Bool { if case .open = phase { true } else { false } }

  init(key: Key, number: UInt64, slot: Int) {
    self.key = key
    self.number = number
    self.slot = slot
  }
}
