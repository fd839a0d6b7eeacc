/// An operator that embeds children in a parent, as a store runs it.
class AnyChildOperator {
  /// Whether the children have scopes of their own.
  let hasLifetime: Bool

  fileprivate init(hasLifetime: Bool) {
    self.hasLifetime = hasLifetime
  }

  /// Puts what one of its children returned at its site.
  func place(_ effect: ChildEffect, at site: EffectSite) -> Program {
    preconditionFailure("Every operator knows the site of its children.")
  }
}

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
  /// Whether there is never more than one child.
  let isSingle: Bool
  /// Which child it was that returned something.
  private let keyOf: (ChildEffect) -> Key
  /// The step to the child in the path of its scope, where there is only one.
  private let onlyComponent: ScopePath.Component?
  /// Tells whether a route is one of the parent's actions.
  private let outerType = ObjectIdentifier(ActionRoute<ParentAction>.self)
  private let embed: @Sendable (Key, ChildAction) -> ParentAction
  private let resolve: () -> _ResolvedReducer<Child, ChildAction>
  /// Finds the name of the member in a state with a child; nil where it needn't be found, or has been.
  private var findName: ((Parent) -> String?)?
  /// Says in the dependencies that the child can be dismissed; nil where the children of this operator can't be.
  private let dependencies: DependencyPosition?
  /// Resolved when it is needed first, so that a feature may contain itself.
  private lazy var reduce = resolve().reduce

  init(
    _ reducer: some Reducer<Child, ChildAction>,
    position: OperatorPosition,
    access: ChildAccess<Parent, Key, Child>,
    hasLifetime: Bool = true,
    dismissal: DismissalMethod,
    findName: ((Parent) -> String?)? = nil,
    embed: @escaping @Sendable (Key, ChildAction) -> ParentAction
  ) {
    self.position = position
    self.access = access
    self.dismissal = dismissal
    self.identity = IdentityReader()
    self.embed = embed
    self.findName = findName
    if let only = OnlyChild() as? Key {
      isSingle = true
      keyOf = { _ in only }
      onlyComponent = Self.component(only, position)
    } else {
      isSingle = false
      keyOf = { effect in
        guard let key = effect.key as? Key else {
          preconditionFailure("What a child returned knows the child's key.")
        }
        return key
      }
      onlyComponent = nil
    }
    resolve = { reducer._resolve() }
    dependencies =
      if case .impossible = dismissal {
        nil
      } else {
        DependencyPosition { if !$0.isPresented { $0.isPresented = true } }
      }
    super.init(hasLifetime: hasLifetime)
  }

  // This and the next are inlined, as each call of generic code passes the metadata of all of its types on.
  /// Runs the child's reducer; nil when the child isn't there.
  @inline(__always)
  func reduce(_ state: inout Parent, _ key: Key, _ action: ChildAction) -> Effect<ParentAction>? {
    var effect: ChildEffect?
    let isThere = access.modify(&state, key) { child, generation in
      var identity = ScopeIdentity()
      // Taken first: a child may change its own.
      if hasLifetime { self.identity.note(of: &child, generation: generation, in: &identity) }
      let program =
        if let dependencies {
          dependencies.reduce { reduce(&child, action).program }
        } else {
          reduce(&child, action).program
        }
      let successor = identity.number == 0 ? 0 : self.identity.successor(of: identity, in: &child)
      if program != nil || successor != 0 {
        effect = makeChildEffect(program, key, identity, successor, &child, action)
      }
    }
    guard isThere else { return nil }
    guard let effect else { return Effect.none }
    if let findName {
      self.findName = nil
      if let name = findName(state) { position.note(name: name) }
    }
    return Effect(.child(effect))
  }

  /// Wraps what a child returned, or that it has made its state anew. Not inlined, as most actions of a child do neither.
  @inline(never)
  private func makeChildEffect(
    _ program: Program?,
    _ key: Key,
    _ identity: ScopeIdentity,
    _ successor: UInt64,
    _ child: inout Child,
    _ action: ChildAction
  ) -> ChildEffect {
    if hasLifetime, self.identity.isOfUsers, let program { check(program, identity, child, action) }
    return ChildEffect(
      program ?? .merge([]),
      of: self,
      key: isSingle ? nil : key,
      identity: identity,
      successor: successor,
      address: StateAddress(&child)
    )
  }

  /// Reports that a child has become another one in its own reducer, which therefore returned effects in vain.
  private func check(_ program: Program, _ before: ScopeIdentity, _ child: Child, _ action: ChildAction) {
    guard program.hasOwnLeaves else { return }
    let after = identity(child, generation: before.generation)
    guard after.tag != before.tag || after.id != before.id else { return }
    let what =
      if let (old, new) = before.id.flatMap({ old in after.id.map { (old, $0) } }), old != new {
        "its `id` was \(IssueText.id(old)) and is \(IssueText.id(new))"
      } else {
        "its state is in another case"
      }
    reportIssue(
      """
      \(TypeName(Child.self).full) became another child's state in its own reducer, for the action \
      \(IssueText.value(action)): \(what). The effects that the reducer returned with it belong to the child that it \
      was, and were not started.

      The likely causes:
      - The effects are the new child's. Have the parent's reducer put the new state there, and return the effects for an \
      action that comes later.
      - It is still the same child. Keep the `id` or the case, which tell it from others, in what stays the same, and put \
      what changes below.
      """,
      at: position.location
    )
  }

  /// Runs the child's reducer and then the parent's; the parent's alone, with an issue, when the child isn't there.
  @inline(__always)
  func reduce(
    _ state: inout Parent,
    _ key: Key,
    _ childAction: ChildAction,
    of action: ParentAction,
    orReport missing: @autoclosure () -> MissingChild,
    then base: Embedding<Parent, ParentAction>.Base
  ) -> Effect<ParentAction> {
    guard let effect = reduce(&state, key, childAction) else {
      report(missing(), action)
      return base(&state, action)
    }
    return effect.merge(with: base(&state, action))
  }

  /// Reports that a child wasn't there for which an action came.
  func report(_ missing: MissingChild, _ action: ParentAction) {
    reportIssue(
      missing.message(action, state: Parent.self, child: Child.self),
      at: position.location
    )
  }

  /// Why a child of this operator can't be dismissed.
  func obstacle(_ kind: DismissalObstacle.Operator) -> DismissalObstacle {
    let feature = OperatorPosition.nameOfFeature(Child.self)
    return DismissalObstacle(kind: kind, feature: feature, location: position.location)
  }

  /// The identity of a child that is there.
  func identity(in state: inout Parent, _ key: Key) -> ScopeIdentity? {
    var identity: ScopeIdentity?
    _ = access.modify(&state, key) { child, generation in
      identity = self.identity(child, generation: generation)
    }
    return identity
  }

  override func place(_ effect: ChildEffect, at site: EffectSite) -> Program {
    let key = keyOf(effect)
    let outer = route(of: effect, at: site)
    guard let parent = parent(of: effect, key, at: site) else {
      if site.address != nil { reportMisplacement() }
      return self.place(effect, at: site, in: site.node, route(key, within: outer), address: nil)
    }
    if effect.successor != 0 {
      site.runtime.follow(effect.identity.number, effect.successor, of: ObjectIdentifier(Child.self))
    }
    if case .merge(let members) = effect.program, members.isEmpty { return effect.program }
    // A part without a life of its own needs a node only for what is below it.
    if !hasLifetime, !effect.program.hasChildEffects {
      return self.place(effect, at: site, in: parent, route(key, within: outer), address: effect.address)
    }
    guard let node = ChildTable.of(self, in: parent).attach(key, effect.identity, site.runtime) else {
      return .merge([])
    }
    let route = node.route(of: self, within: outer, isKept: !site.isMapped && effect.actions == nil)
    return self.place(effect, at: site, in: node, route, address: effect.address)
  }

  /// The node of the parent that a child is one of; nil where it isn't that of the site.
  ///
  /// An operator that the store has resolved is where its site is. One that was run by hand is there if it ran on the state
  /// of the site: in the same memory, or, where a reducer has worked on a copy, if the child is in the site's state by a
  /// number that no other child has.
  private func parent(of effect: ChildEffect, _ key: Key, at site: EffectSite) -> FeatureNode<Parent>? {
    guard let parent = site.node.of(Parent.self), let siteAddress = site.address else { return nil }
    guard let address = effect.parentAddress, address != siteAddress else { return parent }
    var isThere = false
    parent.reach { [self] state in
      guard let identity = identity(in: &state, key) else { return }
      isThere =
        identity.generation != 0 && identity.generation == effect.identity.generation
        || identity.number != 0 && [effect.identity.number, effect.successor].contains(identity.number)
    }
    return isThere ? parent : nil
  }

  private func place(
    _ effect: ChildEffect,
    at outer: EffectSite,
    in node: AnyFeatureNode,
    _ route: ActionRoute<ChildAction>,
    address: StateAddress?
  ) -> Program {
    let site = EffectSite(
      node: node,
      address: address,
      route: route,
      isMapped: outer.isMapped || effect.actions != nil,
      work: LeafMap.joined(effect.work, outer.work),
      runtime: outer.runtime
    )
    let placed = effect.program.placed(at: site)
    // What is placed deeper already is not of this scope.
    if case .scoped = placed { return placed }
    return .scoped(placed, node.scope, route)
  }

  /// The route of the parent's actions from a site; nil where they are the store's.
  private func route(of effect: ChildEffect, at site: EffectSite) -> ActionRoute<ParentAction>? {
    guard let actions = effect.actions else {
      guard let route = site.route else { return nil }
      // As `ActionRoute.cast`, which would look up the metadata of the route's type.
      precondition(
        ObjectIdentifier(type(of: route)) == outerType,
        "The route of an effect is that of other actions."
      )
      return unsafeDowncast(route, to: ActionRoute<ParentAction>.self)
    }
    return ActionRoute { [outer = site.route] action in
      let leaf = actions.delivery(Delivery(action))
      return outer?.delivery(leaf) ?? leaf
    }
  }

  private func reportMisplacement() {
    reportIssue(
      """
      An effect of \(Child.self) came up where its parent's state, \(Parent.self), isn't known: it runs, and doesn't \
      end when its state goes away.

      A reducer of another state was most likely called with `reduce(into:action:)` and its effect mapped. Embed it with \
      `Scope`, `ifLet`, `ifCaseLet` or `forEach` instead.
      """,
      at: position.location
    )
  }

  /// The route of a child's actions, given that of the parent's.
  func route(_ key: Key, within outer: ActionRoute<ParentAction>?) -> ActionRoute<ChildAction> {
    ActionRoute { [embed] action in delivery(of: embed(key, action), on: outer) }
  }

  /// The step to a child in the path of its scope.
  func component(_ key: Key) -> ScopePath.Component { onlyComponent ?? Self.component(key, position) }

  private static func component(_ key: Key, _ position: OperatorPosition) -> ScopePath.Component {
    ScopePath.Component(ChildName(position: position, key: key))
  }
}

/// A step of a scope's path as it is shown.
private struct ChildName<Key: Hashable & Sendable>: Hashable, Sendable, ScopePathStep {
  let position: OperatorPosition
  let key: Key

  func text(showsPayloads: Bool) -> String {
    key is OnlyChild ? "\(position)" : "\(position)[\(IssueText.id(key, showsPayloads: showsPayloads))]"
  }
}
