extension ChildOperator {
  // Both `reduce` methods are inlined, because each call of generic code passes the metadata of its types.
  /// Runs the child's reducer; returns nil if there is no child.
  @inline(__always)
  func reduce(_ state: inout Parent, _ key: Key, _ action: ChildAction) -> Effect<ParentAction>? {
    var effect: ChildEffect?
    let isThere = access.modify(&state, key) { child, generation in
      var identity = ScopeIdentity()
      let isKeyed = self.identity.isKeyed(generation)
      // The identity is read before the reducer runs, because a child can change its own identity.
      if hasLifetime, !isKeyed { self.identity.record(of: &child, generation: generation, in: &identity) }
      let program =
        if let dependencies {
          dependencies.reduce { run(&child, action) }
        } else {
          run(&child, action)
        }
      let successor = identity.number == 0 ? 0 : self.identity.successor(of: identity, in: &child)
      if program != nil || successor != 0 {
        if hasLifetime, isKeyed { identity.id = StateID(value: key) }
        effect = makeChildEffect(program, key, identity, successor, &child, action)
      }
    }
    guard isThere else { return nil }
    guard let effect else { return Effect.none }
    recordName(in: state)
    return Effect(.child(effect))
  }

  /// Stores the names of the members once, as soon as a state with a child is available.
  @inline(__always)
  func recordName(in state: Parent) {
    if findNames != nil { findNames(in: state) }
  }

  @inline(never)
  private func findNames(in state: Parent) {
    // Asked only now, because reading the names in a path would take most of the time of making a store.
    if position.isNamed {
      findNames = nil
      return
    }
    guard let names = findNames?(state) else { return }
    findNames = nil
    position.record(names: names)
  }

  /// Wraps a child's program, or the number of a state that the child has recreated. This method isn't
  /// inlined, because most of a child's actions result in neither.
  @inline(never)
  private func makeChildEffect(
    _ program: UnresolvedEffect?,
    _ key: Key,
    _ identity: ScopeIdentity,
    _ successor: UInt64,
    _ child: inout Child,
    _ action: ChildAction
  ) -> ChildEffect {
    if hasLifetime, self.identity.isOfUsers, let program { check(program, identity, child, action) }
    return ChildEffect(
      program ?? .nothing,
      of: self,
      key: isSingle ? nil : key,
      identity: identity,
      successor: successor,
      address: StateAddress(&child)
    )
  }

  /// Reports that a child became a different child in its own reducer, so that the returned effects don't
  /// start.
  private func check(
    _ program: UnresolvedEffect,
    _ before: ScopeIdentity,
    _ child: Child,
    _ action: ChildAction
  ) {
    guard program.hasOwnLeaves else { return }
    let after = identity(child, generation: before.generation)
    guard after.tag != before.tag || after.id != before.id else { return }
    let what =
      if let (old, new) = before.id.flatMap({ old in after.id.map { (old, $0) } }), old != new {
        "its `id` was \(IssueText.id(old.value)) and is \(IssueText.id(new.value))"
      } else {
        "its state is in another case"
      }
    reportIssue(
      """
      The reducer of \(TypeName(Child.self).full) replaced its state with another child's state, for the action \
      \(IssueText.value(action)): \(what). The effects that the reducer returned belong to the previous child, and were \
      not started.

      The likely causes:
      - The effects are meant for the new child. Set the new state in the parent's reducer, and return the effects for a \
      later action.
      - The child is meant to stay the same. Its `id` or its case identifies it: don't change these, and keep changing \
      values in other properties.
      """,
      at: position.location
    )
  }

  /// Runs the child's reducer, and then the parent's reducer. If there is no child, reports an issue and runs
  /// only the parent's reducer.
  @inline(__always)
  func reduce(
    _ state: inout Parent,
    _ key: Key,
    _ childAction: ChildAction,
    of action: ParentAction,
    orReport missing: @autoclosure () -> MissingChild,
    then base: Embedding<Parent, ParentAction>.Base
  ) -> Effect<ParentAction> {
    guard let effect = reduce(&state, key, childAction) else {
      report(missing(), action)
      return base(&state, action)
    }
    // Most actions have no effect. Merging would pass two effects to a function.
    return effect.content == nil ? base(&state, action) : effect.merge(with: base(&state, action))
  }

  /// Reports an action for a child that didn't exist.
  func report(_ missing: MissingChild, _ action: ParentAction) {
    reportIssue(
      missing.message(action, state: Parent.self, child: Child.self),
      at: position.location
    )
  }

  /// Returns a child's identity; nil if the child doesn't exist.
  func identity(in state: inout Parent, _ key: Key) -> ScopeIdentity? {
    var identity: ScopeIdentity?
    _ = access.modify(&state, key) { child, generation in
      identity = self.identity(child, generation: generation)
    }
    return identity
  }
}
