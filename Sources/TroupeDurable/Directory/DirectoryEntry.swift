import Troupe

/// A directory's record of a key whose store is open, being opened, or being passivated.
///
/// The entry is used only on the directory's executor.
final class DirectoryEntry<Key, State: Sendable, Action: Sendable> {
  enum Phase {
    case opening
    case open(Store<State, Action>)
    case closing(Store<State, Action>)
  }

  let key: Key
  /// A number that distinguishes this entry from earlier and later entries with the same key.
  let number: UInt64
  /// The entry's slot in the directory.
  let slot: Int
  var phase = Phase.opening
  /// The number of the current opening, or of the next opening if the store is being passivated.
  var opening = Opening.nextNumber()
  /// The store whose events the directory forwards.
  var forwarded: Store<State, Action>?
  /// The callers that are waiting for the store.
  var waiters: [DirectoryWaiter<StoreUse<State, Action>>] = []
  /// The callers that are waiting until the store is open or was passivated. If the store can't be opened,
  /// the callers get the error.
  var watchers: [DirectoryWaiter<Void>] = []

  /// Whether a shutdown has stopped waiting for the store's opening or passivation. When the opening or
  /// passivation ends, the store is shut down separately.
  var isGivenUp = false

  var isOpen: Bool { if case .open = phase { true } else { false } }

  init(key: Key, number: UInt64, slot: Int) {
    self.key = key
    self.number = number
    self.slot = slot
  }
}
