/// What a child's reducer returned, on its way to its place in the tree of features.
///
/// - Note: `@unchecked Sendable`, as effects are values that anybody may hold: what it refers to of the tree is only
///   used when a store begins the effect, on the store's executor.
class Lift: @unchecked Sendable {
  /// The child's.
  let program: Program
  /// What becomes of its leaves above the parent.
  fileprivate let map: (any LeafMap)?

  fileprivate init(_ program: Program, map: (any LeafMap)?) {
    self.program = program
    self.map = map
  }

  /// The same, with leaves that are mapped once more.
  func mapped(by map: any LeafMap) -> Lift {
    copy(map: self.map.map { SequenceMap(first: $0, next: map) } ?? map)
  }

  fileprivate func copy(map: any LeafMap) -> Lift {
    preconditionFailure("Every kind of lift copies itself.")
  }

  /// The program as one of the branch that the operator stands in, with the scopes opened that it belongs to.
  func place(in branch: AnyBranch, _ runtime: Runtime) -> Program {
    preconditionFailure("Every kind of lift knows its place.")
  }
}

/// What the reducer of one operator's child returned.
final class ChildLift<Parent, ParentAction: Sendable, Key: Hashable & Sendable, Child, ChildAction: Sendable>:
  Lift,
  @unchecked Sendable
{
  private let child: ChildOperator<Parent, ParentAction, Key, Child, ChildAction>
  private let key: Key
  private let identity: ScopeIdentity

  init(
    child: ChildOperator<Parent, ParentAction, Key, Child, ChildAction>,
    key: Key,
    identity: ScopeIdentity,
    _ program: Program,
    map: (any LeafMap)? = nil
  ) {
    self.child = child
    self.key = key
    self.identity = identity
    super.init(program, map: map)
  }

  override func copy(map: any LeafMap) -> Lift {
    ChildLift(child: child, key: key, identity: identity, program, map: map)
  }

  override func place(in branch: AnyBranch, _ runtime: Runtime) -> Program {
    guard let parent = branch as? Branch<Parent> else {
      reportMisplacement()
      return embedded(program.placed(in: branch, runtime))
    }
    // A part without a life of its own needs a branch only for what is below it.
    if !child.hasLifetime, !program.isLifted { return embedded(program) }
    let probe = parent.probe(of: child.position) { ChildProbe(child: child, branch: parent) }
    guard let kid = probe.open(key, identity, runtime) else { return .merge([]) }
    let placed = embedded(program.placed(in: kid, runtime))
    // What is placed deeper already is not of this scope.
    if !child.hasLifetime { return placed }
    if case .scoped = placed { return placed }
    return .scoped(placed, kid.scope)
  }

  private func embedded(_ program: Program) -> Program {
    let program = program.map(child.embedding(key))
    return map.map { program.map($0) } ?? program
  }

  private func reportMisplacement() {
    reportIssue(
      """
      An effect of \(Child.self) came up where its parent's state, \(Parent.self), isn't known: it runs, and doesn't \
      end when its state goes away.

      A reducer of another state was most likely called with `reduce(into:action:)` and its effect mapped. Embed it with \
      `Scope`, `ifLet`, `ifCaseLet` or `forEach` instead.
      """,
      at: child.position.location
    )
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
