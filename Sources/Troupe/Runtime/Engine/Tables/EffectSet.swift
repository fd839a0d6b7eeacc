/// An unordered set of effects. A set with one element, the most frequent case, allocates no memory.
struct EffectSet {
  private enum Members {
    case one(EffectID)
    case several(Set<EffectID>)
  }

  private var members = Members.several([])

  init() {}

  init(_ id: EffectID) { members = .one(id) }

  var count: Int {
    switch members {
    case .one: 1
    case .several(let ids): ids.count
    }
  }

  var isEmpty: Bool { count == 0 }

  /// The only effect in the set; nil if the set doesn't contain exactly one effect.
  var only: EffectID? {
    if case .one(let id) = members { id } else { nil }
  }

  /// The effects, oldest first. The order of a `Set` would vary between runs.
  var sorted: [EffectID] {
    switch members {
    case .one(let id): [id]
    case .several(let ids): ids.sorted()
    }
  }

  mutating func insert(_ id: EffectID) {
    switch members {
    case .one(let other):
      if other != id { members = .several([other, id]) }
    case .several(var ids):
      if ids.isEmpty {
        members = .one(id)
      } else {
        // The storage is cleared first, so that changing the set doesn't copy it.
        members = .several([])
        ids.insert(id)
        members = .several(ids)
      }
    }
  }

  mutating func remove(_ id: EffectID) {
    switch members {
    case .one(let only):
      if only == id { members = .several([]) }
    case .several(var ids):
      members = .several([])
      ids.remove(id)
      members = .several(ids)
    }
  }
}

extension [CancelID: EffectSet] {
  /// Adds a member to the set under a key.
  mutating func insertMember(_ member: EffectID, of key: CancelID) {
    self[key, default: EffectSet()].insert(member)
  }

  /// Removes a member from the set under a key, and removes the set if no member is left.
  mutating func removeMember(_ member: EffectID, of key: CancelID) {
    guard let position = index(forKey: key) else { return }
    values[position].remove(member)
    if values[position].isEmpty { remove(at: position) }
  }
}
