extension EngineRules {
  /// Opens a scope below another. Returns nil if the other scope has ended.
  mutating func openScope(in parent: ScopeID, _ component: ScopePath.Component) -> ScopeID? {
    guard isOpen, isActive(parent) else { return nil }
    let id = ScopeID(number: makeNumber(), slot: scopes.nextSlot)
    scopes.insert(ScopeRecord(id: id, parent: parent, component: component))
    scopeFamilies.append(id.slot, to: &scopes[parent.slot].children)
    // The scope may never get an effect.
    emit(.scopeIdle(id))
    if hasListeners {
      let path = path(of: id)
      tell(.scopeBegan(path))
    }
    return id
  }

  /// Ends a scope and the scopes below it: cancels their effects, and begins no more effects in them.
  mutating func endScope(_ id: ScopeID) {
    guard id != .root, isActive(id) else { return }
    // Most scopes end because they are idle, and take this path.
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

  /// Removes a scope that has ended, once nothing of it is left.
  mutating func removeIfOver(_ id: ScopeID) {
    guard isRecorded(id), scopes[id.slot].isEnded, scopes[id.slot].members.isEmpty,
      scopes[id.slot].children.isEmpty, scopes[id.slot].holders.isEmpty, let parent = scopes[id.slot].parent
    else { return }
    scopeFamilies.remove(id.slot, from: &scopes[parent.slot].children)
    scopes.free(id.slot)
    removeIfOver(parent)
    noteIdleness(of: parent)
  }

  /// Whether a scope is idle: it has no effects, no scopes below it, no held programs and no windows.
  func isIdle(_ id: ScopeID) -> Bool {
    id != .root && isActive(id) && scopes[id.slot].members.isEmpty && scopes[id.slot].children.isEmpty
      && scopes[id.slot].holders.isEmpty && scopes[id.slot].windows.isEmpty
  }

  mutating func noteIdleness(of id: ScopeID) {
    if isIdle(id) { emit(.scopeIdle(id)) }
  }

  /// A scope and the scopes below it, each before its children.
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

  /// Whether a scope is the same as another or lies below it.
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
