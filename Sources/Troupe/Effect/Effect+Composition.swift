extension Effect {
  /// Runs effects at the same time.
  ///
  /// They start in the order in which they are listed.
  public static func merge(_ effects: Effect...) -> Effect { merge(effects) }

  /// Runs effects at the same time.
  ///
  /// They start in the order in which they are listed.
  public static func merge(_ effects: some Sequence<Effect>) -> Effect { joined(.merge, effects) }

  /// Runs this effect and another at the same time.
  public func merge(with other: Effect) -> Effect {
    if other.content == nil { return self }
    if content == nil { return other }
    return .joined(.merge, [self, other])
  }

  /// Runs effects one after another.
  ///
  /// A member starts in the turn in which the one before it has really ended. A member that was cancelled has
  /// ended, too: the next one starts once its work is over. A ``send(_:)`` has ended when its action has been
  /// reduced, a ``cancel(id:)`` when it has cancelled. Cancelling the whole ends the member that runs and
  /// forgets the others.
  public static func concatenate(_ effects: Effect...) -> Effect { concatenate(effects) }

  /// Runs effects one after another.
  ///
  /// A member starts in the turn in which the one before it has really ended. A member that was cancelled has
  /// ended, too: the next one starts once its work is over. A ``send(_:)`` has ended when its action has been
  /// reduced, a ``cancel(id:)`` when it has cancelled. Cancelling the whole ends the member that runs and
  /// forgets the others.
  public static func concatenate(_ effects: some Sequence<Effect>) -> Effect {
    joined(.concatenate, effects)
  }

  /// Runs this effect, then another.
  public func concatenate(with other: Effect) -> Effect {
    if other.content == nil { return self }
    if content == nil { return other }
    return .joined(.concatenate, [self, other])
  }

  /// Changes the actions that an effect sends.
  ///
  /// - Parameter transform: Makes the action that is sent from the one that the effect meant to send. It runs where
  ///   the effect sends; for an action of ``send(_:)``, here, or when the turn of the action comes.
  public func map<NewAction: Sendable>(
    _ transform: @escaping @Sendable (Action) -> NewAction
  ) -> Effect<NewAction> {
    guard let program else { return .none }
    return Effect<NewAction>(program.map(LeafMap(actions: transform)), around: depth)
  }
}
