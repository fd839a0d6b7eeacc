/// The phase of a store's subscriptions: whether its state can declare effects.
enum SubscriptionPhase {
  /// The store's reducer has no subscriptions.
  case none
  /// The effects that the initial state declares haven't started.
  case waiting
  case open
  /// The store is being shut down.
  case closed
}
