/// An operator with the types of its parent and its children.
final class ChildOperator<
  Parent,
  ParentAction: Sendable,
  Key: Hashable & Sendable,
  Child,
  ChildAction: Sendable
>: AnyChildOperator {
  enum DismissalMethod {
    case impossible(DismissalObstacle.Operator)
    case action((Key) -> ParentAction)
    case removal
  }

  let position: OperatorPosition
  let access: ChildAccess<Parent, Key, Child>
  let dismissal: DismissalMethod
  let identity: IdentityReader<Child>
  let tableType = ObjectIdentifier(ChildTable<Parent, ParentAction, Key, Child, ChildAction>.self)
  /// The key of the child, if there is at most one child.
  let only: Key?
  /// Whether there is at most one child.
  let isSingle: Bool
  /// Returns the key of the child that returned an effect.
  private let keyOf: (ChildEffect) -> Key
  /// The last step of the path of the child's scope, if there is only one child.
  private let onlyComponent: ScopePath.Component?
  /// The type of the routes of the parent's actions, by which such routes are recognized.
  let outerType = ObjectIdentifier(ActionRoute<ParentAction>.self)
  private let embed: @Sendable (Key, ChildAction) -> ParentAction
  private let resolve: () -> _ResolvedReducer<Child, ChildAction>
  /// Finds the names of the properties that lead to a child in a state; returns nil if the state has no
  /// child. The closure is nil if the names are known.
  var findNames: ((Parent) -> [String]?)?
  /// The position whose dependencies mark the child as dismissible; nil if this operator's children can't be
  /// dismissed.
  let dependencies: DependencyPosition?
  /// The child's reducer. The reducer is resolved on first use, because a feature can contain itself.
  private(set) lazy var reduce = resolved().reduce
  /// The child's reducer with the subscriptions that were found; nil if no subscriptions were found, or if
  /// the reducer wasn't searched.
  private var declaring: _ResolvedReducer<Child, ChildAction>?
  /// Whether the store performs the subscriptions of an equal operator.
  var isFollowed = false
  /// Whether it is certain that the child declares nothing.
  private(set) var declaresNothing = false

  init(
    _ reducer: some Reducer<Child, ChildAction>,
    position: OperatorPosition,
    access: ChildAccess<Parent, Key, Child>,
    hasLifetime: Bool = true,
    dismissal: DismissalMethod,
    findNames: ((Parent) -> [String]?)? = nil,
    embed: @escaping @Sendable (Key, ChildAction) -> ParentAction
  ) {
    self.position = position
    self.access = access
    self.dismissal = dismissal
    self.identity = IdentityReader()
    self.embed = embed
    self.findNames = findNames
    only = OnlyChild() as? Key
    if let only {
      isSingle = true
      keyOf = { _ in only }
      onlyComponent = Self.component(only, [position])
    } else {
      isSingle = false
      keyOf = { effect in
        guard let key = effect.key as? Key else {
          preconditionFailure("The key of a child's effect has an unexpected type.")
        }
        return key
      }
      onlyComponent = nil
    }
    let level = FeatureNesting.level
    resolve = {
      FeatureNesting.inChild(of: level, Child.self, at: position.location) { reducer._resolve() }
    }
    dependencies =
      if case .impossible = dismissal {
        nil
      } else {
        DependencyPosition { if !$0.isPresented { $0.isPresented = true } }
      }
    super.init(hasLifetime: hasLifetime)
  }

  private func resolved() -> _ResolvedReducer<Child, ChildAction> {
    if let declaring { return declaring }
    let resolved = resolve()
    if isFollowed {
      for subscription in resolved.subscriptions { subscription.recordFollowed() }
    } else if resolved.declaresEffects {
      reportLostSubscription()
    }
    return resolved
  }

  /// Searches the child's reducer for subscriptions. Keeps the reducer only if it has subscriptions.
  func searchSubscriptions(_ search: SubscriptionSearch) -> SubscriptionSearch.Outcome {
    let resolved = search.run(resolve)
    let (found, outcome) = search.subscriptions(of: resolved)
    if outcome == .certain {
      declaring = _ResolvedReducer(subscriptions: found, reduce: resolved.reduce)
    }
    return outcome
  }

  /// Returns the child's subscriptions.
  ///
  /// - Parameter positions: The positions with dependencies that apply to the child's reducer, outermost
  ///   first.
  func subscriptions(at positions: [DependencyPosition]) -> [Subscription<Child, ChildAction>] {
    if let declaring { return declaring.subscriptions }
    if declaresNothing { return [] }
    // If a feature contains itself, its operators are searched when their children exist.
    declaresNothing = searchSubscriptions(SubscriptionSearch().inside(positions)) != .certain
    return declaring?.subscriptions ?? []
  }

  /// Whether the child declares effects in this state.
  func isNeeded(in state: inout Child, _ positions: @autoclosure () -> [DependencyPosition]) -> Bool {
    let subscriptions = declaring?.subscriptions ?? self.subscriptions(at: positions())
    for subscription in subscriptions where subscription.isNeeded(in: &state, positions()) { return true }
    return false
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

  /// Returns the reason why a child of this operator can't be dismissed.
  func obstacle(_ kind: DismissalObstacle.Operator) -> DismissalObstacle {
    let feature = OperatorPosition.nameOfFeature(Child.self)
    return DismissalObstacle(kind: kind, feature: feature, location: position.location)
  }

  override func place(
    _ effect: ChildEffect,
    at site: ResolutionContext,
    _ tree: inout FeatureTree
  ) -> ResolvedEffect {
    let key = keyOf(effect)
    let outer = route(of: effect, at: site)
    guard let parent = parent(of: effect, key, at: site) else {
      if site.address != nil { reportMisplacement() }
      return self.place(effect, at: site, in: site.node, route(key, within: outer), address: nil, &tree)
    }
    if effect.successor != 0 {
      tree.recordIdentityChange(effect.identity.number, effect.successor, of: ObjectIdentifier(Child.self))
    }
    if effect.program.isNothing { return .merge([]) }
    // A part without a separate lifetime needs a node only if there are features with effects below it.
    if !hasLifetime, !effect.program.hasChildEffects {
      let route = route(key, within: outer)
      return self.place(effect, at: site, in: parent, route, address: effect.address, &tree)
    }
    guard let node = ChildTable.of(self, in: parent).attach(key, effect.identity, &tree) else {
      return .merge([])
    }
    let route = node.route(of: self, within: outer, isKept: !site.isMapped && effect.actions == nil)
    return self.place(effect, at: site, in: node, route, address: effect.address, &tree)
  }

  /// Returns the route of a child's actions, given the route of the parent's actions.
  func route(_ key: Key, within outer: ActionRoute<ParentAction>?) -> ActionRoute<ChildAction> {
    ActionRoute { [embed] action in queuedAction(of: embed(key, action), on: outer) }
  }

  /// Returns the last step of the path of a child's scope.
  ///
  /// - Parameters:
  ///   - key: The key of the child.
  ///   - parts: The operators of the parts without a lifetime between the parent scope and the child.
  func component(_ key: Key, within parts: [OperatorPosition]) -> ScopePath.Component {
    if parts.isEmpty, let onlyComponent { return onlyComponent }
    return Self.component(key, parts + [position])
  }

  private static func component(_ key: Key, _ positions: [OperatorPosition]) -> ScopePath.Component {
    ScopePath.Component(ChildName(positions: positions, key: key))
  }
}
