/// A subscription of an existing feature, with the values that the subscription has found in the state and
/// the effects that the subscription has begun.
class ActiveSubscription<State> {
  /// The next part of the same feature.
  final var next: ActiveSubscription<State>?

  /// Checks the state, and ends and begins effects accordingly.
  func update(_ state: inout State, _ host: any SubscriptionHost) {}

  /// Ends the subscription's effects, because the state was removed.
  func end(_ host: any SubscriptionHost) {}
}

/// An existing feature that declares something, without the type of its actions.
class AnyDeclaringFeature<State>: GoneFeature {
  /// The operator that embeds the feature; nil for the root. Two operators can embed features in the same
  /// state.
  let owner: ObjectIdentifier?
  unowned let node: FeatureNode<State>
  /// The next feature in the same state.
  final var next: AnyDeclaringFeature<State>?
  private var firstPart: ActiveSubscription<State>?
  /// The shared values that the subscriptions have read; nil for none.
  private var watches: SharedWatches?

  init(owner: ObjectIdentifier?, node: FeatureNode<State>) {
    self.owner = owner
    self.node = node
  }

  final func setParts(_ parts: [ActiveSubscription<State>]) {
    for (part, next) in zip(parts, parts.dropFirst()) { part.next = next }
    firstPart = parts.first
  }

  /// Determines which effects must be running, for each subscription of the feature and of the features
  /// inside it.
  final func update(_ state: inout State, _ host: any SubscriptionHost) {
    guard let sharing = host.sharing else { return updateParts(&state, host) }
    watches = sharing.collect { updateParts(&state, host) }
  }

  private func updateParts(_ state: inout State, _ host: any SubscriptionHost) {
    var next = firstPart
    while let part = next {
      part.update(&state, host)
      next = part.next
    }
  }

  /// Ends the effects that the feature has declared, because its state was removed.
  final func end(_ host: any SubscriptionHost) {
    watches = nil
    var next = firstPart
    while let part = next {
      part.end(host)
      next = part.next
    }
  }
}
