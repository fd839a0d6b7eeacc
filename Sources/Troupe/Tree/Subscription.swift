/// An operator that declares something by the state: an effect that runs while a value is there, or a child
/// that may declare something.
///
/// A resolved reducer lists its feature's subscriptions. The subscriptions of its children are found
/// by a search, for which the store resolves the children's reducers once more. A store whose reducer
/// declares nothing has no further cost.
package class Subscription<State, Action: Sendable> {
  /// The positions with dependencies around the operator in its feature, from the inside out.
  final var positions: [DependencyPosition] = []

  /// Makes the subscription again; nil if it never changes. See ``_ResolvedReducer/remade(_:)``.
  final var remake: (() -> Subscription?)?

  /// Returns the subscription from which an effect begins now.
  final func current() -> Self { remake?() as? Self ?? self }

  /// Records that the store carries out an equal subscription, so that this one isn't lost.
  func recordFollowed() {}

  /// The operator that embeds a child; nil for a subscription of the feature itself.
  var child: OperatorPosition? { nil }

  /// Searches for declared effects here and below.
  func search(_ search: SubscriptionSearch) -> SubscriptionSearch.Outcome { .certain }

  /// Whether there is anything to carry out in this state. What a feature declares itself always counts.
  ///
  /// - Parameters:
  ///   - state: The state of the feature.
  ///   - positions: The positions with dependencies around the feature, from the outside in.
  func isNeeded(in state: inout State, _ positions: [DependencyPosition]) -> Bool { true }

  /// Makes the part of a running feature that carries the subscription out.
  func part(in feature: DeclaringFeature<State, Action>) -> ActiveSubscription<State> {
    preconditionFailure("Every subscription knows how it is carried out.")
  }
}

/// The place that a search for subscriptions has reached in the tree of reducers.
struct SubscriptionSearch {
  enum Outcome {
    case nothing
    /// The operator is also in a feature around it, and isn't searched again: a feature may contain itself.
    /// There are subscriptions in it if there are some around it.
    case repeated
    case certain
  }

  /// The operators of the features on the way from the root.
  private(set) var operators: [OperatorPosition] = []
  /// The positions with dependencies on the way from the root, from the outside in.
  private(set) var positions: [DependencyPosition] = []

  /// Whether the search is inside an operator. One whose paths can't be compared looks like another one at
  /// each level of a feature that contains itself; the second of its kind counts as the same.
  func contains(_ position: OperatorPosition) -> Bool {
    operators.contains(position) || operators.count { $0.isLike(position) } > 1
  }

  /// The place inside an operator's child.
  func inside(_ positions: [DependencyPosition]) -> SubscriptionSearch {
    SubscriptionSearch(operators: operators, positions: self.positions + positions)
  }

  /// Runs a closure with the dependencies of the place.
  func run<Result>(_ body: () -> Result) -> Result { run(positions[...], body) }

  private func run<Result>(_ positions: ArraySlice<DependencyPosition>, _ body: () -> Result) -> Result {
    guard let first = positions.first else { return body() }
    return first.run { run(positions.dropFirst(), body) }
  }

  /// Searches the subscriptions of a feature. Returns those that lead to declared effects.
  func subscriptions<State, Action>(
    of reducer: _ResolvedReducer<State, Action>
  ) -> (found: [Subscription<State, Action>], outcome: Outcome) {
    // All operators of the feature are noted before any is searched. Otherwise the search of a feature that
    // contains itself would go through them in every order.
    var search = self
    for subscription in reducer.subscriptions {
      // Those that are in a feature further out are repeated.
      guard let position = subscription.child, !contains(position) else { continue }
      search.operators.append(position)
    }
    var found: [Subscription<State, Action>] = []
    var outcome = Outcome.nothing
    for subscription in reducer.subscriptions {
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
  /// The subscriptions that lead to declared effects, from the root on.
  var foundSubscriptions: [Subscription<State, Action>] {
    if subscriptions.isEmpty { return [] }
    let (found, outcome) = SubscriptionSearch().subscriptions(of: self)
    return outcome == .certain ? found : []
  }

  /// Whether the feature itself declares effects.
  var declaresEffects: Bool { subscriptions.contains { $0.child == nil } }
}
