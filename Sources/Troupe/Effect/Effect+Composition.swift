extension Effect {
  /// Runs effects concurrently.
  ///
  /// ```swift
  /// return .merge(
  ///   .run { send in await send(.profileLoaded(try await api.profile())) },
  ///   .run { send in await send(.feedLoaded(try await api.feed())) }
  /// )
  /// ```
  ///
  /// The effects start in the order in which they are listed.
  ///
  /// - Parameter effects: The effects to run.
  public static func merge(_ effects: Effect...) -> Effect { joined(.merge, effects) }

  /// Runs the effects of a sequence concurrently.
  ///
  /// ```swift
  /// return .merge(
  ///   ids.map { id in
  ///     .run { send in await send(.rowLoaded(try await api.row(id))) }
  ///   }
  /// )
  /// ```
  ///
  /// The effects start in the order of the sequence.
  ///
  /// - Parameter effects: The effects to run.
  public static func merge(_ effects: some Sequence<Effect>) -> Effect { joined(.merge, effects) }

  /// Runs this effect and another effect concurrently.
  ///
  /// ```swift
  /// return refresh.merge(with: .send(.refreshStarted))
  /// ```
  ///
  /// - Parameter other: The other effect, which starts after this effect has started.
  public func merge(with other: Effect) -> Effect {
    joined(.merge, with: other)
  }

  /// Runs effects one after another.
  ///
  /// ```swift
  /// return .concatenate(
  ///   .cancel(id: SyncID()),
  ///   .run { send in await send(.saved(try await api.save(draft))) },
  ///   .send(.closed)
  /// )
  /// ```
  ///
  /// Each effect starts in the turn in which the previous effect ends. If the previous effect was cancelled,
  /// the next effect starts when the cancelled work has returned. A ``send(_:)`` ends when its action has
  /// been reduced. A ``cancel(id:)`` ends immediately after the cancellation. Cancelling the sequence cancels
  /// the running effect and drops the effects that haven't started.
  ///
  /// - Parameter effects: The effects to run.
  public static func concatenate(_ effects: Effect...) -> Effect { joined(.concatenate, effects) }

  /// Runs the effects of a sequence one after another.
  ///
  /// ```swift
  /// return .concatenate(
  ///   drafts.map { draft in
  ///     .run { send in await send(.saved(try await api.save(draft))) }
  ///   }
  /// )
  /// ```
  ///
  /// Each effect starts in the turn in which the previous effect ends; see ``concatenate(_:)-(Effect...)``.
  ///
  /// - Parameter effects: The effects to run.
  public static func concatenate(_ effects: some Sequence<Effect>) -> Effect {
    joined(.concatenate, effects)
  }

  /// Runs another effect after this effect.
  ///
  /// ```swift
  /// return refresh.concatenate(with: .send(.refreshEnded))
  /// ```
  ///
  /// - Parameter other: The effect to run when this effect has ended.
  public func concatenate(with other: Effect) -> Effect {
    joined(.concatenate, with: other)
  }

  /// Transforms the actions that an effect sends.
  ///
  /// ```swift
  /// return download.map { progress in .downloading(progress) }
  /// ```
  ///
  /// - Parameter transform: Converts an action of this effect to the action to send. The closure runs in the
  ///   context in which the effect sends the action. For an action of ``send(_:)``, the closure runs during
  ///   this call or when the action is reduced.
  public func map<NewAction: Sendable>(
    _ transform: @escaping @Sendable (Action) -> NewAction
  ) -> Effect<NewAction> {
    guard let program else { return .none }
    return Effect<NewAction>(program.map(EffectTransform(actions: transform)), around: depth)
  }
}
