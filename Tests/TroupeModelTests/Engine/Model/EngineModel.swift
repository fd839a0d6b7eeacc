import Troupe

@testable import Troupe

/// What an engine has to do, derived from the guide's guarantees, as plainly as possible.
///
/// It is a tree of parts: an effect's operators, work and actions. Every search goes through all of it. The
/// only rule about cancellations is ``cancel(within:from:_:)``.
final class EngineModel {
  final class Part {
    enum Kind {
      case work(Int)
      case action(Int)
      /// A wait of an operator.
      case pause
      case timer
      case merge
      /// The members that are still to come.
      case sequence
      case limited(EngineModel.LimitQueue, Limit)
      case throttled(EngineModel.Throttled)
      case timed(sending: Int?)
    }

    let kind: Kind
    let scope: ScopeID
    let cascade: Int
    let parent: Part?
    let ids: [Int]
    let age: Int
    /// The `onShutdown` at its place.
    let onShutdown: OnShutdown
    var children: [Part] = []
    /// The parts of it that are still to begin.
    var rest: [EnginePlan] = []
    /// Whether its parts are being begun at the moment.
    var isBeginning = false
    /// Whether it ended while its parent was beginning its parts, which continued with the next one at once.
    var endedAtOnce = false
    var isCancelled = false
    /// Whether its work has returned, its action is reduced, its window is open.
    var isOver = false
    /// Where it has a permit of a limit; nil while it waits for one.
    var place: EngineModel.Place?

    init(_ kind: Kind, in parent: Part?, _ place: Where, ids: [Int], age: Int) {
      self.kind = kind
      self.parent = parent
      self.scope = place.scope
      self.cascade = place.cascade
      self.ids = ids
      self.onShutdown = place.onShutdown
      self.age = age
    }

    var ancestors: some Sequence<Part> { sequence(first: self) { $0.parent }.dropFirst() }
  }

  struct Where {
    var scope: ScopeID
    let cascade: Int
    var onShutdown = OnShutdown.finish

    init(scope: ScopeID, cascade: Int) {
      self.scope = scope
      self.cascade = cascade
    }

    /// The position of what is inside a part.
    init(in part: Part) {
      self.init(scope: part.scope, cascade: part.cascade)
      onShutdown = part.onShutdown
    }
  }

  struct Running {
    let part: Part
    let label: Int
  }

  /// All parts that haven't ended, in the order in which they began.
  private(set) var parts: [Part] = []
  /// The work that was started and has not returned.
  private(set) var running: [Running] = []
  private(set) var delivered: [Int] = []
  private(set) var droppedActions = 0
  /// The number of works and actions that never begin, because a shutdown cancelled them first.
  private(set) var skippedCount = 0
  private var isShuttingDown = false
  private(set) var endedCascades: [Int] = []
  /// The effect of an action.
  var reactions: [Int: EnginePlan] = [:]
  var now = Duration.zero

  var queues: [Key: LimitQueue] = [:]
  var throttles: [Key: Throttled] = [:]
  struct Key: Hashable {
    let scope: ScopeID
    let id: Int
  }

  private(set) var parents: [ScopeID: ScopeID] = [:]
  private var endedScopes: Set<ScopeID> = []
  private var cascadeCount = 0
  private var openCascades: Set<Int> = []
  private var actions: [Part] = []
  private var starts: [Part] = []
  private var ended: [Part] = []
  private var lastAge = 0

  // Parts refer to each other in cycles until they end.
  deinit {
    for part in parts { part.children = [] }
    for throttled in throttles.values { throttled.waiting = nil }
    for queue in queues.values {
      queue.holders = []
      queue.waiting = []
      queue.returned = []
    }
  }

  // MARK: What happens

  func turn(_ plan: EnginePlan, in scope: ScopeID) -> Int {
    cascadeCount += 1
    begin(anew: plan, Where(scope: scope, cascade: cascadeCount))
    drain()
    // A cascade without effects needs no report.
    if parts.contains(where: { $0.cascade == cascadeCount }) { openCascades.insert(cascadeCount) }
    endTurn()
    return cascadeCount
  }

  /// Work returns, or the wait for a time has ended.
  func end(_ index: Int) {
    let part = running.remove(at: index).part
    part.isOver = true
    // A subtask ends with its effect.
    for piece in part.children { cancel(piece) }
    settle(part)
    endTurn()
  }

  func cancel(_ id: Int, in scope: ScopeID) {
    cancel(within: scope, from: nil) { $0 == id }
    endTurn()
  }

  func cancel(cascade: Int) {
    for part in parts where part.cascade == cascade { cancel(part) }
    endTurn()
  }

  /// A shutdown begins. Parts that it cancels are cancelled if they run and removed if they wait; a wait that
  /// delays nothing else is cancelled, too.
  func shutDown() {
    isShuttingDown = true
    for part in parts { part.rest = part.rest.map { left(of: $0, in: part.onShutdown) } }
    let cancelled = parts.filter { part in
      switch part.kind {
      case .work, .action, .pause, .timer: return part.onShutdown == .cancel
      default: break
      }
      let waitsForTime = part.children.allSatisfy { if case .pause = $0.kind { true } else { false } }
      return waitsForTime && !part.rest.isEmpty && part.rest.allSatisfy(\.isNothing)
    }
    for part in cancelled { cancel(part) }
    endTurn()
  }

  private func left(of plan: EnginePlan, in kind: OnShutdown) -> EnginePlan {
    plan.left(onShutdown: kind) { removed in
      skippedCount += removed.leafCount
      droppedActions += removed.actionCount
    }
  }

  /// Whether waits for time in a place are cancelled before they begin.
  func skipsWaits(_ kind: OnShutdown) -> Bool { isShuttingDown && kind == .cancel }

  func open(_ scope: ScopeID, in parent: ScopeID) { parents[scope] = parent }

  func end(_ scope: ScopeID) {
    cancel(within: scope, from: nil) { _ in true }
    endedScopes.insert(scope)
    endTurn()
  }

  /// A part of an effect's work gets a separate id; false if the effect has ended.
  func beginSubtask(of index: Int, id: Int, cancelInFlight: Bool, label: Int) -> Bool {
    let effect = running[index].part
    guard !effect.isCancelled else { return false }
    if cancelInFlight { cancel(within: effect.scope, from: effect) { $0 == id } }
    let piece = add(.work(label), in: effect, Where(in: effect), ids: [id])
    running.append(Running(part: piece, label: label))
    endTurn()
    return true
  }

  func forget() {
    delivered = []
    endedCascades = []
  }

  // MARK: Scopes

  func isWithin(_ scope: ScopeID, _ other: ScopeID) -> Bool {
    scope == other || parents[scope].map { isWithin($0, other) } ?? false
  }

  private func hasEnded(_ scope: ScopeID) -> Bool {
    endedScopes.contains(scope) || parents[scope].map(hasEnded) ?? false
  }

  // MARK: Cancelling

  /// Cancels the parts that have an id, or are inside one that has it, in a scope and below, wherever they
  /// wait.
  ///
  /// The effects that contain the canceller continue: parts beside it that have begun are cancelled, and
  /// parts that are still to come aren't.
  ///
  /// - Parameter matches: Whether an id matches; for nil, whether everything does.
  private func cancel(within scope: ScopeID, from canceller: Part?, _ matches: (Int?) -> Bool) {
    var own: Set<ObjectIdentifier> = []
    if let canceller { own = [ObjectIdentifier(canceller)] }
    for part in canceller?.ancestors.map({ $0 }) ?? [] { own.insert(ObjectIdentifier(part)) }
    func isOwn(_ part: Part) -> Bool {
      if own.contains(ObjectIdentifier(part)) { return true }
      // The timer of a time-out isn't beside the part that it limits.
      guard case .timer = part.kind, let parent = part.parent else { return false }
      return own.contains(ObjectIdentifier(parent))
    }
    func isMeant(_ id: Int?, _ other: ScopeID) -> Bool { isWithin(other, scope) && matches(id) }
    func isMeant(_ part: Part) -> Bool {
      isWithin(part.scope, scope) && (matches(nil) || part.ids.contains(where: matches))
        || part.parent.map(isMeant) == true
    }
    let meant = parts.filter { !isOwn($0) && isMeant($0) }
    for part in parts where !isOwn(part) {
      part.rest = part.rest.map { plan in
        let (left, count) = plan.removing(in: part.scope) { plan, scope in
          if case .scoped = plan { return false }
          return isMeant(plan.id, scope)
        }
        droppedActions += count
        return left
      }
    }
    for part in meant { cancel(part) }
  }

  func cancel(_ part: Part) {
    guard !part.isCancelled else { return }
    part.isCancelled = true
    for plan in part.rest { droppedActions += plan.actionCount }
    part.rest = []
    switch part.kind {
    case .action:
      // An action that is being reduced isn't dropped any more.
      if !part.isOver { droppedActions += 1 }
      part.isOver = true
    case .work, .pause, .timer:
      // Work that hasn't been started never is.
      if !running.contains(where: { $0.part === part }) { part.isOver = true }
    default: break
    }
    for child in part.children { cancel(child) }
    settle(part)
  }

  // MARK: Beginning

  func add(_ kind: Part.Kind, in parent: Part?, _ place: Where, ids: [Int] = []) -> Part {
    lastAge += 1
    let part = Part(kind, in: parent, place, ids: ids, age: lastAge)
    parts.append(part)
    parent?.children.append(part)
    return part
  }

  /// Begins the effect that a turn returns.
  private func begin(anew plan: EnginePlan, _ place: Where) {
    if hasEnded(place.scope) || !isShuttingDown { return begin(plan.joined, in: nil, place) }
    begin(left(of: plan.joined, in: .finish), in: nil, place)
  }

  /// - Parameter ids: The ids that were given to all of it.
  func begin(_ plan: EnginePlan, in parent: Part?, _ place: Where, ids: [Int] = []) {
    guard !hasEnded(place.scope) else {
      droppedActions += plan.actionCount
      return
    }
    /// Begins an operator that begins its parts at once.
    func operate(_ kind: Part.Kind, _ body: (Part) -> Void) {
      let part = add(kind, in: parent, place, ids: ids)
      part.isBeginning = true
      body(part)
      part.isBeginning = false
      settle(part)
    }
    switch plan {
    case .work(let label): starts.append(add(.work(label), in: parent, place, ids: ids))
    case .send(let label): actions.append(add(.action(label), in: parent, place, ids: ids))
    case .cancel(let id): cancel(within: place.scope, from: parent) { $0 == id }
    case .cancelAll: cancel(within: place.scope, from: parent) { _ in true }
    case .scoped(let body, let scope):
      var inner = place
      inner.scope = scope
      // The ids are valid in the scope around it.
      if ids.isEmpty {
        begin(body, in: parent, inner)
      } else {
        operate(.merge) { begin(body, in: $0, inner) }
      }
    case .merge(let members):
      operate(.merge) { part in for member in members { begin(member, in: part, place) } }
    case .concatenate(let members):
      let part = add(.sequence, in: parent, place, ids: ids)
      part.rest = members
      goOn(part)
    case .cancellable(let body, let id, let cancelInFlight):
      if cancelInFlight { cancel(within: place.scope, from: parent) { $0 == id } }
      begin(body, in: parent, place, ids: ids + [id])
    case .onShutdown(let body, let kind):
      var inner = place
      inner.onShutdown = kind
      begin(body, in: parent, inner, ids: ids)
    case .debounce(let body, let id):
      cancel(within: place.scope, from: parent) { $0 == id }
      let part = add(.sequence, in: parent, place, ids: ids + [id])
      if case .concatenate(let members) = body { part.rest = members } else { part.rest = [body] }
      if skipsWaits(place.onShutdown) { goOn(part) } else { beginPause(.pause, in: part) }
    case .timeout(let body, let action):
      operate(.timed(sending: action)) { part in
        begin(body, in: part, place)
        if !part.children.isEmpty, !skipsWaits(place.onShutdown) { beginPause(.timer, in: part) }
      }
    case .limited(let body, let id, let count, let scope, let overflow):
      let limit = Limit(count: count, scope: scope, overflow: overflow)
      begin(body, id: id, limit, in: parent, place, ids: ids + [id])
    case .throttle(let body, let id, let latest):
      begin(body, id: id, latest: latest, in: parent, place, ids: ids + [id])
    }
  }

  func beginPause(_ kind: Part.Kind, in part: Part) {
    starts.append(add(kind, in: part, Where(in: part)))
  }

  /// Begins the remaining members of a part, until one of them lasts.
  func goOn(_ part: Part) {
    guard !part.isBeginning else { return }
    part.isBeginning = true
    while part.children.isEmpty, !part.rest.isEmpty {
      let next = part.rest.removeFirst()
      begin(next, in: part, Where(in: part))
    }
    part.isBeginning = false
    settle(part)
  }

  // MARK: Ending

  /// Records that a part has ended, if it has; the consequences come when the current step is done.
  func settle(_ part: Part) {
    guard !part.isBeginning, part.children.isEmpty, part.rest.isEmpty || part.isCancelled else { return }
    switch part.kind {
    case .work, .action, .pause, .timer: guard part.isOver else { return }
    case .throttled: guard part.isOver || part.isCancelled else { return }
    case .limited: guard part.place != nil || part.isCancelled else { return }
    default: break
    }
    guard let index = parts.firstIndex(where: { $0 === part }) else { return }
    parts.remove(at: index)
    part.parent?.children.removeAll { $0 === part }
    leave(part)
    part.endedAtOnce = part.parent?.isBeginning == true
    ended.append(part)
  }

  private func drain() {
    while !ended.isEmpty {
      let part = ended.removeFirst()
      fillPlaces(after: part)
      guard let parent = part.parent, !part.endedAtOnce, parts.contains(where: { $0 === parent }) else {
        continue
      }
      switch (parent.kind, part.kind) {
      case (.sequence, _): goOn(parent)
      case (.throttled, .pause) where !parent.isCancelled: beginThrottled(parent)
      case (.timed(let action), .timer) where !parent.isCancelled && !part.isCancelled:
        for body in parent.children { cancel(body) }
        if let action {
          begin(.send(action), in: parent, Where(in: parent))
        }
      case (.timed, _):
        for timer in parent.children { if case .timer = timer.kind { cancel(timer) } }
      default: break
      }
      settle(parent)
      // All the way up, before the next.
      if let index = ended.lastIndex(where: { $0 === parent }) {
        ended.insert(ended.remove(at: index), at: 0)
      }
    }
  }

  private func endTurn() {
    drain()
    repeat {
      while !actions.isEmpty {
        let action = actions.removeFirst()
        guard case .action(let label) = action.kind, !action.isCancelled else { continue }
        delivered.append(label)
        action.isOver = true
        action.isBeginning = true
        if let reaction = reactions[label] {
          begin(anew: reaction, Where(scope: .root, cascade: action.cascade))
        }
        action.isBeginning = false
        settle(action)
        drain()
      }
      for part in starts where !part.isCancelled {
        switch part.kind {
        case .work(let label): running.append(Running(part: part, label: label))
        case .timer: running.append(Running(part: part, label: -2))
        default: running.append(Running(part: part, label: -1))
        }
      }
      starts = []
    } while !actions.isEmpty
    for cascade in openCascades.sorted() where !parts.contains(where: { $0.cascade == cascade }) {
      openCascades.remove(cascade)
      endedCascades.append(cascade)
    }
  }

  func drop(_ plan: EnginePlan) { droppedActions += plan.actionCount }

  /// The number of works and actions that wait for other parts of their effect, for a permit or for a window.
  var waitingCount: Int { parts.reduce(0) { $0 + $1.rest.reduce(0) { $0 + $1.leafCount } } }
}
