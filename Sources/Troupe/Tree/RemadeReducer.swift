extension _ResolvedReducer {
  /// Returns a reducer that is made for each action and for each effect that it declares, because it depends
  /// on something that may have changed.
  ///
  /// The store follows the subscriptions of the reducer that is made first: they say what a feature declares,
  /// and whether it is there. An effect that begins is the effect of a reducer that is made for it. Below an
  /// operator that embeds children, the reducer that was made first remains.
  ///
  /// - Parameter make: Makes the reducer, always of the same parts.
  package static func remade(_ make: @escaping () -> _ResolvedReducer) -> _ResolvedReducer {
    let subscriptions = make().subscriptions
    for (index, subscription) in subscriptions.enumerated() {
      let count = subscription.positions.count
      // It is called through the subscription.
      subscription.remake = { [unowned subscription] in
        let made = make().subscriptions
        guard made.indices.contains(index) else { return nil }
        // Those around the reducer don't change.
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
