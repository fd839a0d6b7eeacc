/// An action that was reduced, as the cause of what follows from it: effects, and actions.
///
/// A store that is traced gives it to the engine in place of the action, so that other stores need no memory
/// for it.
final class TracedCause: Sendable {
  /// The traced cause of the effect that the current task belongs to, in stores with instruments.
  @TaskLocal static var current: TracedCause?

  /// The action, or the ``DeclarationCause``; nil for a dismissal, and for what another run of the store
  /// left.
  let action: (any Sendable)?
  let cause: Cause
  /// What the instruments have set, in their order; empty if none has.
  let contexts: [(any Sendable)?]

  init(action: (any Sendable)?, cause: Cause, contexts: [(any Sendable)?] = []) {
    self.action = action
    self.cause = cause
    self.contexts = contexts.allSatisfy { $0 == nil } ? [] : contexts
  }

  /// The same cause for an effect that the state declares.
  func of(_ declaration: DeclarationCause) -> TracedCause {
    TracedCause(action: declaration, cause: cause, contexts: contexts)
  }

  func context(_ index: Int) -> (any Sendable)? { index < contexts.count ? contexts[index] : nil }
}

extension Engine.Origin {
  /// The traced cause of the effect; nil if the store wasn't traced.
  var traced: TracedCause? { cause as? TracedCause }

  /// The action that caused the effect, or the ``DeclarationCause``.
  var causingAction: any Sendable { traced.map { $0.action ?? () } ?? cause }
}
