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
  /// What becomes of the parent's actions where its effect was mapped.
  let actions: (any LeafMap)?
  /// What becomes of the work.
  let work: (any LeafMap)?

  init(
    _ program: Program,
    of child: AnyChildOperator,
    key: (any Hashable & Sendable)?,
    identity: ScopeIdentity,
    actions: (any LeafMap)? = nil,
    work: (any LeafMap)? = nil
  ) {
    self.program = program
    self.child = child
    self.key = key
    self.identity = identity
    self.actions = actions
    self.work = work
  }

  /// The same, with leaves that are mapped once more.
  func mapped(by next: any LeafMap) -> Lift {
    Lift(
      program,
      of: child,
      key: key,
      identity: identity,
      actions: next.keepsActions ? actions : SequenceMap.of(actions, next),
      // What changes work alone does so whatever becomes of the actions.
      work: next.keepsActions ? SequenceMap.of(work, next) : work
    )
  }

  /// The program in the place that it has below the operator's, with the scopes opened that it belongs to.
  func placed(at place: Place) -> Program { child.place(self, at: place) }
}

/// A place in the tree of features, where a program is put.
struct Place {
  let branch: AnyBranch
  /// The way of the place's actions to the store; nil at the root.
  var route: (any Route)?
  /// Whether the way passes a map of a user's, who makes it anew each time.
  var isMapped = false
  /// What becomes of work further up.
  var work: (any LeafMap)?
  let runtime: Runtime
}

extension Program {
  /// Whether it has parts that have to be placed.
  var isLifted: Bool {
    switch self {
    case .work, .pause, .send, .cancel, .cancelAll: false
    case .merge(let members), .concatenate(let members): members.contains(where: \.isLifted)
    case .identified(let inner, _, _), .limited(let inner, _), .throttled(let inner, _),
      .timed(let inner, _, _):
      inner.isLifted
    case .lifted: true
    case .scoped: false
    }
  }

  /// The same with its parts in their places in the tree of features.
  func placed(at place: Place) -> Program {
    guard isLifted else { return place.work.map { map($0) } ?? self }
    return switch self {
    case .lifted(let lift):
      lift.placed(at: place)
    case .merge(let members):
      .merge(members.map { $0.placed(at: place) })
    case .concatenate(let members):
      .concatenate(members.map { $0.placed(at: place) })
    case .identified(let inner, let id, let cancelInFlight):
      .identified(inner.placed(at: place), id, cancelInFlight: cancelInFlight)
    case .limited(let inner, let limit):
      .limited(inner.placed(at: place), limit)
    case .throttled(let inner, let throttle):
      .throttled(inner.placed(at: place), throttle)
    case .timed(let inner, let pause, let then):
      .timed(inner.placed(at: place), pause: pause, then: then)
    case .scoped, .work, .pause, .send, .cancel, .cancelAll:
      self
    }
  }
}
