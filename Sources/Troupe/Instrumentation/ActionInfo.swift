/// An action as an ``Instrument`` sees it when it is reduced.
public struct ActionInfo: Sendable {
  /// How an action came to its store.
  public enum Origin: Sendable, Hashable {
    /// It was sent with ``Store/send(_:fileID:filePath:line:column:)`` or a method like it.
    case sent
    /// It was enqueued with ``Store/enqueue(_:fileID:filePath:line:column:)``.
    case enqueued
    /// A running effect sent it.
    case effect(EffectID)
    /// A reducer returned it, as the effect `.send` or as a part of another one.
    case returned
  }

  /// What is the same for all instruments. It is one reference, as each of them gets a copy.
  final class Facts: Sendable {
    let id: ActionID
    let store: StoreInfo
    let action: ActionValue
    let origin: Origin
    let cause: Cause?
    let scopePath: ScopePath
    let moment: Moment

    init(
      id: ActionID,
      store: StoreInfo,
      action: ActionValue,
      origin: Origin,
      cause: Cause?,
      scopePath: ScopePath,
      moment: Moment
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
  /// The store that reduces it.
  public var store: StoreInfo { facts.store }
  /// The action. Its text shows payloads only if ``StoreConfiguration/showsPayloads`` is true; its
  /// ``ActionValue/base`` is the action itself, payloads included.
  public var action: ActionValue { facts.action }
  /// How it came to the store.
  public var origin: Origin { facts.origin }
  /// What it follows from; nil if nothing in a store caused it.
  public var cause: Cause? { facts.cause }
  /// The scope of the effect that sent it; the root for an action from outside.
  public var scopePath: ScopePath { facts.scopePath }
  /// When the store took it up.
  public var instant: ContinuousClock.Instant { facts.moment.instant }

  /// What the instrument keeps with the action for its effects. The instrument sets it in
  /// ``Instrument/reduce(_:state:body:)``, and finds it in ``EffectInfo/context`` of the effects that the
  /// action starts.
  ///
  /// Before, it is that of the action or the effect that this action follows from, so that it is handed on
  /// along the chain. Each instrument has its own.
  public var context: (any Sendable)?

  init(_ facts: Facts) { self.facts = facts }

  /// The type and the case of the action, without payloads, on one line, such as
  /// `App.Action.rows(.element(id: …, action: .tapped))`.
  public var label: String { facts.action.label }

  /// The first action of the chain, which may be this one.
  public var root: ActionID { facts.cause?.root ?? facts.id }

  /// The action of a feature that is reduced on behalf of this one, with the same ids.
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
  let moment: Moment
  /// When the store took it up.
  public var instant: ContinuousClock.Instant { moment.instant }

  /// What the instrument keeps for the effects that the dismissal starts; see ``ActionInfo/context``.
  public var context: (any Sendable)?

  /// The first action of the chain.
  public var root: ActionID { cause?.root ?? id }
}
