extension EngineRules {
  /// Opens a scope below another. The answer is nil when that has ended.
  mutating func openScope(in parent: ScopeID, _ component: ScopePath.Component) -> ScopeID? {
    guard isOpen, isActive(parent) else { return nil }
    let id = ScopeID(number: makeNumber(), slot: scopes.nextSlot)
    scopes.insert(ScopeRecord(id: id, parent: parent, component: component))
    scopeFamilies.append(id.slot, to: &scopes[parent.slot].children)
    // It may come to nothing.
    emit(.scopeIdle(id))
    if hasListeners {
      let path = path(of: id)
      tell(.scopeBegan(path))
    }
    return id
  }

  /// Ends a scope and those below it: their effects are cancelled, and none begins in them any more.
  mutating func endScope(_ id: ScopeID) {
    guard id != .root, isActive(id) else { return }
    // As most are that end because they are idle.
    if scopes[id.slot].children.isEmpty, scopes[id.slot].members.isEmpty, scopes[id.slot].holders.isEmpty {
      markEnded(id)
      return removeIfOver(id)
    }
    let ended = subtree(of: id)
    for scope in ended where !scopes[scope.slot].isEnded { markEnded(scope) }
    cancelAll(in: id)
    for scope in ended.reversed() { removeIfOver(scope) }
  }

  private mutating func markEnded(_ id: ScopeID) {
    if hasListeners {
      let path = path(of: id)
      tell(.scopeEnded(path))
    }
    scopes[id.slot].isEnded = true
    scopes[id.slot].windows = [:]
  }

  /// Removes a scope that has ended once nothing of it is left.
  mutating func removeIfOver(_ id: ScopeID) {
    guard isRecorded(id), scopes[id.slot].isEnded, scopes[id.slot].members.isEmpty,
      scopes[id.slot].children.isEmpty, scopes[id.slot].holders.isEmpty, let parent = scopes[id.slot].parent
    else { return }
    scopeFamilies.remove(id.slot, from: &scopes[parent.slot].children)
    scopes.free(id.slot)
    removeIfOver(parent)
    noteIdleness(of: parent)
  }

  /// Whether nothing is in a scope, or will be for all that is known, and nothing depends on its being there.
  func isIdle(_ id: ScopeID) -> Bool {
    id != .root && isActive(id) && scopes[id.slot].members.isEmpty && scopes[id.slot].children.isEmpty
      && scopes[id.slot].holders.isEmpty && scopes[id.slot].windows.isEmpty
  }

  mutating func noteIdleness(of id: ScopeID) {
    if isIdle(id) { emit(.scopeIdle(id)) }
  }

  /// A scope and those below it, each before its children.
  func subtree(of id: ScopeID) -> [ScopeID] {
    guard isRecorded(id) else { return [] }
    var found: [ScopeID] = []
    var stack = [id.slot]
    while let next = stack.popLast() {
      found.append(scopes[next].id)
      stack += scopeFamilies.slots(of: scopes[next].children).reversed()
    }
    return found
  }

  /// Whether a scope is another or lies below it.
  func isWithin(_ scope: ScopeID, _ ancestor: ScopeID) -> Bool {
    var next: ScopeID? = scope
    while let id = next, isRecorded(id) {
      if id == ancestor { return true }
      next = scopes[id.slot].parent
    }
    return false
  }

  /// The path of a scope.
  func path(of scope: ScopeID) -> ScopePath {
    var components: [ScopePath.Component] = []
    var next: ScopeID? = scope
    while let id = next, isRecorded(id) {
      if let component = scopes[id.slot].component { components.append(component) }
      next = scopes[id.slot].parent
    }
    return ScopePath(components: components.reversed())
  }
}
