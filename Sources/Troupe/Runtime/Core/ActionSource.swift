/// The source of an action that a store reduces.
enum ActionSource {
  /// An effect of the store.
  case effect
  /// A sender outside the store's effects.
  case sender
  /// A request to the store, whose reply the action carries.
  case request
}
