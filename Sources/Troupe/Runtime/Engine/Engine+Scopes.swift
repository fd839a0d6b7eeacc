/// The rules of scopes. The engine is a value that the runtime owns, on the store's executor.
extension Engine {
  /// Opens a scope below a parent scope. Returns nil if the parent scope has ended.
  mutating func openScope(in parent: ScopeID, _ component: ScopePath.Component) -> ScopeID? {
    guard isOpen, isActive(parent) else { return nil }
    let id = scopes.open(number: makeNumber(), in: parent, component)
    // The scope may never get an effect, so it is reported as idle immediately.
    emit(.scopeIdle(id))
    if hasListeners { tell(.scopeBegan(path(of: id))) }
    return id
  }

  /// Ends a scope and the scopes below it. The effects in these scopes are cancelled, and no more effects
  /// begin there.
  mutating func endScope(_ id: ScopeID) {
    guard id != .root, isActive(id) else { return }
    // Most scopes end when they are idle, and take this path.
    if scopes.isEmpty(id), held.isEmpty(id) {
      markEnded(id)
      return removeIfOver(id)
    }
    let ended = scopes.subtree(of: id)
    for scope in ended where scopes.isActive(scope) { markEnded(scope) }
    cancelAll(in: id)
    for scope in ended.reversed() { removeIfOver(scope) }
  }

  private mutating func markEnded(_ id: ScopeID) {
    if hasListeners { tell(.scopeEnded(path(of: id))) }
    scopes.end(id)
    throttles.remove(id)
  }

  /// If nothing of an ended scope is left, removes the scope, and then checks the scopes above it in the same
  /// way.
  mutating func removeIfOver(_ id: ScopeID) {
    var next = id
    while held.isEmpty(next), let parent = scopes.removeIfOver(next) {
      index.remove(next)
      limits.remove(next)
      next = parent
    }
    if next != id { recordIdleness(of: next) }
  }

  /// Whether a scope hasn't ended.
  func isActive(_ id: ScopeID) -> Bool { scopes.isActive(id) }

  /// The path of a scope.
  func path(of scope: ScopeID) -> ScopePath { scopes.path(of: scope) }

  /// Whether a scope is idle: it has no effects, no scopes below it, no held programs and no windows.
  func isIdle(_ id: ScopeID) -> Bool {
    id != .root && isActive(id) && scopes.isEmpty(id) && held.isEmpty(id) && throttles.isEmpty(id)
  }

  /// Requests the end of a scope if it is idle.
  mutating func recordIdleness(of id: ScopeID) {
    if isIdle(id) { emit(.scopeIdle(id)) }
  }
}
