/// An unsaved version of a shared value on which a turn depends.
package struct SharedDependency: Sendable {
  let saves: any SharedSaves
  let version: any SharedVersion

  var number: UInt64 { version.number }

  /// Waits until versions are saved.
  ///
  /// - Throws: ``LostSharedVersion`` if one of the versions is lost.
  package static func wait(for dependencies: [SharedDependency]) async throws(LostSharedVersion) {
    for dependency in dependencies {
      if let loss = await dependency.saves.loss(of: dependency.number) { throw LostSharedVersion(loss: loss) }
    }
  }
}

/// The unsaved versions of shared values on which the unsaved turns of a store depend.
struct SharedDependencies {
  /// The versions that aren't known to be saved, in the order of the turns. A version is listed only for the
  /// first turn that depends on it.
  private var pending: [(turn: UInt64, dependency: SharedDependency)] = []
  /// The newest of these versions of each value.
  private var newest: [ObjectIdentifier: SharedDependency] = [:]

  /// Adds a version for the turn with the given number.
  mutating func add(_ dependency: SharedDependency, for turn: UInt64) {
    let id = ObjectIdentifier(dependency.saves)
    if newest[id]?.number == dependency.number { return }
    newest[id] = dependency
    pending.append((turn, dependency))
  }

  /// Returns the newest version of a value on which an unsaved turn depends; nil for none.
  func version(of saves: any SharedSaves) -> (any SharedVersion)? { newest[ObjectIdentifier(saves)]?.version }

  /// The versions of the turn with the given number and of earlier turns.
  func all(upTo turn: UInt64) -> [SharedDependency] {
    if pending.isEmpty { return [] }
    return pending.prefix { $0.turn <= turn }.map(\.dependency)
  }

  /// The versions that are listed for the turn with the given number, which must be the newest turn.
  func added(in turn: UInt64) -> [SharedDependency] {
    if pending.isEmpty { return [] }
    return pending.reversed().prefix { $0.turn == turn }.map(\.dependency)
  }

  /// Removes the versions of a saved turn and of earlier turns. Returns the removed versions, whose release
  /// may run user code.
  mutating func remove(upTo turn: UInt64) -> [SharedDependency] {
    let removed = all(upTo: turn)
    if removed.isEmpty { return [] }
    pending.removeFirst(removed.count)
    for dependency in removed {
      let id = ObjectIdentifier(dependency.saves)
      if newest[id]?.number == dependency.number { newest[id] = nil }
    }
    return removed
  }
}
