/// A waiter for a part of a state.
final class ValueWaiter<Part: Sendable> {
  let signal = Signal()
  /// The part that ended the wait.
  fileprivate(set) var found: Part?
  /// The number of the turn that ended the wait.
  fileprivate(set) var turn: UInt64 = 0
  fileprivate let predicate: @Sendable (Part) -> Bool

  init(_ predicate: @escaping @Sendable (Part) -> Bool) {
    self.predicate = predicate
  }
}

/// All waiters for the same part of a store's state. The part is compared once for all these waiters.
final class ValueObservation<Part: Equatable & Sendable>: TurnWaiter {
  var waiters = ObserverList<ValueWaiter<Part>>()
  /// The number of the watch among the waiters for turns.
  var number: UInt64 = 0
  private var last: Part
  private let look: () -> Part?

  /// - Parameters:
  ///   - now: The current part.
  ///   - look: Reads the part; returns nil if the state was removed.
  init(_ now: Part, look: @escaping () -> Part?) {
    self.last = now
    self.look = look
  }

  func check(_ turn: UInt64) -> Bool {
    guard let part = look() else {
      end()
      return true
    }
    guard part != last else { return false }
    last = part
    waiters.removeAll { waiter in
      guard waiter.predicate(part) else { return false }
      waiter.found = part
      waiter.turn = turn
      waiter.signal.fire()
      return true
    }
    // The last notified waiter removes the watch. Until then, other waiters can join.
    return false
  }

  func end() { waiters.takeAll().forEach { $0.signal.fire() } }
}

/// An identifier for the part that a watch observes.
struct ObservationKey: Hashable, Sendable {
  private let core: ObjectIdentifier
  private let path: any AnyKeyPath & Sendable

  /// Creates a key. The core must outlive the key.
  init(_ path: any AnyKeyPath & Sendable, of core: AnyObject) {
    self.core = ObjectIdentifier(core)
    self.path = path
  }

  static func == (lhs: ObservationKey, rhs: ObservationKey) -> Bool {
    lhs.core == rhs.core && lhs.path == rhs.path
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(core)
    hasher.combine(path)
  }
}
