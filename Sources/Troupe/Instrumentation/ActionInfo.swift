/// An action that is being reduced, as passed to an ``Instrument``.
public struct ActionInfo: Sendable {
  /// The way in which an action reached its store. Later versions may add cases, so end a `switch` over this
  /// type with `@unknown default`.
  @nonexhaustive
  public enum Origin: Sendable, Hashable {
    /// The action was sent with ``Store/send(_:fileID:filePath:line:column:)`` or a similar method.
    case sent
    /// The action was enqueued with ``Store/enqueue(_:fileID:filePath:line:column:)``.
    case enqueued
    /// A running effect sent the action.
    case effect(EffectID)
    /// A reducer returned the action, either as the effect `.send` or as part of another effect.
    case returned
  }

  /// The values that all instruments share. The values are stored behind one reference, because each
  /// instrument receives a copy of the information.
  final class Facts: Sendable {
    let id: ActionID
    let store: StoreInfo
    let action: ActionValue
    let origin: Origin
    let cause: Cause?
    let scopePath: ScopePath
    let moment: MonotonicInstant

    init(
      id: ActionID,
      store: StoreInfo,
      action: ActionValue,
      origin: Origin,
      cause: Cause?,
      scopePath: ScopePath,
      moment: MonotonicInstant
    ) {
      self.id = id
      self.store = store
      self.action = action
      self.origin = origin
      self.cause = cause
      self.scopePath = scopePath
      self.moment = moment
    }
  }

  private let facts: Facts

  /// The identifier of the action.
  public var id: ActionID { facts.id }
  /// The store that reduces the action.
  public var store: StoreInfo { facts.store }
  /// The action. The action's text shows payloads only if ``StoreConfiguration/showsPayloads`` is true, but
  /// ``ActionValue/base`` is always the action itself, including payloads.
  public var action: ActionValue { facts.action }
  /// The way in which the action reached the store.
  public var origin: Origin { facts.origin }
  /// The action's cause; nil if nothing in a store caused the action.
  public var cause: Cause? { facts.cause }
  /// The scope of the effect that sent the action; the root's scope for an action from outside the store.
  public var scopePath: ScopePath { facts.scopePath }
  /// The time at which the store began to reduce the action.
  public var instant: ContinuousClock.Instant { facts.moment.instant }

  /// The value that an instrument passes from the action to the action's effects. The instrument sets the
  /// value in ``Instrument/reduce(_:state:body:)`` and reads it from the effects'
  /// ``EffectInfo/instrumentContext``.
  ///
  /// The initial value is the context of the action or the effect that caused this action, so the context is
  /// passed along the chain of causes. Each instrument has a separate context.
  public var instrumentContext: (any Sendable)?

  init(_ facts: Facts) { self.facts = facts }

  /// The type and the case of the action, without payloads, on one line, such as
  /// `App.Action.rows(.element(id: …, action: .tapped))`.
  public var label: String { facts.action.label }

  /// The first action in the chain of causes, which may be this action.
  public var root: ActionID { facts.cause?.root ?? facts.id }

  /// Returns the information about a feature's action that is reduced on behalf of this action. The ids stay
  /// the same.
  func of(_ action: some Sendable) -> ActionInfo {
    ActionInfo(
      Facts(
        id: id,
        store: store,
        action: ActionValue(action, showsPayloads: facts.action.showsPayloads),
        origin: origin,
        cause: cause,
        scopePath: scopePath,
        moment: facts.moment
      )
    )
  }
}

/// A dismissal that a child requested for itself, as passed to an ``Instrument``. The child's state is
/// removed without an action.
public struct DismissalInfo: Sendable {
  /// The identifier of the dismissal, used in place of an action's identifier.
  public let id: ActionID
  /// The store whose state changes.
  public let store: StoreInfo
  /// The scope of the child.
  public let scopePath: ScopePath
  /// The dismissal's cause: the action that started the dismissing effect.
  public let cause: Cause?
  let moment: MonotonicInstant
  /// The time at which the store began to process the dismissal.
  public var instant: ContinuousClock.Instant { moment.instant }

  /// The value that an instrument passes to the effects that the dismissal starts; see
  /// ``ActionInfo/instrumentContext``.
  public var instrumentContext: (any Sendable)?

  /// The first action in the chain of causes.
  public var root: ActionID { cause?.root ?? id }
}
