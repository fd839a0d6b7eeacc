/// The open scopes of the feature tree, with each scope's node, and the engine that runs the scopes' effects.
///
/// The core passes the tree to the nodes when the core places an effect, and when it searches for features
/// whose state was removed. The nodes open and end scopes in the tree. ``takeChanges()`` returns the changes
/// that the core has to handle.
struct FeatureTree: ~Copyable {
  /// The changes since the last call to ``FeatureTree/takeChanges()``.
  struct Changes {
    /// The scopes that have ended, if features may declare effects.
    fileprivate(set) var ended: [ScopeID] = []
    /// The features with subscriptions whose state was removed, innermost first.
    fileprivate(set) var gone: [any GoneFeature] = []
    /// The nodes that these features use: their own nodes, and the nodes that contain them.
    fileprivate var nodes: [AnyFeatureNode] = []
  }

  var engine: Engine
  /// Whether features can declare effects. If so, nodes record changes for the features that declare effects.
  var isDeclaring = false
  /// The nodes of the scopes, at the slots of the scopes.
  private var nodes = SlotTable<AnyFeatureNode>()
  private(set) var identityChanges = IdentityChanges()
  /// Whether a scope has begun or ended since the core last took the changes.
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

  /// Returns and clears the changes; nil if nothing has changed.
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

  /// Ends the scope of a node and the scopes below it.
  mutating func end(_ node: AnyFeatureNode) {
    engine.endScope(node.scope)
    remove(node)
  }

  /// Ends an empty scope, unless its feature must stay open. If work begins in the feature later, a new scope
  /// begins.
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
    // Only declared effects are restarted. The ended scopes are recorded, so that the runtime stops
    // supervising them.
    if isDeclaring { changes.ended.append(node.scope) }
    hasChanged = true
  }

  /// Records that the state of a feature with subscriptions was removed.
  mutating func add(gone feature: any GoneFeature) { changes.gone.append(feature) }

  /// Keeps an ended node until the removed features in this node or below it have ended. These features and
  /// their nodes don't retain the ended node.
  mutating func keepForGone(_ node: AnyFeatureNode) {
    if !changes.gone.isEmpty { changes.nodes.append(node) }
  }

  // MARK: Identities

  /// Records that a child has assigned another number to its own state. See ``IdentityChanges``.
  mutating func recordIdentityChange(_ old: UInt64, _ new: UInt64, of type: ObjectIdentifier) {
    identityChanges.record(old, new, of: type)
  }

  /// Returns whether a state belongs to a known child. If so, the method updates the child's identity from
  /// the state.
  func isSame(_ known: inout ScopeIdentity, _ identity: ScopeIdentity, of type: ObjectIdentifier) -> Bool {
    identityChanges.isSame(&known, identity, of: type)
  }

  mutating func forgetIdentityChanges() { identityChanges.forget() }
}

/// A feature with subscriptions whose state was removed.
protocol GoneFeature: AnyObject {
  /// Ends the effects that the feature has declared, because its state was removed.
  func end(_ host: any SubscriptionHost)
}
