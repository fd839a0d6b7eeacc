/// Values by id for each scope, stored at the scope's slot.
///
/// A scope without values takes no memory apart from its slot. The slot exists only as long as a later scope
/// has values.
struct ScopedTable<Value> {
  private var values: [[CancelID: Value]] = []
  private var trimming = TrimSchedule()

  /// Whether no scope has a value.
  var isEmpty: Bool { values.allSatisfy(\.isEmpty) }

  /// The values of a scope.
  subscript(scope: ScopeID) -> [CancelID: Value] {
    get { scope.slot < values.count ? values[scope.slot] : [:] }
    _modify {
      while values.count <= scope.slot { values.append([:]) }
      yield &values[scope.slot]
    }
  }

  /// Whether a scope has no values.
  func isEmpty(_ scope: ScopeID) -> Bool {
    scope.slot >= values.count || values[scope.slot].isEmpty
  }

  /// Removes the values of a scope and frees their memory.
  mutating func remove(_ scope: ScopeID) {
    guard scope.slot < values.count else { return }
    values[scope.slot] = [:]
    if trimming.isDue(slots: values.count, least: 64) { trim() }
  }

  private mutating func trim() {
    while values.last?.isEmpty == true { values.removeLast() }
    if values.capacity > 4 * values.count + 64 { values = values.map(\.self) }
  }
}
