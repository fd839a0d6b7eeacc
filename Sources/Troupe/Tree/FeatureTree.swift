/// What the tree of features has open: the scopes, with the node of each, in the engine that runs their
/// effects.
///
/// The core passes it down when it places an effect and when it looks for features whose state has gone. The
/// nodes open and end scopes in it. What the core has to do about that is in ``takeChanges()``.
struct FeatureTree: ~Copyable {
  /// What has changed.
  struct Changes {
    /// The scopes that have ended, if features may declare effects.
    fileprivate(set) var ended: [ScopeID] = []
    /// The features that declared something and whose state has gone, those inside others first.
    fileprivate(set) var gone: [any GoneFeature] = []
    /// The nodes that such features look at: their own, and those around these.
    fileprivate var nodes: [AnyFeatureNode] = []
  }

  var engine: Engine
  /// Whether features may declare effects, so that nodes keep what has changed for them.
  var isDeclaring = false
  /// The nodes of the scopes, at the slots of the scopes.
  private var nodes = SlotTable<AnyFeatureNode>()
  /// The new numbers that children gave their own states during this action, by the old numbers.
  private var identityChanges: [IdentityKey: UInt64] = [:]
  /// Whether a scope has begun or ended since the core has last asked.
  private var hasChanged = false
  private var changes = Changes()

  init(showsPayloads: Bool) {
    engine = Engine(showsPayloads: showsPayloads)
  }

  /// Whether no scope is open.
  var isEmpty: Bool { nodes.isEmpty }
  /// The nodes of all scopes.
  var all: [AnyFeatureNode] { Array(nodes.all) }

  /// The node of a scope; nil if the scope has ended.
  func node(of scope: ScopeID) -> AnyFeatureNode? {
    guard let node = nodes[scope.slot], node.scope == scope else { return nil }
    return node
  }

  /// Returns what has changed, and forgets it; nil if nothing has.
  mutating func takeChanges() -> Changes? {
    guard hasChanged || !changes.gone.isEmpty else { return nil }
    hasChanged = false
    return Swift.exchange(&changes, with: Changes())
  }

  // MARK: Scopes

  /// Records the node of a scope that has begun.
  mutating func add(_ node: AnyFeatureNode) {
    nodes.set(node, at: node.scope.slot)
    hasChanged = true
  }

  /// Ends the scope of a node, and those below it.
  mutating func end(_ node: AnyFeatureNode) {
    engine.endScope(node.scope)
    remove(node)
  }

  /// Ends an empty scope, unless its feature has to stay open. A new one begins when something runs there
  /// again.
  mutating func endIfIdle(_ scope: ScopeID) {
    let node = node(of: scope)
    guard engine.isIdle(scope), node?.isDeclaring != true else { return }
    engine.endScope(scope)
    guard let node else { return }
    remove(node)
    node.detach()
  }

  private mutating func remove(_ node: AnyFeatureNode) {
    guard self.node(of: node.scope) === node else { return }
    nodes.remove(at: node.scope.slot)
    // Only what is declared is begun anew, for which the core has to know the scopes.
    if isDeclaring { changes.ended.append(node.scope) }
    hasChanged = true
  }

  /// Records that the state of a feature that declared something has gone.
  mutating func add(gone feature: any GoneFeature) { changes.gone.append(feature) }

  /// Keeps a node that has ended until the features that have gone in it or below it have ended. They and
  /// their nodes don't keep it.
  mutating func keepForGone(_ node: AnyFeatureNode) {
    if !changes.gone.isEmpty { changes.nodes.append(node) }
  }

  // MARK: Identities

  // A child that makes its own state anew in its own reducer stays the same child, although the number of
  // the state changes. The state alone doesn't show afterwards who replaced it. The operator that runs the
  // child's reducer therefore records the new number. The record is valid until the action is over. By then,
  // everything that knows the child by the old number has looked at the state.

  /// Records that a child has given its own state another number.
  ///
  /// - Parameters:
  ///   - old: The old number.
  ///   - new: The new number.
  ///   - type: The type of the state.
  mutating func recordIdentityChange(_ old: UInt64, _ new: UInt64, of type: ObjectIdentifier) {
    // The newest number has no successor, so that following the successors ends.
    identityChanges[IdentityKey(type: type, number: new)] = nil
    identityChanges[IdentityKey(type: type, number: old)] = new
  }

  /// Returns whether a state belongs to a known child. If so, updates the child's identity to the state's.
  func isSame(_ known: inout ScopeIdentity, _ identity: ScopeIdentity, of type: ObjectIdentifier) -> Bool {
    if known == identity { return true }
    if identityChanges.isEmpty { return false }
    var current = known
    while let next = identityChanges[IdentityKey(type: type, number: current.number)] {
      current.number = next
    }
    guard current == identity else { return false }
    known = current
    return true
  }

  mutating func forgetIdentityChanges() {
    if !identityChanges.isEmpty { identityChanges = [:] }
  }
}

/// The type of a state and the number of its ``StateIdentity``. An enum state has the number of its payload.
private struct IdentityKey: Hashable {
  let type: ObjectIdentifier
  let number: UInt64
}

/// A feature that declared something, and whose state has gone.
protocol GoneFeature: AnyObject {
  /// Ends what the feature has declared, because its state has gone.
  func end(_ runtime: Runtime)
}
