import Troupe

@testable import Troupe

/// What the engine has to do, written down as plainly as possible: one list of nodes, searched from end to
/// end.
///
/// It has no index, no slots, no chains and no lanes; where the engine looks something up, the model looks
/// through everything there is.
final class EngineModel {
  final class Scope {
    let parent: Scope?
    var hasEnded = false
    init(parent: Scope?) { self.parent = parent }

    func isWithin(_ other: Scope) -> Bool { self === other || parent?.isWithin(other) == true }
  }

  final class Node {
    enum Kind {
      case job(label: Int)
      case delivery(Int)
      case group
      case sequence([Program])
      case limited(Program?, Limit)
      case timed(then: Program?)
    }

    weak var parent: Node?
    var children: [Node] = []
    let scope: Scope
    let cascade: Int
    let ids: [CancelID]
    var kind: Kind
    var isStarted = false
    var isCancelled = false
    var isFilling = false
    /// The timer of a timed node.
    var isTimer = false

    init(_ kind: Kind, parent: Node?, scope: Scope, cascade: Int, ids: [CancelID]) {
      self.kind = kind
      self.parent = parent
      self.scope = scope
      self.cascade = cascade
      self.ids = ids
    }
  }

  let root = Scope(parent: nil)
  var scopes: [Scope]
  /// What the engine's scopes are here; those that have ended, too.
  var scopeByID: [ScopeID: Scope]
  /// All nodes, oldest first.
  var nodes: [Node] = []
  var queue: [Node] = []
  var delivered: [Int] = []
  var isClosed = false
  private var lanesToFill: [(Limit, Scope)] = []
  private var isFillingLanes = false
  var reactions: [Int: Program] = [:]

  init() {
    scopes = [root]
    scopeByID = [.root: root]
  }

  // MARK: What happens

  func turn(_ program: Program, in scope: Scope, cascade: Int) {
    begin(program, nil, [], scope, cascade)
    endTurn()
  }

  func endTurn() {
    while !queue.isEmpty {
      let node = queue.removeFirst()
      guard nodes.contains(where: { $0 === node }), case .delivery(let action) = node.kind else { continue }
      delivered.append(action)
      node.kind = .group
      node.isFilling = true
      if let reaction = reactions[action] { begin(reaction, nil, [], root, node.cascade) }
      node.isFilling = false
      finish(node)
    }
    for node in nodes { if case .job = node.kind { node.isStarted = true } }
  }

  func end(_ node: Node) {
    finish(node)
    endTurn()
  }

  func cancel(_ id: CancelID, in scope: Scope, by canceller: Node? = nil) {
    for node in nodes where !isAncestor(node, of: canceller) {
      func rest(of program: Program) -> Program {
        let isInScope: (ScopeID) -> Bool = { self.scopeByID[$0]?.isWithin(scope) == true }
        return program.removing(id, isWithin: node.scope.isWithin(scope), isInScope) { _ in }
      }
      switch node.kind {
      case .sequence(let members): node.kind = .sequence(members.map(rest))
      case .limited(let program?, let limit): node.kind = .limited(rest(of: program), limit)
      default: break
      }
    }
    cancel(nodes.filter { $0.ids.contains(id) && $0.scope.isWithin(scope) })
  }

  func cancelAll(in scope: Scope) {
    cancel(nodes.filter { $0.scope.isWithin(scope) && $0.parent?.scope !== $0.scope })
  }

  func cancelCascade(_ cascade: Int) {
    cancel(nodes.filter { $0.cascade == cascade && $0.parent == nil })
  }

  func end(_ scope: Scope) {
    for inner in scopes where inner.isWithin(scope) { inner.hasEnded = true }
    cancelAll(in: scope)
  }

  func close() {
    isClosed = true
    cancelAll(in: root)
    endTurn()
  }

  // MARK: What follows from it

  private func isAncestor(_ node: Node, of other: Node?) -> Bool {
    guard let other else { return false }
    return node === other || isAncestor(node, of: other.parent)
  }

  private func isThere(_ node: Node) -> Bool { nodes.contains { $0 === node } }

  @discardableResult
  private func begin(_ program: Program, _ parent: Node?, _ ids: [CancelID], _ scope: Scope, _ cascade: Int)
    -> Node?
  {
    if isClosed || scope.hasEnded || parent?.isCancelled == true { return nil }
    func add(_ kind: Node.Kind, _ ids: [CancelID]) -> Node {
      let node = Node(kind, parent: parent, scope: scope, cascade: cascade, ids: ids)
      nodes.append(node)
      parent?.children.append(node)
      return node
    }
    switch program {
    case .work(let leaf):
      return add(.job(label: Int(leaf.origin.name ?? "") ?? -1), ids)
    case .pause:
      return add(.job(label: -2), ids)
    case .send(let leaf):
      let node = add(.delivery(Delivery<Int>.cast(leaf).action), ids)
      queue.append(node)
      return node
    case .cancel(let id):
      cancel(id, in: scope, by: parent)
      return nil
    case .cancelAll:
      cancelAll(in: scope)
      return nil
    case .merge(let members):
      if parent == nil, ids.isEmpty {
        for member in members { begin(member, nil, [], scope, cascade) }
        return nil
      }
      return fill(add(.group, ids)) { node in
        for member in members { self.begin(member, node, [], scope, cascade) }
      }
    case .concatenate(let members):
      return advance(add(.sequence(members), ids))
    case .identified(let inner, let id, let cancelInFlight):
      if cancelInFlight { cancel(id, in: scope, by: parent) }
      return begin(inner, parent, ids + [id], scope, cascade)
    case .limited(let inner, let limit):
      return beginLimited(inner, limit, parent, scope) { add(.limited(inner, limit), ids + [limit.id]) }
    case .timed(let inner, let pause, let then):
      return fill(add(.timed(then: then), ids)) { node in
        guard self.begin(inner, node, [], scope, cascade) != nil else { return }
        self.begin(.pause(pause), node, [], scope, cascade)?.isTimer = true
      }
    case .throttled:
      fatalError("The model knows no time.")
    case .scoped(let inner, let id, _):
      guard let below = scopeByID[id] else { return nil }
      if ids.isEmpty { return begin(inner, parent, [], below, cascade) }
      return fill(add(.group, ids)) { self.begin(inner, $0, [], below, cascade) }
    case .lifted:
      fatalError("The model begins programs that are in their places.")
    }
  }

  private func lane(_ limit: Limit, _ scope: Scope) -> [Node] {
    nodes.filter { node in
      guard case .limited(_, let other) = node.kind else { return false }
      return other.id == limit.id && node.scope === scope
    }
  }

  private func hasPlace(_ limit: Limit, _ scope: Scope) -> Bool {
    let running = lane(limit, scope).filter { if case .limited(nil, _) = $0.kind { true } else { false } }
    return running.count < limit.count
  }

  private func firstWaiting(_ limit: Limit, _ scope: Scope) -> Node? {
    lane(limit, scope).first { if case .limited(_?, _) = $0.kind { true } else { false } }
  }

  private func beginLimited(
    _ program: Program,
    _ limit: Limit,
    _ parent: Node?,
    _ scope: Scope,
    _ add: () -> Node
  ) -> Node? {
    if limit.whenFull == .cancelOldest {
      let live = lane(limit, scope).filter { !$0.isCancelled }
      if live.count >= limit.count, let oldest = live.first { cancel(oldest) }
      if parent?.isCancelled == true { return nil }
    }
    let isFull = firstWaiting(limit, scope) != nil || !hasPlace(limit, scope)
    if isFull, limit.whenFull == .drop { return nil }
    let node = add()
    return isFull ? node : occupy(node, program, limit)
  }

  private func occupy(_ node: Node, _ program: Program, _ limit: Limit) -> Node? {
    node.kind = .limited(nil, limit)
    return fill(node) { self.begin(program, $0, [], node.scope, node.cascade) }
  }

  private func fill(_ node: Node, _ add: (Node) -> Void) -> Node? {
    node.isFilling = true
    add(node)
    node.isFilling = false
    if !node.children.isEmpty { return node }
    remove(node)
    return nil
  }

  private func advance(_ node: Node) -> Node? {
    while !node.isCancelled, case .sequence(var rest) = node.kind, !rest.isEmpty {
      let next = rest.removeFirst()
      node.kind = .sequence(rest)
      node.isFilling = true
      begin(next, node, [], node.scope, node.cascade)
      node.isFilling = false
      if !node.children.isEmpty { return node }
    }
    remove(node)
    return nil
  }

  private func cancel(_ found: [Node]) {
    for node in found { cancel(node) }
  }

  private func cancel(_ node: Node) {
    guard isThere(node), !node.isCancelled else { return }
    node.isCancelled = true
    switch node.kind {
    case .job: if !node.isStarted { finish(node) }
    case .delivery: finish(node)
    default:
      for child in node.children { cancel(child) }
      if isThere(node), node.children.isEmpty, !node.isFilling { finish(node) }
    }
  }

  private func finish(_ node: Node) {
    guard isThere(node) else { return }
    let parent = node.parent
    remove(node)
    if let parent { childEnded(parent, node) }
  }

  private func remove(_ node: Node) {
    nodes.removeAll { $0 === node }
    node.parent?.children.removeAll { $0 === node }
    guard case .limited(_, let limit) = node.kind else { return }
    // Places that become free while others are given away are given away after those.
    lanesToFill.append((limit, node.scope))
    guard !isFillingLanes else { return }
    isFillingLanes = true
    while !lanesToFill.isEmpty {
      let (limit, scope) = lanesToFill.removeFirst()
      fillLane(limit, scope)
    }
    isFillingLanes = false
  }

  private func fillLane(_ limit: Limit, _ scope: Scope) {
    while let next = firstWaiting(limit, scope), case .limited(let program?, let terms) = next.kind,
      hasPlace(terms, scope)
    {
      let parent = next.parent
      if occupy(next, program, terms) == nil, let parent { childEnded(parent, next) }
    }
  }

  private func childEnded(_ parent: Node, _ child: Node) {
    guard isThere(parent) else { return }
    if !parent.isCancelled {
      if case .sequence = parent.kind {
        guard !parent.isFilling, parent.children.isEmpty else { return }
        let grandparent = parent.parent
        if advance(parent) == nil, let grandparent { childEnded(grandparent, parent) }
        return
      }
      if case .timed(let then) = parent.kind, !parent.isFilling {
        if child.isTimer, !child.isCancelled, let body = parent.children.first(where: { !$0.isTimer }) {
          if let then { begin(then, parent, [], parent.scope, parent.cascade) }
          cancel(body)
        } else if !child.isTimer, !parent.children.contains(where: { !$0.isTimer }) {
          for timer in parent.children { cancel(timer) }
        }
      }
    }
    if isThere(parent), parent.children.isEmpty, !parent.isFilling { finish(parent) }
  }
}
