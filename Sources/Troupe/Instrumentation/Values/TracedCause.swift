/// A reduced action that is the cause of effects and further actions.
///
/// A traced store passes this object to the engine in place of the action. A store that isn't traced needs no
/// memory for this object.
final class TracedCause: Sendable {
  /// The traced cause of the current task's effect, in stores with instruments.
  @TaskLocal static var current: TracedCause?

  /// The action, or the ``SubscriptionCause``; nil for a dismissal, and for a cause that another run of the
  /// store saved.
  let action: (any Sendable)?
  let cause: Cause
  /// The contexts that the instruments have set.
  let contexts: InstrumentContexts

  init(action: (any Sendable)?, cause: Cause, contexts: InstrumentContexts = .none) {
    self.action = action
    self.cause = cause
    self.contexts = contexts
  }

  /// Returns this cause for an effect that the state declares.
  func of(_ subscription: SubscriptionCause) -> TracedCause {
    TracedCause(action: subscription, cause: cause, contexts: contexts)
  }
}

/// The contexts that a store's instruments have set for the effects and actions that result from an action.
struct InstrumentContexts: Sendable {
  static let none = InstrumentContexts(of: [], [])

  /// The keys of the instruments, in the order of the instruments; see ``key(of:)``.
  private let keys: [ObjectIdentifier]
  /// The contexts that the instruments have set; empty if no instrument has set a context.
  private let values: [(any Sendable)?]

  init(of keys: [ObjectIdentifier], _ values: [(any Sendable)?]) {
    self.keys = keys
    self.values = values.allSatisfy { $0 == nil } ? [] : values
  }

  /// Whether no instrument has set a context.
  var isEmpty: Bool { values.isEmpty }

  /// Returns the contexts for a store's instruments. This store may differ from the store that reduced the
  /// action. Each instrument gets the context that it has set. If several instruments have the same type, the
  /// first of these instruments gets the first context of that type.
  func values(for others: [ObjectIdentifier]) -> [(any Sendable)?] {
    if values.isEmpty { return others.map { _ in nil } }
    if keys == others { return values }
    var rest = Array(zip(keys, values))
    return others.map { key in
      rest.firstIndex { $0.0 == key }.flatMap { rest.remove(at: $0).1 }
    }
  }
}
