/// What an effect says is to be done: a tree whose leaves are work and actions.
///
/// It doesn't know the type of the actions, so that the engine, which interprets it, is one concrete type.
/// The typed face is ``Effect``: its `map` makes sure that the leaves carry its action type, and the ``ErasedActionRoute`` of a place
/// makes actions of the store out of those of the place.
enum Program: Sendable {
  case work(any ErasedWork)
  case pause(Pause)
  case send(any ErasedDelivery)
  indirect case cancel(CancelID)
  case cancelAll
  case merge([Program])
  case concatenate([Program])
  indirect case identified(Program, CancelID, cancelInFlight: Bool)
  indirect case limited(Program, Limit)
  indirect case throttled(Program, Throttle)
  indirect case timed(Program, pause: Pause, then: Program?)
  /// What a child's reducer returned, not yet in its place in the tree of features.
  case child(ChildEffect)
  /// What belongs to a scope below, with the route that its actions take; without one, they are the store's.
  indirect case scoped(Program, ScopeID, (any ErasedActionRoute)? = nil)

  /// How many pieces of work and actions it consists of.
  var leafCount: Int {
    switch self {
    case .work, .send: 1
    case .pause, .cancel, .cancelAll: 0
    case .merge(let members), .concatenate(let members): members.reduce(0) { $0 + $1.leafCount }
    case .identified(let inner, _, _), .limited(let inner, _), .throttled(let inner, _),
      .timed(let inner, _, _), .scoped(let inner, _, _):
      inner.leafCount
    case .child(let effect): effect.program.leafCount
    }
  }

  /// Hands out the ids that occur in it, and the scopes that it has parts in.
  func forEach(id: (CancelID) -> Void, scope: (ScopeID) -> Void) {
    switch self {
    case .work, .send, .pause, .cancel, .cancelAll: break
    // What it has counts in another scope, of which this one knows nothing until it is there.
    case .child: break
    case .merge(let members), .concatenate(let members):
      for member in members { member.forEach(id: id, scope: scope) }
    case .identified(let inner, let its, _):
      id(its)
      inner.forEach(id: id, scope: scope)
    case .limited(let inner, let limit):
      id(limit.id)
      inner.forEach(id: id, scope: scope)
    case .throttled(let inner, let throttle):
      id(throttle.id)
      inner.forEach(id: id, scope: scope)
    case .timed(let inner, _, _): inner.forEach(id: id, scope: scope)
    case .scoped(let inner, let its, _):
      scope(its)
      inner.forEach(id: id, scope: scope)
    }
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
    _ removed: (Program) -> Void
  ) -> Program {
    func inner(_ program: Program) -> Program {
      program.removing(id, isWithin: isWithin, scopes, removed)
    }
    let nothing = Program.merge([])
    switch self {
    case _ where isWithin && id == nil:
      removed(self)
      return nothing
    case .work, .send, .pause, .cancel, .cancelAll, .child:
      return self
    case .identified(_, let its, _) where isWithin && its == id:
      removed(self)
      return nothing
    case .limited(_, let limit) where isWithin && limit.id == id:
      removed(self)
      return nothing
    case .throttled(_, let throttle) where isWithin && throttle.id == id:
      removed(self)
      return nothing
    case .merge(let members):
      return .merge(members.map(inner))
    case .concatenate(let members):
      return .concatenate(members.map(inner))
    case .identified(let program, let other, let cancelInFlight):
      return .identified(inner(program), other, cancelInFlight: cancelInFlight)
    case .limited(let program, let limit):
      return .limited(inner(program), limit)
    case .throttled(let program, let throttle):
      return .throttled(inner(program), throttle)
    case .timed(let program, let pause, let then):
      return .timed(inner(program), pause: pause, then: then)
    case .scoped(let program, let scope, let route):
      let isWithin = isWithin || scopes(scope)
      let rest = program.removing(id, isWithin: isWithin, scopes) { removed(.scoped($0, scope, route)) }
      return .scoped(rest, scope, route)
    }
  }

  /// The same tree with other leaves.
  func map(_ map: any ProgramMap) -> Program {
    switch self {
    case .work(let leaf):
      .work(map.work(leaf))
    case .send(let leaf):
      .send(map.delivery(leaf))
    case .pause, .cancel, .cancelAll:
      self
    case .merge(let members):
      .merge(members.map { $0.map(map) })
    case .concatenate(let members):
      .concatenate(members.map { $0.map(map) })
    case .identified(let inner, let id, let cancelInFlight):
      .identified(inner.map(map), id, cancelInFlight: cancelInFlight)
    case .limited(let inner, let limit):
      .limited(inner.map(map), limit)
    case .throttled(let inner, let throttle):
      .throttled(inner.map(map), throttle)
    case .timed(let inner, let pause, let then):
      .timed(inner.map(map), pause: pause, then: then?.map(map))
    case .child(let effect):
      .child(effect.mapped(by: map))
    case .scoped:
      preconditionFailure("The leaves of an effect were mapped that is in its place already.")
    }
  }
}
