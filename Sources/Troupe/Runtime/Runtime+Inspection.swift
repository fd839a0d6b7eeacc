/// The effects and children that an inspector can end. All members belong to the store's executor.
extension Runtime {
  /// Cancels an effect and returns whether the effect was active.
  func cancelEffect(_ effect: EffectID) -> Bool {
    guard engine.isActive(effect) else { return false }
    runTurn { engine.cancel(effect) }
    return true
  }

  var dismissibleChildren: [ScopePath] {
    guard effectState != nil, turn.lifecycle == .open else { return [] }
    return tree.all.compactMap { node in
      if case .impossible = node.dismissal { return nil }
      return engine.path(of: node.scope)
    }
  }

  func dismissChild(at path: ScopePath) -> Bool {
    guard effectState != nil, turn.lifecycle == .open,
      let node = tree.all.first(where: { engine.path(of: $0.scope) == path })
    else { return false }
    switch node.dismissal {
    case .impossible: return false
    case .action(let action):
      let cascade = engine.openCascade()
      runTurn(for: cascade) { core.reduce(action, cascade) }
    case .removal(let remove): runTurn { core.dismiss(path, remove) }
    }
    return true
  }
}
