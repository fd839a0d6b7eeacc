extension Effect {
  /// Makes an effect cancellable under an id.
  ///
  /// ```swift
  /// return .run { send in
  ///   let results = try await search(query)
  ///   await send(.found(results))
  /// }
  /// .cancellable(id: SearchID(), cancelInFlight: true)
  /// ```
  ///
  /// The id is registered from the turn in which a reducer returns the effect until the effect ends or is
  /// cancelled. The id is valid only in this store and in the scope of the feature that returned the effect.
  /// Several effects can share an id, and an effect can have several ids.
  ///
  /// - Parameters:
  ///   - id: The id. Values of different types are different ids.
  ///   - cancelInFlight: Whether to cancel effects that already have the id in this scope and the scopes
  ///     below it, as ``cancel(id:)`` would at this position. The new effect doesn't wait until the cancelled
  ///     effects have ended.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Effect {
    guard let program else { return .none }
    return Effect(program.inside(.cancellable(CancelID(id), cancelInFlight: cancelInFlight)), around: depth)
  }

  /// Cancels the effects that have an id.
  ///
  /// ```swift
  /// return .cancel(id: SearchID())
  /// ```
  ///
  /// The store looks for the id in the scope of the feature that returned this effect, and in the scopes
  /// below it. The position of the cancellation matters. In a ``merge(_:)-(Effect...)``, `cancel` affects the
  /// effects that are listed before the cancellation. In a `concatenate`, `cancel` takes effect after the
  /// previous effects have ended. A cancelled effect that is still waiting to start never starts.
  ///
  /// A cancellation never ends the effect that contains the cancellation, even if that effect has the id. In
  /// that case, the cancellation affects only the parts of the effect that are already running. Parts that
  /// haven't started aren't cancelled and still start.
  ///
  /// - Parameter id: The id to cancel.
  public static func cancel(id: some Hashable & Sendable) -> Effect {
    Effect(.own(.cancel(CancelID(id))))
  }

  /// Cancels the effects that have any of several ids, in the order of the ids.
  ///
  /// ```swift
  /// return .cancel(ids: [CancelID(SearchID()), CancelID(DownloadID())])
  /// ```
  ///
  /// - Parameter ids: The ids to cancel.
  public static func cancel(ids: some Sequence<some Hashable & Sendable>) -> Effect {
    .merge(ids.map { .cancel(id: $0) })
  }

  /// Cancels all effects in the scope of the feature that returns this effect, and in the scopes below it.
  ///
  /// ```swift
  /// return .concatenate(.cancelAll, .send(.signedOut))
  /// ```
  ///
  /// The effect that contains the cancellation continues, as with ``cancel(id:)``. For example, effects that
  /// follow the cancellation in a `concatenate` still start.
  public static var cancelAll: Effect { Effect(.own(.cancelAll)) }

  /// Determines whether an effect is cancelled or continues when the store is shut down.
  ///
  /// ```swift
  /// return .stream(notifications, transform: { .notified($0) })
  ///   .onShutdown(.cancel)
  /// ```
  ///
  /// Without this operator, an effect continues until the deadline of
  /// ``Store/shutdown(within:cancellationGrace:clock:)``, so that, for example, a payment can complete. With
  /// ``OnShutdown/cancel``, the effect is cancelled when the shutdown starts, so the shutdown doesn't wait
  /// for an endless sequence or an hour-long timer.
  ///
  /// The policy applies to everything in the effect: running work, work and actions that are waiting to
  /// start, the delays of ``debounce(id:for:clock:fileID:filePath:line:column:)`` and similar operators, and
  /// the effects of children. The policy doesn't apply to effects that the effect's actions cause. An inner
  /// `onShutdown` overrides an outer `onShutdown`.
  ///
  /// In a `concatenate`, the effects after a cancelled effect start as they do after any other cancellation,
  /// unless the shutdown cancels the later effects as well. For example, the later effects can sign off from
  /// a server. If the remaining effects make no sense without the cancelled effect, such as an alarm after a
  /// timer, apply the operator to the whole `concatenate`.
  ///
  /// By default, effects that the state declares are cancelled when the shutdown starts. With
  /// ``OnShutdown/finish``, these effects continue until the deadline.
  ///
  /// - Parameter behavior: The policy for the effect.
  public func onShutdown(_ behavior: OnShutdown) -> Effect {
    guard let program else { return .none }
    return Effect(program.inside(.onShutdown(behavior)), around: depth)
  }

  /// Limits the number of effects with the same id that run at a time.
  ///
  /// To run, an effect needs one of the limit's permits. The permit becomes free when the effect's work has
  /// ended. Cancelled work keeps its permit until the work returns. The id is also a cancellation id:
  /// ``cancel(id:)`` cancels both running and waiting effects.
  ///
  /// If effects under the same limit are nested, the inner effect shares the outer effect's permit while
  /// nothing else in the outer effect uses that permit. Otherwise, the inner effect needs a separate permit.
  ///
  /// By default, a limit counts the effects of the feature's scope, so each row of a list has a separate
  /// limit. To share one limit among all rows, count the effects in the list's scope:
  ///
  /// ```swift
  /// return .run { send in
  ///   try await upload(id)
  ///   await send(.uploaded)
  /// }
  /// .limited(id: UploadID(), to: 3, in: .parent)
  /// ```
  ///
  /// The effects still belong to their rows, and are cancelled when their rows are removed. A ``cancel(id:)``
  /// that a row returns cancels only the row's own effects. A ``cancel(id:)`` that the list returns cancels
  /// the effects of all rows.
  ///
  /// - Parameters:
  ///   - id: The id that the effects share.
  ///   - limit: The maximum number of effects that run at a time; at least one.
  ///   - scope: The scope in which effects are counted.
  ///   - overflow: The policy for an effect when no permit is free.
  public func limited(
    id: some Hashable & Sendable,
    to limit: Int,
    in scope: LimitScope = .feature,
    overflow: LimitOverflow = .wait
  ) -> Effect {
    precondition(limit > 0, "The limit of `limited` must be positive, not \(limit).")
    guard let program else { return .none }
    let limit = Limit(id: CancelID(id), count: limit, scope: scope, overflow: overflow)
    return Effect(program.inside(.limited(limit)), around: depth)
  }
}
