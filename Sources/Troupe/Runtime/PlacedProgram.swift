/// A program whose parts are all at their sites in the tree of features: what the engine begins.
///
/// Its leaves are work and actions. It doesn't know the type of the actions, so that the engine, which
/// interprets it, is one concrete type. The typed face is ``Effect``: its `map` makes sure that the leaves
/// carry its action type, and the ``ErasedActionRoute`` of a site makes actions of the store out of those of
/// the site.
enum PlacedProgram: Sendable {
  case work(any ErasedWork)
  case pause(Pause)
  case send(any ErasedDelivery)
  indirect case cancel(CancelID)
  case cancelAll
  case merge([PlacedProgram])
  case concatenate([PlacedProgram])
  indirect case modified(PlacedProgram, EffectOperator)
  /// What belongs to a scope below, with the route that its actions take; without one, they are the store's.
  indirect case scoped(PlacedProgram, ScopeID, (any ErasedActionRoute)? = nil)

  // MARK: Children

  /// Hands out the programs directly in it, in order.
  func forEachChild(_ body: (PlacedProgram) -> Void) {
    switch self {
    case .work, .pause, .send, .cancel, .cancelAll: break
    case .merge(let members), .concatenate(let members): members.forEach(body)
    case .modified(let inner, _), .scoped(let inner, _, _): body(inner)
    }
  }

  /// The same around other programs than those directly in it.
  func mapChildren(_ transform: (PlacedProgram) -> PlacedProgram) -> PlacedProgram {
    switch self {
    case .work, .pause, .send, .cancel, .cancelAll: self
    case .merge(let members): .merge(members.map(transform))
    case .concatenate(let members): .concatenate(members.map(transform))
    case .modified(let inner, let itsOperator): .modified(transform(inner), itsOperator)
    case .scoped(let inner, let scope, let route): .scoped(transform(inner), scope, route)
    }
  }

  // MARK: What follows from them

  /// Whether it is a piece of work or an action.
  private var isLeaf: Bool {
    switch self {
    case .work, .send: true
    case .pause, .cancel, .cancelAll, .merge, .concatenate, .modified, .scoped: false
    }
  }

  /// The id that its operator gives to what it is around.
  private var id: CancelID? {
    if case .modified(_, let itsOperator) = self { itsOperator.id } else { nil }
  }

  /// How many pieces of work and actions it consists of.
  var leafCount: Int {
    var count = isLeaf ? 1 : 0
    forEachChild { count += $0.leafCount }
    return count
  }

  /// A piece of work in it, to name it by.
  var firstWork: (any ErasedWork)? {
    if case .work(let leaf) = self { return leaf }
    var found: (any ErasedWork)?
    forEachChild { if found == nil { found = $0.firstWork } }
    return found
  }

  /// Hands out the ids that occur in it, and the scopes that it has parts in.
  func forEach(id: (CancelID) -> Void, scope: (ScopeID) -> Void) {
    if let its = self.id { id(its) }
    if case .scoped(_, let its, _) = self { scope(its) }
    forEachChild { $0.forEach(id: id, scope: scope) }
  }

  /// The tree without what has an id, in certain scopes; that is handed out.
  ///
  /// - Parameters:
  ///   - id: The id; nil for all that is in the scopes.
  ///   - isWithin: Whether the tree itself is in one of the scopes.
  ///   - scopes: Tells whether a scope that a part belongs to is one of them.
  ///   - removed: Takes what is removed.
  func removing(
    _ id: CancelID?,
    isWithin: Bool,
    _ scopes: (ScopeID) -> Bool,
    _ removed: (PlacedProgram) -> Void
  ) -> PlacedProgram {
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

  /// The same tree with other leaves.
  func map(_ map: LeafMap) -> PlacedProgram {
    switch self {
    case .work(let leaf): .work(map.work(leaf))
    case .send(let leaf): .send(map.delivery(leaf))
    case .modified(let inner, let itsOperator): .modified(inner.map(map), itsOperator.map(map))
    case .pause, .cancel, .cancelAll, .merge, .concatenate: mapChildren { $0.map(map) }
    case .scoped: preconditionFailure("The leaves of an effect were mapped that is at its site already.")
    }
  }
}
