/// An operator whose state declares something: an effect that runs as long as the state has a value, or a
/// child that may declare an effect.
///
/// A resolved reducer lists its feature's subscriptions. A search finds the subscriptions of its children.
/// For the search, the store resolves the children's reducers, and resolves them again when the children get
/// actions. A store whose reducer declares nothing has no further cost.
package class Subscription<State, Action: Sendable>: AnySubscription {
  /// Returns a subscription of a reducer with these types of state and actions.
  static func of(_ subscription: AnySubscription) -> Subscription {
    // An operator gets only the subscriptions of reducers with its own types. The cast is checked in debug
    // builds.
    unsafeDowncast(subscription, to: Subscription.self)
  }

  /// Whether there is anything to perform in this state. A feature's own subscriptions always have to be
  /// performed.
  ///
  /// - Parameters:
  ///   - state: The feature's state.
  ///   - positions: The positions with dependencies that apply to the feature, outermost first.
  func isNeeded(in state: inout State, _ positions: [DependencyPosition]) -> Bool { true }

  /// Creates the part of a running feature that performs the subscription.
  func part(in feature: DeclaringFeature<State, Action>) -> ActiveSubscription<State> {
    preconditionFailure("A subscription doesn't implement `part(in:)`.")
  }
}

/// The part of a subscription that doesn't depend on the feature's types.
///
/// A new store searches its reducer with arrays of this type. With arrays of typed subscriptions, Swift would
/// look up the metadata of the array at each use.
package class AnySubscription {
  /// The positions with dependencies that apply to the operator inside its feature, innermost first.
  final var positions: [DependencyPosition] = []

  /// Recreates the subscription; nil if the subscription never changes. See ``_ResolvedReducer/remade(_:)``.
  final var remake: (() -> AnySubscription?)?

  /// Returns the subscription whose effect begins now.
  final func current() -> Self { remake?() as? Self ?? self }

  /// Records that the store performs an equal subscription, so that this subscription isn't reported as lost.
  func recordFollowed() {}

  /// The operator that embeds a child; nil for a subscription of the feature itself.
  var child: OperatorPosition? { nil }

  /// Searches this subscription, and the subscriptions below it, for declared effects.
  func search(_ search: SubscriptionSearch) -> SubscriptionSearch.Outcome { .certain }
}

/// The current position of a search for subscriptions in the tree of reducers.
struct SubscriptionSearch {
  enum Outcome {
    case nothing
    /// The operator is also in a feature that contains this feature, because a feature can contain itself.
    /// The operator isn't searched again. This operator has subscriptions if the outer operator has
    /// subscriptions.
    case repeated
    case certain
  }

  /// The operators of the features on the path from the root.
  private(set) var operators: [OperatorPosition] = []
  /// The positions with dependencies on the path from the root, outermost first.
  private(set) var positions: [DependencyPosition] = []

  /// Whether the search is inside an operator. If an operator's paths aren't comparable and a feature
  /// contains itself, the operator looks like a different operator at each level. In that case, the second
  /// similar operator counts as the same operator.
  func contains(_ position: OperatorPosition) -> Bool {
    operators.contains(position) || operators.count { $0.isLike(position) } > 1
  }

  /// Returns the search's position inside an operator's child.
  func inside(_ positions: [DependencyPosition]) -> SubscriptionSearch {
    SubscriptionSearch(operators: operators, positions: self.positions + positions)
  }

  /// Runs a closure with the dependencies of the search's position.
  func run<Result>(_ body: () -> Result) -> Result { run(positions[...], body) }

  private func run<Result>(_ positions: ArraySlice<DependencyPosition>, _ body: () -> Result) -> Result {
    guard let first = positions.first else { return body() }
    return first.run { run(positions.dropFirst(), body) }
  }

  /// Searches a feature's subscriptions. Returns the subscriptions that lead to declared effects.
  func search(
    _ subscriptions: [AnySubscription]
  ) -> (found: [AnySubscription], outcome: Outcome) {
    // All operators of the feature are recorded before any of them is searched. Otherwise, if a feature
    // contains itself, the search would visit its operators in every possible order.
    var search = self
    for subscription in subscriptions {
      // Operators that are already in an outer feature are repeated.
      guard let position = subscription.child, !contains(position) else { continue }
      search.operators.append(position)
    }
    var found: [AnySubscription] = []
    var outcome = Outcome.nothing
    for subscription in subscriptions {
      let isRepeated = subscription.child.map { contains($0) } ?? false
      let next = isRepeated ? .repeated : subscription.search(search)
      if next == .nothing { continue }
      found.append(subscription)
      if outcome != .certain { outcome = next }
    }
    return (found, outcome)
  }
}

extension _ResolvedReducer {
  /// Returns the reducer's subscriptions and a further subscription.
  func subscriptions(and further: Subscription<State, Action>) -> [AnySubscription] {
    // Most reducers have none, and concatenating arrays takes 2,000 instructions.
    subscriptions.isEmpty ? [further] : subscriptions + [further]
  }

  /// The subscriptions that lead to declared effects, starting at the root.
  var foundSubscriptions: [AnySubscription] {
    if subscriptions.isEmpty { return [] }
    let (found, outcome) = SubscriptionSearch().search(subscriptions)
    return outcome == .certain ? found : []
  }

  /// Whether the feature itself declares effects.
  var declaresEffects: Bool { subscriptions.contains { $0.child == nil } }
}
