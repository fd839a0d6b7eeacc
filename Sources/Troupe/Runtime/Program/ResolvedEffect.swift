/// A program that the engine can begin: all of its parts are at their sites in the feature tree.
///
/// Its leaves are work and actions. The program doesn't contain the type of the actions, so that the engine,
/// which interprets programs, is one concrete type. The typed interface is ``Effect``: its `map` ensures that
/// the leaves have its action type. A site's ``AnyActionRoute`` converts the site's actions to actions of the
/// store.
enum ResolvedEffect: Sendable {
  case work(any AnyWork)
  case timer(OperatorTimer)
  case send(any AnyQueuedAction)
  case cancel(CancelID)
  case cancelAll
  case merge([ResolvedEffect])
  case concatenate([ResolvedEffect])
  indirect case modified(ResolvedEffect, EffectOperator)
  /// A program of a scope below the current scope, with the route of the program's actions. If the route is
  /// nil, these actions are the store's actions.
  indirect case scoped(ResolvedEffect, ScopeID, (any AnyActionRoute)? = nil)

  // MARK: Children

  /// Calls a closure with each direct child, in order.
  func forEachChild(_ body: (ResolvedEffect) -> Void) {
    switch self {
    case .work, .timer, .send, .cancel, .cancelAll: break
    case .merge(let members), .concatenate(let members): members.forEach(body)
    case .modified(let inner, _), .scoped(let inner, _, _): body(inner)
    }
  }

  /// Returns the program with transformed direct children.
  func mapChildren(_ transform: (ResolvedEffect) -> ResolvedEffect) -> ResolvedEffect {
    switch self {
    case .work, .timer, .send, .cancel, .cancelAll: self
    case .merge(let members): .merge(members.map(transform))
    case .concatenate(let members): .concatenate(members.map(transform))
    case .modified(let inner, let itsOperator): .modified(transform(inner), itsOperator)
    case .scoped(let inner, let scope, let route): .scoped(transform(inner), scope, route)
    }
  }

  // MARK: Contents and maps

  /// Whether the program is a single leaf: work or an action.
  private var isLeaf: Bool {
    switch self {
    case .work, .send: true
    case .timer, .cancel, .cancelAll, .merge, .concatenate, .modified, .scoped: false
    }
  }

  /// The id that the program's operator gives to the program inside the operator.
  private var id: CancelID? {
    if case .modified(_, let itsOperator) = self { itsOperator.id } else { nil }
  }

  /// The number of leaves in the program: work and actions.
  var leafCount: Int {
    var count = isLeaf ? 1 : 0
    forEachChild { count += $0.leafCount }
    return count
  }

  /// The first work in the program. The program is named after this work.
  var firstWork: (any AnyWork)? {
    if case .work(let leaf) = self { return leaf }
    var found: (any AnyWork)?
    forEachChild { if found == nil { found = $0.firstWork } }
    return found
  }

  /// Calls closures with the ids in the program and with the scopes of its parts.
  func forEach(id: (CancelID) -> Void, scope: (ScopeID) -> Void) {
    if let its = self.id { id(its) }
    if case .scoped(_, let its, _) = self { scope(its) }
    forEachChild { $0.forEach(id: id, scope: scope) }
  }

  /// Returns the program without the parts that have an id in certain scopes.
  ///
  /// - Parameters:
  ///   - id: The id; nil to remove everything in the scopes.
  ///   - isWithin: Whether the program itself is in one of the scopes.
  ///   - scopes: Returns whether a part's scope is one of the scopes.
  ///   - removed: Receives each removed part.
  func removing(
    _ id: CancelID?,
    isWithin: Bool,
    _ scopes: (ScopeID) -> Bool,
    _ removed: (ResolvedEffect) -> Void
  ) -> ResolvedEffect {
    if isWithin, id == nil || id == self.id {
      removed(self)
      return .merge([])
    }
    guard case .scoped(_, let scope, let route) = self else {
      return mapChildren { $0.removing(id, isWithin: isWithin, scopes, removed) }
    }
    let isWithin = isWithin || scopes(scope)
    return mapChildren { inner in
      inner.removing(id, isWithin: isWithin, scopes) { removed(.scoped($0, scope, route)) }
    }
  }

  /// Whether the program contains only operators and their delays.
  var isNothing: Bool {
    switch self {
    case .work, .send, .cancel, .cancelAll: return false
    case .timer: return true
    case .merge, .concatenate, .modified, .scoped:
      var isNothing = true
      forEachChild { isNothing = isNothing && $0.isNothing }
      return isNothing
    }
  }

  /// Returns the parts of the program that still begin after the beginning of a shutdown. Operators without
  /// content are removed.
  ///
  /// - Parameters:
  ///   - behavior: The behavior of parts that no `onShutdown` operator applies to.
  ///   - removed: Receives each removed part.
  func left(onShutdown behavior: OnShutdown, _ removed: (ResolvedEffect) -> Void) -> ResolvedEffect {
    var behavior = behavior
    var left = self
    switch self {
    case .work, .timer, .send, .cancel, .cancelAll:
      guard behavior == .cancel else { return self }
      removed(self)
      return .merge([])
    case .scoped(let inner, let scope, let route):
      left = .scoped(
        inner.left(onShutdown: behavior) { removed(.scoped($0, scope, route)) },
        scope,
        route
      )
    case .merge, .concatenate, .modified:
      if case .modified(_, .onShutdown(let its)) = self { behavior = its }
      left = mapChildren { $0.left(onShutdown: behavior, removed) }
    }
    return left.isNothing ? .merge([]) : left
  }

  /// Returns the program with mapped leaves.
  func map(_ map: EffectTransform) -> ResolvedEffect {
    switch self {
    case .work(let leaf): .work(map.work(leaf))
    case .send(let leaf): .send(map.queuedAction(leaf))
    case .modified(let inner, let itsOperator): .modified(inner.map(map), itsOperator.map(map))
    case .timer, .cancel, .cancelAll, .merge, .concatenate: mapChildren { $0.map(map) }
    case .scoped: preconditionFailure("An effect that is already placed at its site was mapped.")
    }
  }
}
