/// An action that was reduced, as the cause of what follows from it: effects, and actions.
///
/// A store that is traced gives it to the engine in place of the action, so that other stores need no memory
/// for it.
final class TracedCause: Sendable {
  /// The traced cause of the effect that the current task belongs to, in stores with instruments.
  @TaskLocal static var current: TracedCause?

  /// The action, or the ``SubscriptionCause``; nil for a dismissal, and for what another run of the store
  /// left.
  let action: (any Sendable)?
  let cause: Cause
  /// What the instruments have set.
  let contexts: InstrumentContexts

  init(action: (any Sendable)?, cause: Cause, contexts: InstrumentContexts = .none) {
    self.action = action
    self.cause = cause
    self.contexts = contexts
  }

  /// The same cause for an effect that the state declares.
  func of(_ subscription: SubscriptionCause) -> TracedCause {
    TracedCause(action: subscription, cause: cause, contexts: contexts)
  }
}

/// What the instruments of a store have set for what follows from an action.
struct InstrumentContexts: Sendable {
  static let none = InstrumentContexts(of: [], [])

  /// The instruments, in their order; see ``key(of:)``.
  private let keys: [ObjectIdentifier]
  /// What they have set; empty if none has.
  private let values: [(any Sendable)?]

  init(of keys: [ObjectIdentifier], _ values: [(any Sendable)?]) {
    self.keys = keys
    self.values = values.allSatisfy { $0 == nil } ? [] : values
  }

  /// Whether none of them has set anything.
  var isEmpty: Bool { values.isEmpty }

  /// Returns the values for the instruments of a store, which may be another one than that of the action:
  /// each instrument gets its own. Of several values of one type, the first gets that of the first.
  func values(for others: [ObjectIdentifier]) -> [(any Sendable)?] {
    if values.isEmpty { return others.map { _ in nil } }
    if keys == others { return values }
    var rest = Array(zip(keys, values))
    return others.map { key in
      rest.firstIndex { $0.0 == key }.flatMap { rest.remove(at: $0).1 }
    }
  }
}
