/// One who waits for a part of a state.
final class PartWaiter<Part: Sendable> {
  let signal = Signal()
  /// The part with which the waiting came to its end.
  fileprivate(set) var found: Part?
  fileprivate let predicate: @Sendable (Part) -> Bool

  init(_ predicate: @escaping @Sendable (Part) -> Bool) {
    self.predicate = predicate
  }
}

/// All who wait for the same part of a store's state. The part is compared once for all of them.
final class PartWatch<Part: Equatable & Sendable>: TurnWaiter {
  var waiters = Roster<PartWaiter<Part>>()
  /// The number that the watch has among those who wait for a turn.
  var number: UInt64 = 0
  private var last: Part
  private let look: () -> Part?

  /// - Parameters:
  ///   - now: The part now.
  ///   - look: Reads the part; nil when the state has gone.
  init(_ now: Part, look: @escaping () -> Part?) {
    self.last = now
    self.look = look
  }

  func check() -> Bool {
    guard let part = look() else {
      end()
      return true
    }
    guard part != last else { return false }
    last = part
    waiters.removeAll { waiter in
      guard waiter.predicate(part) else { return false }
      waiter.found = part
      waiter.signal.fire()
      return true
    }
    // The last one who is told takes the watch away; until then another may join.
    return false
  }

  func end() { waiters.takeAll().forEach { $0.signal.fire() } }
}

/// What a watch of a part stands for.
struct PartKey: Hashable, Sendable {
  private let core: ObjectIdentifier
  private let path: any AnyKeyPath & Sendable

  /// The core has to outlive the key.
  init(_ path: any AnyKeyPath & Sendable, of core: AnyObject) {
    self.core = ObjectIdentifier(core)
    self.path = path
  }

  static func == (lhs: PartKey, rhs: PartKey) -> Bool { lhs.core == rhs.core && lhs.path == rhs.path }

  func hash(into hasher: inout Hasher) {
    hasher.combine(core)
    hasher.combine(path)
  }
}
