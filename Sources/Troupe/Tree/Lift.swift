/// What a child's reducer returned, on its way to its place in the tree of features.
///
/// - Note: `@unchecked Sendable`, as effects are values that anybody may hold: what it refers to of the tree is only
///   used when a store begins the effect, on the store's executor.
final class Lift: @unchecked Sendable {
  /// The child's.
  let program: Program
  /// The operator that the child is one of.
  private let child: AnyChildOperator
  /// Which of the operator's children it is; nil where there is only one.
  let key: (any Hashable & Sendable)?
  let identity: ScopeIdentity
  /// What becomes of its leaves above the parent.
  private let map: (any LeafMap)?

  init(
    _ program: Program,
    of child: AnyChildOperator,
    key: (any Hashable & Sendable)?,
    identity: ScopeIdentity,
    map: (any LeafMap)? = nil
  ) {
    self.program = program
    self.child = child
    self.key = key
    self.identity = identity
    self.map = map
  }

  /// The same, with leaves that are mapped once more.
  func mapped(by next: any LeafMap) -> Lift {
    let map = map.map { SequenceMap(first: $0, next: next) } ?? next
    return Lift(program, of: child, key: key, identity: identity, map: map)
  }

  /// The program as one of the branch that the operator stands in, with the scopes opened that it belongs to.
  func place(in branch: AnyBranch, _ runtime: Runtime) -> Program {
    let placed = child.place(self, in: branch, runtime)
    return map.map { placed.map($0) } ?? placed
  }
}

extension Program {
  /// Whether it has parts that have to be placed.
  var isLifted: Bool {
    switch self {
    case .work, .pause, .send, .cancel, .cancelAll: false
    case .merge(let members), .concatenate(let members): members.contains(where: \.isLifted)
    case .identified(let inner, _, _), .limited(let inner, _), .throttled(let inner, _),
      .timed(let inner, _, _), .scoped(let inner, _):
      inner.isLifted
    case .lifted: true
    }
  }

  /// The same with its parts in their places in the tree of features.
  func placed(in branch: AnyBranch, _ runtime: Runtime) -> Program {
    guard isLifted else { return self }
    return switch self {
    case .lifted(let lift):
      lift.place(in: branch, runtime)
    case .merge(let members):
      .merge(members.map { $0.placed(in: branch, runtime) })
    case .concatenate(let members):
      .concatenate(members.map { $0.placed(in: branch, runtime) })
    case .identified(let inner, let id, let cancelInFlight):
      .identified(inner.placed(in: branch, runtime), id, cancelInFlight: cancelInFlight)
    case .limited(let inner, let limit):
      .limited(inner.placed(in: branch, runtime), limit)
    case .throttled(let inner, let throttle):
      .throttled(inner.placed(in: branch, runtime), throttle)
    case .timed(let inner, let pause, let then):
      .timed(inner.placed(in: branch, runtime), pause: pause, then: then)
    case .scoped(let inner, let scope):
      .scoped(inner.placed(in: branch, runtime), scope)
    case .work, .pause, .send, .cancel, .cancelAll:
      self
    }
  }
}
