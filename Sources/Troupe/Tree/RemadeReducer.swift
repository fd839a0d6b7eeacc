extension _ResolvedReducer {
  /// Returns a reducer that is recreated for each action and for each effect that it declares, because it
  /// depends on a value that may have changed.
  ///
  /// The store performs the subscriptions of the first reducer that is created: they determine whether a
  /// feature declares something. When an effect begins, it comes from a newly created reducer. Below an
  /// operator that embeds children, the first reducer stays in use.
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
    return _ResolvedReducer(subscriptions: subscriptions) { state, action in
      let made = make()
      for subscription in made.subscriptions { subscription.recordFollowed() }
      return made.reduce(&state, action)
    }
  }
}
