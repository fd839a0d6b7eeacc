/// An action as an ``Instrument`` sees it when it is reduced.
public struct ActionInfo: Sendable {
  /// How an action came to its store.
  public enum Origin: Sendable, Hashable {
    /// It was sent with ``Store/send(_:)`` or a method like it.
    case sent
    /// It was enqueued with ``Store/enqueue(_:)``.
    case enqueued
    /// A running effect sent it.
    case effect(EffectID)
    /// A reducer returned it, as the effect `.send` or as a part of another one.
    case returned
  }

  /// The identifier of the action.
  public let id: ActionID
  /// The store that reduces it.
  public let store: StoreInfo
  /// The action. Its text shows payloads only if ``StoreConfiguration/showsPayloads`` is true; its
  /// ``ActionValue/base`` is the action itself, payloads included.
  public let action: ActionValue
  /// How it came to the store.
  public let origin: Origin
  /// What it follows from; nil if nothing in a store caused it.
  public let cause: Cause?
  /// The scope of the effect that sent it; the root for an action from outside.
  public let scopePath: ScopePath
  /// When the store took it up.
  public let instant: ContinuousClock.Instant

  /// What the instrument keeps with the action for its effects. The instrument sets it in
  /// ``Instrument/reduce(_:state:body:)``, and finds it in ``EffectInfo/context`` of the effects that the
  /// action starts.
  ///
  /// Before, it is that of the action or the effect that this action follows from, so that it is handed on
  /// along the chain. Each instrument has its own.
  public var context: (any Sendable)?

  /// The type and the case of the action, without payloads, on one line, such as
  /// `App.Action.rows(.element(id: …, action: .tapped))`.
  public var label: String { action.label }

  /// The first action of the chain, which may be this one.
  public var root: ActionID { cause?.root ?? id }
}

/// A dismissal as an ``Instrument`` sees it: a child asked for its end, and its state was removed without an
/// action.
public struct DismissalInfo: Sendable {
  /// The identifier of the dismissal, which stands in for that of an action.
  public let id: ActionID
  /// The store whose state changes.
  public let store: StoreInfo
  /// The scope of the child.
  public let scopePath: ScopePath
  /// What it follows from: the action that started the effect which asked for it.
  public let cause: Cause?
  /// When the store took it up.
  public let instant: ContinuousClock.Instant

  /// What the instrument keeps for the effects that the dismissal starts; see ``ActionInfo/context``.
  public var context: (any Sendable)?

  /// The first action of the chain.
  public var root: ActionID { cause?.root ?? id }
}
