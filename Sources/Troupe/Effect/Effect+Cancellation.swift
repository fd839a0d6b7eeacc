extension Effect {
  /// Gives an effect an id under which it can be cancelled.
  ///
  /// The id is known from the turn that returns the effect until the effect is cancelled or has ended. It
  /// counts in the scope in which the effect was returned, and in this store alone. Several effects may have
  /// the same id, and an effect may have several.
  ///
  /// - Parameters:
  ///   - id: The id. Its type counts.
  ///   - cancelInFlight: Whether to cancel the effects that have the id already, in this scope and below it.
  ///     The new effect doesn't wait for them to end.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Effect {
    guard let program else { return .none }
    return Effect(.identified(program, CancelID(id), cancelInFlight: cancelInFlight))
  }

  /// Cancels the effects that have an id.
  ///
  /// It looks in the scope that returned it and in the scopes below, in this store. It acts in its place: in
  /// a ``merge(_:)-(Effect...)`` it cancels what was listed before it, in a `concatenate` it acts when
  /// its turn comes. Effects that are waiting to start never start.
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
  public static var cancelAll: Effect { Effect(.cancelAll) }

  /// Runs at most so many effects at a time under an id.
  ///
  /// A place is free again when the work that had it has really ended, which for cancelled work may be later
  /// than its cancellation. The id also serves to cancel: ``cancel(id:)`` ends those that run and those that
  /// wait.
  ///
  /// - Parameters:
  ///   - id: The id that the effects share, in the scope that returns them.
  ///   - limit: How many may run at a time; at least one.
  ///   - whenFull: What becomes of a further one.
  public func limited(
    id: some Hashable & Sendable,
    to limit: Int,
    whenFull: WhenFull = .wait
  ) -> Effect {
    precondition(limit > 0, "An effect that is limited to \(limit) at a time could never run.")
    guard let program else { return .none }
    return Effect(.limited(program, Limit(id: CancelID(id), count: limit, whenFull: whenFull)))
  }
}
