/// Programs that a node begins later, one after another.
struct HeldPrograms {
  private enum Storage {
    case one(ResolvedEffect)
    /// `next` is the position of the first program that hasn't begun.
    case several([ResolvedEffect], next: Int)
    case nothing
  }

  /// The ids by which cancellations find programs, and the scopes that must stay open for them.
  struct Contents {
    /// The ids in the programs, with the positions of the programs that contain them.
    var ids: [CancelID: [Int]] = [:]
    /// The scopes of parts of the programs.
    var scopes: [ScopeID] = []
  }

  private var storage: Storage

  init(_ program: ResolvedEffect) { storage = .one(program) }

  init(_ programs: [ResolvedEffect]) { storage = .several(programs, next: 0) }

  var isEmpty: Bool {
    switch storage {
    case .one: false
    case .several(let programs, let next): next == programs.count
    case .nothing: true
    }
  }

  /// Whether nothing of the programs is left.
  var isNothing: Bool {
    var isNothing = true
    forEach { program, _ in isNothing = isNothing && program.isNothing }
    return isNothing
  }

  /// The ids and scopes in the programs.
  var contents: Contents {
    var contents = Contents()
    forEach { program, position in
      program.forEach(
        id: { id in
          if contents.ids[id]?.last != position { contents.ids[id, default: []].append(position) }
        },
        scope: { if contents.scopes.last != $0 { contents.scopes.append($0) } }
      )
    }
    return contents
  }

  /// The number of held leaves: work and actions.
  var leafCount: Int {
    var count = 0
    forEach { program, _ in count += program.leafCount }
    return count
  }

  /// Calls a closure with each program and its position. The positions never change.
  func forEach(_ body: (ResolvedEffect, _ position: Int) -> Void) {
    switch storage {
    case .one(let program): body(program, 0)
    case .several(let programs, let next):
      for position in next..<programs.count { body(programs[position], position) }
    case .nothing: break
    }
  }

  mutating func popFirst() -> ResolvedEffect? {
    switch storage {
    case .one(let program):
      storage = .nothing
      return program
    case .several(let programs, let next) where next < programs.count:
      storage = .several(programs, next: next + 1)
      return programs[next]
    case .several, .nothing:
      return nil
    }
  }

  /// Changes the programs at the positions, or all programs if `positions` is nil. Skips programs that
  /// have begun.
  mutating func update(at positions: [Int]?, _ change: (ResolvedEffect) -> ResolvedEffect) {
    // The storage is taken out during the change, so that the array isn't copied.
    let taken = Swift.exchange(&storage, with: .nothing)
    switch taken {
    case .one(let program):
      storage = .one(change(program))
    case .several(var programs, let next):
      for position in positions ?? Array(next..<programs.count) where position >= next {
        programs[position] = change(programs[position])
      }
      storage = .several(programs, next: next)
    case .nothing:
      break
    }
  }
}
