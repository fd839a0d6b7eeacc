extension Effect {
  /// Gives an effect an id under which it can be cancelled.
  ///
  /// The id is known from the turn that returns the effect until the effect is cancelled or has ended. It
  /// counts in the scope in which the effect was returned, and in this store alone. Several effects may have
  /// the same id, and an effect may have several.
  ///
  /// - Parameters:
  ///   - id: The id. Its type counts.
  ///   - cancelInFlight: Whether to cancel the effects that have the id already, in this scope and below it, as a
  ///     ``cancel(id:)`` in the place of this effect would. The new effect doesn't wait for them to end.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Effect {
    guard let program else { return .none }
    let itsOperator = EffectOperator.cancellable(CancelID(id), cancelInFlight: cancelInFlight)
    return Effect(.modified(program, itsOperator), around: depth)
  }

  /// Cancels the effects that have an id.
  ///
  /// It looks in the scope that returned it and in the scopes below, in this store. It acts in its place: in
  /// a ``merge(_:)-(Effect...)`` it cancels what was listed before it, in a `concatenate` it acts when
  /// its turn comes. Effects that are waiting to start never start.
  ///
  /// A cancellation never ends the effect that it is a part of, not even one that has the id: of that, it cancels what
  /// has begun beside it, and leaves alone what is still to come.
  ///
  /// - Parameter id: The id to cancel.
  public static func cancel(id: some Hashable & Sendable) -> Effect {
    Effect(.cancel(CancelID(id)))
  }

  /// Cancels the effects that have one of several ids, in order.
  ///
  /// - Parameter ids: The ids to cancel.
  public static func cancel(ids: some Sequence<some Hashable & Sendable>) -> Effect {
    .merge(ids.map { .cancel(id: $0) })
  }

  /// Cancels all effects of the scope that returns it and of the scopes below.
  ///
  /// The effect that it is a part of goes on, as with ``cancel(id:)``: what comes after it there begins.
  public static var cancelAll: Effect { Effect(.cancelAll) }

  /// Runs at most so many effects at a time under an id.
  ///
  /// A place is free again when the work that had it has really ended, which for cancelled work may be later
  /// than its cancellation. The id also serves to cancel: ``cancel(id:)`` ends those that run and those that
  /// wait.
  ///
  /// An effect inside of another one under the same limit uses the place that this one has, while nothing else in it
  /// does. Otherwise it needs a place like any other.
  ///
  /// A limit counts the effects of the feature's own scope, so that each row of a list has its own. To share one among
  /// all rows, count in the scope of the list:
  ///
  /// ```swift
  /// return .run { send in
  ///   try await upload(id)
  ///   await send(.uploaded)
  /// }
  /// .limited(id: UploadID(), to: 3, in: .parent)
  /// ```
  ///
  /// The effects still are those of their rows: they end with them, and a ``cancel(id:)`` finds them in the scope that
  /// returned them and from the scopes above it. A row cancels its own, the list those of all rows.
  ///
  /// - Parameters:
  ///   - id: The id that the effects share.
  ///   - limit: How many may run at a time; at least one.
  ///   - scope: Where those are counted that share the limit.
  ///   - whenFull: What becomes of a further one.
  public func limited(
    id: some Hashable & Sendable,
    to limit: Int,
    in scope: LimitScope = .feature,
    whenFull: WhenFull = .wait
  ) -> Effect {
    precondition(limit > 0, "An effect that is limited to \(limit) at a time could never run.")
    guard let program else { return .none }
    let limit = Limit(id: CancelID(id), count: limit, scope: scope, whenFull: whenFull)
    return Effect(.modified(program, .limited(limit)), around: depth)
  }
}
