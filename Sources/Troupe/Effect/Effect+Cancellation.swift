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
  /// id is valid in the scope that returned the effect, and in this store only. Several effects can share an
  /// id, and an effect can have several ids.
  ///
  /// - Parameters:
  ///   - id: The id. Values of different types are different ids.
  ///   - cancelInFlight: Whether to cancel the effects that already have the id, in this scope and the
  ///     scopes below it, as ``cancel(id:)`` in the place of this effect does. The new effect doesn't wait
  ///     for them to end.
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
  /// The effect looks for the id in the scope that returned it and in the scopes below, in this store. It
  /// takes effect at its position: in a ``merge(_:)-(Effect...)``, it cancels what is listed before it; in a
  /// `concatenate`, it cancels when its turn comes. Effects that wait to start never start.
  ///
  /// A cancellation never ends the effect that contains it, even if that effect has the id. It cancels what
  /// already runs in that effect, and leaves alone what hasn't begun.
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

  /// Cancels all effects of the scope that returns it, and of the scopes below.
  ///
  /// ```swift
  /// return .concatenate(.cancelAll, .send(.signedOut))
  /// ```
  ///
  /// The effect that contains it continues, as with ``cancel(id:)``: the effects that follow it there begin.
  public static var cancelAll: Effect { Effect(.own(.cancelAll)) }

  /// Decides what happens to an effect when its store is shut down.
  ///
  /// ```swift
  /// return .stream(notifications, transform: { .notified($0) })
  ///   .onShutdown(.cancel)
  /// ```
  ///
  /// Without this operator, an effect goes on until the deadline of
  /// ``Store/shutdown(within:cancellationGrace:clock:)``, so that a payment is made. With
  /// ``OnShutdown/cancel``, it is cancelled when the shutdown begins, and the shutdown doesn't wait for the
  /// end of a sequence or for a timer of an hour.
  ///
  /// It applies to all that is in the effect: to work and actions, to those that wait to start, to the waits
  /// of ``debounce(id:for:clock:fileID:filePath:line:column:)`` and the like, and to the effects of children.
  /// It doesn't apply to what their actions lead to. An operator inside another one decides for what is in
  /// it.
  ///
  /// What follows the cancelled effect in a `concatenate` begins as after any cancellation, if it isn't
  /// cancelled itself: it can say goodbye to a server. Put the operator around the whole `concatenate` if
  /// the rest makes no sense without the cancelled part, such as the alarm after a timer.
  ///
  /// Effects that the state declares are cancelled when the shutdown begins. With ``OnShutdown/finish``,
  /// they go on until the deadline, too.
  ///
  /// - Parameter behavior: What happens to the effect.
  public func onShutdown(_ behavior: OnShutdown) -> Effect {
    guard let program else { return .none }
    return Effect(program.inside(.onShutdown(behavior)), around: depth)
  }

  /// Limits how many effects run at a time under an id.
  ///
  /// A permit becomes free when the work that holds it has ended. Cancelled work keeps its permit until it
  /// returns. The id also cancels: ``cancel(id:)`` ends the effects that run and those that wait.
  ///
  /// An effect inside of another one under the same limit uses the permit of the outer effect while nothing
  /// else in the outer effect uses it. Otherwise, it needs a permit of its own.
  ///
  /// By default, a limit counts the effects of the feature's own scope, so each row of a list has a limit of
  /// its own. To share one limit among all rows, count in the scope of the list:
  ///
  /// ```swift
  /// return .run { send in
  ///   try await upload(id)
  ///   await send(.uploaded)
  /// }
  /// .limited(id: UploadID(), to: 3, in: .parent)
  /// ```
  ///
  /// The effects still belong to their rows and end with them. A ``cancel(id:)`` finds them in the scope
  /// that returned them, and from the scopes above it: a row cancels its own effects, and the list cancels
  /// those of all rows.
  ///
  /// - Parameters:
  ///   - id: The id that the effects share.
  ///   - limit: The maximum number of effects that run at a time; at least one.
  ///   - scope: The scope in which effects are counted.
  ///   - whenFull: What happens to an effect that finds no free permit.
  public func limited(
    id: some Hashable & Sendable,
    to limit: Int,
    in scope: LimitScope = .feature,
    whenFull: WhenFull = .wait
  ) -> Effect {
    precondition(limit > 0, "An effect that is limited to \(limit) at a time could never run.")
    guard let program else { return .none }
    let limit = Limit(id: CancelID(id), count: limit, scope: scope, whenFull: whenFull)
    return Effect(program.inside(.limited(limit)), around: depth)
  }
}
