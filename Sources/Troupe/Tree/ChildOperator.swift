/// An operator that embeds children in a parent, as a store runs it.
class AnyChildOperator {
  /// Puts what one of its children returned in its place.
  func place(_ lift: Lift, at place: Place) -> Program {
    preconditionFailure("Every operator knows the place of its children.")
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
  enum Dismissal {
    case impossible
    case action((Key) -> ParentAction)
    case removal
  }

  let position: Position
  let access: ChildAccess<Parent, Key, Child>
  /// Whether the children have scopes of their own.
  let hasLifetime: Bool
  let dismissal: Dismissal
  let identity: IdentityReader<Child>
  let probeType = ObjectIdentifier(ChildProbe<Parent, ParentAction, Key, Child, ChildAction>.self)
  /// Whether there is never more than one child.
  let isSingle: Bool
  /// Which child it was that returned something.
  private let keyOf: (Lift) -> Key
  /// The step to the child in the path of its scope, where there is only one.
  private let onlyComponent: ScopePath.Component?
  /// Tells whether a way is one of the parent's actions.
  private let outerType = ObjectIdentifier(ActionRoute<ParentAction>.self)
  private let embed: @Sendable (Key, ChildAction) -> ParentAction
  private let resolve: () -> _ResolvedReducer<Child, ChildAction>
  /// Tells what can be dismissed so; nil where it is as further out.
  private let dependencies: DependencyPosition?
  /// Resolved when it is needed first, so that a feature may contain itself.
  private lazy var reduce = resolve().reduce

  init(
    _ reducer: some Reducer<Child, ChildAction>,
    position: Position,
    access: ChildAccess<Parent, Key, Child>,
    hasLifetime: Bool = true,
    dismissal: Dismissal = .impossible,
    embed: @escaping @Sendable (Key, ChildAction) -> ParentAction
  ) {
    self.position = position
    self.access = access
    self.hasLifetime = hasLifetime
    self.dismissal = dismissal
    self.identity = IdentityReader()
    self.embed = embed
    if let only = OnlyChild() as? Key {
      isSingle = true
      keyOf = { _ in only }
      onlyComponent = Self.component(only, position)
    } else {
      isSingle = false
      keyOf = { lift in
        guard let key = lift.key as? Key else {
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
  }

  // This and the next are inlined, as each call of generic code passes the metadata of all of its types on.
  /// Runs the child's reducer; nil when the child isn't there.
  @inline(__always)
  func reduce(_ state: inout Parent, _ key: Key, _ action: ChildAction) -> Effect<ParentAction>? {
    var program: Program?
    var identity = ScopeIdentity()
    let isThere = access.modify(&state, key) { child, generation in
      // Taken first: a child may change its own.
      if hasLifetime { self.identity.note(child, generation: generation, in: &identity) }
      program =
        if let dependencies {
          dependencies.run { reduce(&child, action).program }
        } else {
          reduce(&child, action).program
        }
    }
    guard isThere else { return nil }
    guard let program else { return Effect.none }
    return Effect(.lifted(Lift(program, of: self, key: isSingle ? nil : key, identity: identity)))
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
      missing.message(ActionValue(action), state: Parent.self, child: Child.self),
      at: position.location
    )
  }

  /// The identity of a child that is there.
  func identity(in state: inout Parent, _ key: Key) -> ScopeIdentity? {
    var identity: ScopeIdentity?
    _ = access.modify(&state, key) { child, generation in
      identity = self.identity(child, generation: generation)
    }
    return identity
  }

  override func place(_ lift: Lift, at place: Place) -> Program {
    let key = keyOf(lift)
    let outer = route(of: lift, at: place)
    guard let parent = place.branch.of(Parent.self) else {
      reportMisplacement()
      return self.place(lift, at: place, in: place.branch, route(key, within: outer))
    }
    // A part without a life of its own needs a branch only for what is below it.
    if !hasLifetime, !lift.program.isLifted {
      return self.place(lift, at: place, in: parent, route(key, within: outer))
    }
    guard let kid = ChildProbe.of(self, in: parent).open(key, lift.identity, place.runtime) else {
      return .merge([])
    }
    let route = kid.route(of: self, within: outer, isKept: !place.isMapped && lift.actions == nil)
    return self.place(lift, at: place, in: kid, route)
  }

  private func place(
    _ lift: Lift,
    at outer: Place,
    in branch: AnyBranch,
    _ route: ActionRoute<ChildAction>
  ) -> Program {
    let place = Place(
      branch: branch,
      route: route,
      isMapped: outer.isMapped || lift.actions != nil,
      work: SequenceMap.of(lift.work, outer.work),
      runtime: outer.runtime
    )
    let placed = lift.program.placed(at: place)
    // What is placed deeper already is not of this scope.
    if case .scoped = placed { return placed }
    return .scoped(placed, branch.scope, route)
  }

  /// The way of the parent's actions from a place; nil where they are the store's.
  private func route(of lift: Lift, at place: Place) -> ActionRoute<ParentAction>? {
    guard let actions = lift.actions else {
      guard let route = place.route else { return nil }
      // As `ActionRoute.cast`, which would look up the metadata of the way's type.
      precondition(
        ObjectIdentifier(type(of: route)) == outerType,
        "The way of an effect is that of other actions."
      )
      return unsafeDowncast(route, to: ActionRoute<ParentAction>.self)
    }
    return ActionRoute { [outer = place.route] action in
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

  /// The way of a child's actions, given that of the parent's.
  func route(_ key: Key, within outer: ActionRoute<ParentAction>?) -> ActionRoute<ChildAction> {
    ActionRoute { [embed] action in delivery(of: embed(key, action), on: outer) }
  }

  /// The step to a child in the path of its scope.
  func component(_ key: Key) -> ScopePath.Component { onlyComponent ?? Self.component(key, position) }

  private static func component(_ key: Key, _ position: Position) -> ScopePath.Component {
    ScopePath.Component(ChildName(position: position, key: key))
  }
}

/// A step of a scope's path as it is shown.
private struct ChildName<Key: Hashable & Sendable>: Hashable, Sendable, CustomStringConvertible {
  let position: Position
  let key: Key

  var description: String { key is OnlyChild ? "\(position)" : "\(position)[\(key)]" }
}
