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
  /// Finds the names of the properties that lead to a child in a state; returns nil if the state has no
  /// child. The closure is nil if the names are known.
  var findNames: ((Parent) -> [String]?)?
  /// The position whose dependencies mark the child as dismissible; nil if this operator's children can't be
  /// dismissed.
  let dependencies: DependencyPosition?
  /// The child's reducer, with the subscriptions that were found in it.
  let reducer: ChildReducer<Child, ChildAction>
  /// The function that reduces the actions of a child; nil until the first action. The reducer is resolved
  /// for the first action, because a feature can contain itself.
  ///
  /// The operator owns the object, and never replaces it, so the object isn't retained for an action.
  @exclusivity(unchecked) private var reduction: Unmanaged<StoredReduction<Child, ChildAction>>?

  init(
    _ reducer: ChildReducer<Child, ChildAction>,
    access: ChildAccess<Parent, Key, Child>,
    hasLifetime: Bool = true,
    dismissal: DismissalMethod,
    findNames: ((Parent) -> [String]?)? = nil,
    embed: @escaping @Sendable (Key, ChildAction) -> ParentAction
  ) {
    self.reducer = reducer
    position = reducer.position
    dependencies = reducer.dependencies
    self.access = access
    self.dismissal = dismissal
    self.identity = IdentityReader()
    self.embed = embed
    self.findNames = findNames
    only = OnlyChild() as? Key
    if let only {
      isSingle = true
      keyOf = { _ in only }
      onlyComponent = ScopePath.Component(ChildName([], position, key: nil))
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
    super.init(hasLifetime: hasLifetime)
  }

  deinit { reduction?.release() }

  /// Reduces an action of a child.
  @inline(__always)
  func run(_ child: inout Child, _ action: ChildAction) -> UnresolvedEffect? {
    (reduction ?? resolved())._withUnsafeGuaranteedRef { $0.reduce(&child, action).program }
  }

  @inline(never)
  private func resolved() -> Unmanaged<StoredReduction<Child, ChildAction>> {
    let made = Unmanaged.passRetained(StoredReduction(reducer.makeReduction()))
    reduction = made
    return made
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
    guard let node = table(in: parent).attach(key, effect.identity, &tree) else {
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
    return ScopePath.Component(ChildName(parts, position, key: isSingle ? nil : key))
  }
}
