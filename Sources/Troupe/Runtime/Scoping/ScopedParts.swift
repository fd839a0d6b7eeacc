// After each action, the runtime finds the scoped stores whose state was removed. If an action removes a
// state and the next action adds an equal state, the scoped store has still ended. The search takes time in
// proportion to the changes, not to the number of stores. Stores on the same child share a node. The nodes
// below a state are stored with its node, so that only nodes whose own states may have changed are visited.
// The elements of a collection are visited according to its change history.

/// The scoped stores on parts of a state.
///
/// The groups are in a list, because an array of groups would look up its metadata after each action.
final class ScopedParts<State> {
  private var first: ScopedGroup<State>?

  /// Whether no group has a store.
  var isEmpty: Bool { first == nil }

  /// Returns the group of a path. Creates the group if the path has no group.
  func group<Group: ScopedGroup<State>>(of path: AnyKeyPath, or make: () -> Group) -> Group {
    var next = first
    while let group = next {
      if group.path == path, let group = group as? Group { return group }
      next = group.next
    }
    let group = make()
    add(group)
    return group
  }

  /// Adds a group, unless it was already added.
  func add(_ group: ScopedGroup<State>) {
    if group.isListed { return }
    group.isListed = true
    group.next = first
    first = group
  }

  /// Whether a group has a cursor in a log of changes, which is in the state.
  var readsLogs: Bool {
    var next = first
    while let group = next {
      if group.readsLogs { return true }
      next = group.next
    }
    return false
  }

  /// Ends the scoped stores whose state was removed.
  ///
  /// - Parameters:
  ///   - state: The state. Only its logs of changes are changed.
  ///   - identities: The identities that children have changed during the action.
  ///   - isCopy: Whether the state is a copy, whose logs are discarded. The groups then check all children.
  func look(_ state: inout State, _ identities: IdentityChanges, isCopy: Bool = false) {
    var previous: ScopedGroup<State>?
    var next = first
    while let group = next {
      next = group.next
      group.look(&state, identities, isCopy: isCopy)
      if group.isEmpty {
        if let previous { previous.next = next } else { first = next }
        unlist(group)
      } else {
        previous = group
      }
    }
  }

  /// Ends all scoped stores, because the state itself was removed.
  func end() {
    while let group = first {
      first = group.next
      unlist(group)
      group.end()
    }
  }

  private func unlist(_ group: ScopedGroup<State>) {
    group.next = nil
    group.isListed = false
  }

  // A long list would be released recursively, which uses the stack.
  deinit {
    while let group = first {
      first = group.next
      unlist(group)
    }
  }
}

/// The scoped stores on the value at one path of a state.
class ScopedGroup<State> {
  /// The path; nil if the value is read by a function.
  let path: AnyKeyPath?
  /// The next group in the list of ``ScopedParts``.
  fileprivate final var next: ScopedGroup?
  /// Whether the group is in a list.
  fileprivate final var isListed = false

  init(path: AnyKeyPath?) {
    self.path = path
  }

  /// Whether the group has no stores.
  var isEmpty: Bool { true }
  /// Whether the group has a cursor in a log of changes, which is in the state.
  var readsLogs: Bool { false }
  func look(_ state: inout State, _ identities: IdentityChanges, isCopy: Bool) {}
  func end() {}
}
