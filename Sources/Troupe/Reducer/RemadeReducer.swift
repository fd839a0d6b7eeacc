extension _ResolvedReducer {
  /// Records that a tool handles the subscriptions of the reducer and its children. A replay runs no effects:
  /// the actions of declared effects are turns of the recording.
  package func recordFollowed() {
    for subscription in subscriptions { subscription.recordFollowed() }
  }

  /// Returns a reducer that is recreated for each action and for each declared effect, because the reducer
  /// depends on a value that may have changed.
  ///
  /// The store performs the subscriptions of the first reducer that is created. These subscriptions determine
  /// whether a feature declares something. Each effect that begins is created by a newly created reducer.
  /// Below an operator that embeds children, the first reducer stays in use.
  ///
  /// - Parameter make: Creates the reducer. The parts of the reducer must always be the same.
  package static func remade(_ make: @escaping () -> _ResolvedReducer) -> _ResolvedReducer {
    let subscriptions = make().subscriptions
    for (index, subscription) in subscriptions.enumerated() {
      let count = subscription.positions.count
      // The closure is called only through the subscription, so `unowned` is safe.
      subscription.remake = { [unowned subscription] in
        let made = make().subscriptions
        guard made.indices.contains(index) else { return nil }
        // The positions that apply to the reducer from outside don't change.
        made[index].positions += subscription.positions.dropFirst(count)
        return made[index]
      }
    }
    let remade = _ResolvedReducer { state, action in
      let made = make()
      made.recordFollowed()
      return made.makeReduction()(&state, action)
    }
    return remade.with(subscriptions: subscriptions)
  }
}
