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
  /// The store knows the id from the turn that returns the effect until the effect ends or is cancelled. The
  /// id is valid only in this store, and in the scope that returned the effect. Several effects can share an
  /// id, and an effect can have several ids.
  ///
  /// - Parameters:
  ///   - id: The id. Values of different types are different ids.
  ///   - cancelInFlight: Whether to cancel the effects that already have the id, in this scope and the scopes
  ///     below it, as ``cancel(id:)`` would at this position. The new effect doesn't wait for them to end.
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
  /// The store looks for the id in the scope that returned this effect and in the scopes below. The
  /// cancellation takes effect at its position: in a ``merge(_:)-(Effect...)``, it cancels the effects listed
  /// before it; in a `concatenate`, it cancels when the previous effects have ended. Effects that are waiting
  /// to start never start.
  ///
  /// A cancellation never ends the effect that contains it, even if that effect has the id. It cancels the
  /// parts of that effect that already run, and doesn't affect parts that haven't started.
  ///
  /// - Parameter id: The id to cancel.
  public static func cancel(id: some Hashable & Sendable) -> Effect {
    Effect(.own(.cancel(CancelID(id))))
  }

  /// Cancels the effects that have one of several ids, in the order of the ids.
  ///
  /// ```swift
  /// return .cancel(ids: [CancelID(SearchID()), CancelID(DownloadID())])
  /// ```
  ///
  /// - Parameter ids: The ids to cancel.
  public static func cancel(ids: some Sequence<some Hashable & Sendable>) -> Effect {
    .merge(ids.map { .cancel(id: $0) })
  }

  /// Cancels all effects of the scope that returns this effect, and of the scopes below.
  ///
  /// ```swift
  /// return .concatenate(.cancelAll, .send(.signedOut))
  /// ```
  ///
  /// The effect that contains it continues, as with ``cancel(id:)``: the effects that follow it there still
  /// start.
  public static var cancelAll: Effect { Effect(.own(.cancelAll)) }

  /// Sets what happens to an effect when its store is shut down.
  ///
  /// ```swift
  /// return .stream(notifications, transform: { .notified($0) })
  ///   .onShutdown(.cancel)
  /// ```
  ///
  /// Without this operator, an effect continues until the deadline of
  /// ``Store/shutdown(within:cancellationGrace:clock:)``, so that, for example, a payment completes. With
  /// ``OnShutdown/cancel``, the effect is cancelled when the shutdown begins, so the shutdown doesn't wait
  /// for an endless sequence or an hour-long timer.
  ///
  /// It applies to everything in the effect: work and actions, including those that are waiting to start, the
  /// delays of ``debounce(id:for:clock:fileID:filePath:line:column:)`` and similar operators, and the effects
  /// of children. It doesn't apply to effects that their actions cause. An inner operator overrides an outer
  /// one for the effects inside it.
  ///
  /// In a `concatenate`, the effects after the cancelled one start as after any cancellation, unless they are
  /// cancelled themselves: for example, they can sign off from a server. If the rest makes no sense without
  /// the cancelled part, such as the alarm after a timer, apply the operator to the whole `concatenate`.
  ///
  /// Effects that the state declares are cancelled when the shutdown begins. With ``OnShutdown/finish``, they
  /// also continue until the deadline.
  ///
  /// - Parameter behavior: What happens to the effect.
  public func onShutdown(_ behavior: OnShutdown) -> Effect {
    guard let program else { return .none }
    return Effect(program.inside(.onShutdown(behavior)), around: depth)
  }

  /// Limits how many effects with the same id run at a time.
  ///
  /// A permit becomes free when the work that holds it has ended. Cancelled work keeps its permit until it
  /// returns. The id is also a cancellation id: ``cancel(id:)`` ends the running and the waiting effects.
  ///
  /// An effect inside another effect under the same limit shares the outer effect's permit while nothing else
  /// in the outer effect uses it. Otherwise, it needs a separate permit.
  ///
  /// By default, a limit counts the effects of the feature's scope, so each row of a list has a separate
  /// limit. To share one limit among all rows, count in the list's scope:
  ///
  /// ```swift
  /// return .run { send in
  ///   try await upload(id)
  ///   await send(.uploaded)
  /// }
  /// .limited(id: UploadID(), to: 3, in: .parent)
  /// ```
  ///
  /// The effects still belong to their rows and end with them. A ``cancel(id:)`` finds them from the scope
  /// that returned them, and from the scopes above it: a row cancels its own effects, and the list cancels
  /// the effects of all rows.
  ///
  /// - Parameters:
  ///   - id: The id that the effects share.
  ///   - limit: The maximum number of effects that run at a time; at least one.
  ///   - scope: The scope in which effects are counted.
  ///   - overflow: What happens to an effect that finds no free permit.
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
