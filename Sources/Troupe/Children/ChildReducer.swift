/// The reducer of an operator's children.
///
/// A store resolves the reducer to find out whether the children declare effects, and resolves it again when
/// a child gets its first action. Until then, the operator needs no other object.
final class ChildReducer<Child, ChildAction: Sendable> {
  /// The position of the operator.
  let position: OperatorPosition
  /// The position whose dependencies mark the child as dismissible; nil if the operator's children can't be
  /// dismissed.
  let dependencies: DependencyPosition?
  private let resolve: () -> _ResolvedReducer<Child, ChildAction>
  /// The child's reducer with the subscriptions that were found; nil if no subscriptions were found, or if
  /// the reducer wasn't searched.
  private var declaring: _ResolvedReducer<Child, ChildAction>?
  /// Whether the store performs the subscriptions of an equal operator.
  var isFollowed = false
  /// Whether it is certain that the child declares nothing.
  private(set) var declaresNothing = false

  /// Creates the reducer of an operator's children.
  ///
  /// - Parameters:
  ///   - reducer: The reducer.
  ///   - position: The position of the operator.
  ///   - isDismissible: Whether the children can be dismissed.
  init(_ reducer: some Reducer<Child, ChildAction>, at position: OperatorPosition, isDismissible: Bool) {
    self.position = position
    dependencies =
      isDismissible ? DependencyPosition { if !$0.isPresented { $0.isPresented = true } } : nil
    let level = FeatureNesting.level
    resolve = {
      FeatureNesting.inChild(of: level, Child.self, at: position.location) { reducer._resolve() }
    }
  }

  /// Creates the reducer of children in a property of the state. The children can be dismissed.
  ///
  /// - Parameters:
  ///   - reducer: The reducer.
  ///   - container: The property.
  ///   - path: Evaluates the path of the parent's action case for the children.
  ///   - location: The location of the operator.
  convenience init<Action, Payload>(
    _ reducer: some Reducer<Child, ChildAction>,
    in container: any AnyKeyPath & Sendable,
    of path: @escaping @Sendable () -> AnyCasePath<Action, Payload>,
    at location: CallSite
  ) {
    let position = OperatorPosition(location, container, action: path, child: Child.self)
    self.init(reducer, at: position, isDismissible: true)
  }

  /// Returns the function that reduces the actions of a child.
  func makeReduction() -> _ResolvedReducer<Child, ChildAction>.Reduction {
    // A function in an optional, as from `declaring?.takeReduction()`, would be called through a thunk.
    guard var declaring else { return resolvedToReduce().makeReduction() }
    let reduction = declaring.takeReduction()
    self.declaring = declaring
    return reduction
  }

  private func resolvedToReduce() -> _ResolvedReducer<Child, ChildAction> {
    let resolved = resolve()
    if isFollowed {
      resolved.recordFollowed()
    } else if resolved.declaresEffects {
      reportLostSubscription()
    }
    return resolved
  }

  /// Searches the reducer for subscriptions. Keeps the resolved reducer only if it has subscriptions.
  func searchSubscriptions(_ search: SubscriptionSearch) -> SubscriptionSearch.Outcome {
    let resolved = search.run(resolve)
    let (found, outcome) = search.search(resolved.subscriptions)
    if outcome == .certain { declaring = resolved.with(subscriptions: found) }
    return outcome
  }

  /// Returns the child's subscriptions.
  ///
  /// - Parameter positions: The positions with dependencies that apply to the reducer, outermost first.
  func subscriptions(at positions: [DependencyPosition]) -> [AnySubscription] {
    if let declaring { return declaring.subscriptions }
    if declaresNothing { return [] }
    // If a feature contains itself, its operators are searched when their children exist.
    declaresNothing = searchSubscriptions(SubscriptionSearch().inside(positions)) != .certain
    return declaring?.subscriptions ?? []
  }

  /// Whether the child declares effects in this state.
  func isNeeded(in state: inout Child, _ positions: @autoclosure () -> [DependencyPosition]) -> Bool {
    let subscriptions = declaring?.subscriptions ?? self.subscriptions(at: positions())
    return subscriptions.contains {
      Subscription<Child, ChildAction>.of($0).isNeeded(in: &state, positions())
    }
  }

  private func reportLostSubscription() {
    reportIssue(
      """
      \(TypeName(Child.self).full) declares effects with `task`, `onStart` or `onEnd` where no store finds them. The effects \
      don't run.

      The likely causes:
      - The feature contains itself, and declares the effects only at a deeper level. Apply the operators at every level; \
      return nil from the closure of `task` where no effect is to run.
      - An operator such as `onChange` created the reducer that embeds the feature, or a reducer called the feature with \
      `reduce(into:action:)`. Embed the feature in the `body` of another feature instead.
      """,
      at: position.location
    )
  }
}
