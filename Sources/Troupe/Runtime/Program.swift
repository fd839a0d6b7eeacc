/// What an effect says is to be done: a tree whose leaves are work and actions.
///
/// It doesn't know the type of the actions, so that the engine, which interprets it, is one concrete type.
/// The typed face is ``Effect``: its `map` makes sure that the leaves carry its action type, and the ``Route`` of a place
/// makes actions of the store out of those of the place.
enum Program: Sendable {
  case work(any WorkLeaf)
  case pause(Pause)
  case send(any DeliveryLeaf)
  indirect case cancel(CancelID)
  case cancelAll
  case merge([Program])
  case concatenate([Program])
  indirect case identified(Program, CancelID, cancelInFlight: Bool)
  indirect case limited(Program, Limit)
  indirect case throttled(Program, Throttle)
  indirect case timed(Program, pause: Pause, then: Program?)
  /// What a child's reducer returned, not yet in its place in the tree of features.
  case lifted(Lift)
  /// What belongs to a scope below, with the way that its actions take; without one, they are the store's.
  indirect case scoped(Program, ScopeID, (any Route)? = nil)

  /// How many pieces of work and actions it consists of.
  var leafCount: Int {
    switch self {
    case .work, .send: 1
    case .pause, .cancel, .cancelAll: 0
    case .merge(let members), .concatenate(let members): members.reduce(0) { $0 + $1.leafCount }
    case .identified(let inner, _, _), .limited(let inner, _), .throttled(let inner, _),
      .timed(let inner, _, _), .scoped(let inner, _, _):
      inner.leafCount
    case .lifted(let lift): lift.program.leafCount
    }
  }

  /// The ids that occur in it.
  var ids: [CancelID] {
    switch self {
    case .work, .send, .pause, .cancel, .cancelAll: []
    case .merge(let members), .concatenate(let members): members.flatMap(\.ids)
    case .identified(let inner, let id, _): [id] + inner.ids
    case .limited(let inner, let limit): [limit.id] + inner.ids
    case .throttled(let inner, let throttle): [throttle.id] + inner.ids
    case .timed(let inner, _, _): inner.ids
    // Its ids count in another scope, of which this one knows nothing until it is there.
    case .lifted: []
    case .scoped(let inner, _, _): inner.ids
    }
  }

  /// The tree without what has an id, in certain scopes; that is handed out.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - isWithin: Whether the tree itself is in one of the scopes.
  ///   - scopes: Tells whether a scope that a part belongs to is one of them.
  ///   - removed: Takes what is removed.
  func removing(
    _ id: CancelID,
    isWithin: Bool,
    _ scopes: (ScopeID) -> Bool,
    _ removed: (Program) -> Void
  ) -> Program {
    func inner(_ program: Program) -> Program {
      program.removing(id, isWithin: isWithin, scopes, removed)
    }
    let nothing = Program.merge([])
    switch self {
    case .work, .send, .pause, .cancel, .cancelAll, .lifted:
      return self
    case .identified(_, id, _) where isWithin:
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

  /// The scopes that it has parts in.
  var scopes: [ScopeID] {
    switch self {
    case .work, .send, .pause, .cancel, .cancelAll, .lifted: []
    case .merge(let members), .concatenate(let members): members.flatMap(\.scopes)
    case .identified(let inner, _, _), .limited(let inner, _), .throttled(let inner, _),
      .timed(let inner, _, _):
      inner.scopes
    case .scoped(let inner, let scope, _): [scope] + inner.scopes
    }
  }

  /// The same tree with other leaves.
  func map(_ map: any LeafMap) -> Program {
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
    case .lifted(let lift):
      .lifted(lift.mapped(by: map))
    case .scoped:
      preconditionFailure("The leaves of an effect were mapped that is in its place already.")
    }
  }
}

/// Makes the leaves of a program into those of another.
protocol LeafMap: Sendable {
  /// Whether the actions stay what they are, and only work is changed.
  var keepsActions: Bool { get }
  func work(_ leaf: any WorkLeaf) -> any WorkLeaf
  func delivery(_ leaf: any DeliveryLeaf) -> any DeliveryLeaf
}

/// Changes the work of a program alone.
protocol WorkMap: LeafMap {}

extension WorkMap {
  var keepsActions: Bool { true }
  func delivery(_ leaf: any DeliveryLeaf) -> any DeliveryLeaf { leaf }
}

/// A leaf of a program that runs as a task.
protocol WorkLeaf: AnyObject, Sendable {
  var origin: WorkOrigin { get }

  /// The same work with the dependencies of the place that returned it.
  func placed(under dependencies: DependencyOverrides) -> any WorkLeaf

  /// The same work, done again when it throws.
  func retrying(_ backoff: Backoff, clock: any Clock<Duration>) -> any WorkLeaf

  /// Makes the task of a running effect, which does the work, unless it was cancelled before, and says that it is over.
  ///
  /// - Parameters:
  ///   - executor: Where it prefers to run; nil for the global executor.
  ///   - naming: The same executor, where it wants to know tasks by name.
  func start(
    in effect: RunningEffect,
    on executor: (any TaskExecutor)?,
    naming: (any TaskNaming)?
  ) -> Task<Void, Never>
}

/// A leaf of a program that is an action.
protocol DeliveryLeaf: AnyObject, Sendable {
  var value: ActionValue { get }
}

/// What is known of a piece of work before it runs.
struct WorkOrigin: Sendable {
  let name: String?
  /// The raw value of the priority: the compiler doesn't know the size of the type itself, as with ``Moment``.
  private let rawPriority: UInt8?
  let location: SourceLocation
  /// The dependencies that were set where the effect was made, or that the place which returned it gave it; nil for none.
  var dependencies: DependencyOverrides?
  /// Whether a place has decided about them. The innermost does.
  var isPlaced = false

  init(name: String?, priority: TaskPriority?, location: SourceLocation, dependencies: DependencyOverrides?) {
    self.name = name
    self.rawPriority = priority?.rawValue
    self.location = location
    self.dependencies = dependencies
  }

  var priority: TaskPriority? { rawPriority.map(TaskPriority.init(rawValue:)) }
}

/// A wait that is part of an operator, such as the delay of a debounced effect.
final class Pause: WorkLeaf {
  private let work: Work<Never>
  var origin: WorkOrigin { work.origin }

  init(name: String, location: SourceLocation, sleep: @escaping @Sendable () async throws -> Void) {
    let origin = WorkOrigin(name: name, priority: nil, location: location, dependencies: nil)
    work = Work(origin: origin, operation: { _ in try await sleep() }, handler: nil)
  }

  // Waits aren't mapped.
  func placed(under dependencies: DependencyOverrides) -> any WorkLeaf { self }
  func retrying(_ backoff: Backoff, clock: any Clock<Duration>) -> any WorkLeaf { self }

  func start(
    in effect: RunningEffect,
    on executor: (any TaskExecutor)?,
    naming: (any TaskNaming)?
  ) -> Task<Void, Never> {
    work.start(in: effect, on: executor, naming: naming)
  }
}

/// The terms of ``Effect/limited(id:to:whenFull:)``.
final class Limit: Sendable {
  let id: CancelID
  let count: Int
  let whenFull: WhenFull

  init(id: CancelID, count: Int, whenFull: WhenFull) {
    self.id = id
    self.count = count
    self.whenFull = whenFull
  }
}

/// The terms of ``Effect/throttle(id:for:latest:clock:)``.
final class Throttle: Sendable {
  let id: CancelID
  let interval: Duration
  let latest: Bool
  let now: @Sendable () -> ErasedInstant
  let pause: @Sendable (_ end: ErasedInstant) -> Pause

  init(
    id: CancelID,
    interval: Duration,
    latest: Bool,
    now: @escaping @Sendable () -> ErasedInstant,
    pause: @escaping @Sendable (_ end: ErasedInstant) -> Pause
  ) {
    self.id = id
    self.interval = interval
    self.latest = latest
    self.now = now
    self.pause = pause
  }
}
