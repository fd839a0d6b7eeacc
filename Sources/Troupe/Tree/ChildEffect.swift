/// The effect that a child's reducer returned, until it is placed at its site in the feature tree.
///
/// - Note: `@unchecked Sendable`, because code in any context can hold an effect. The parts of the tree that
///   the effect refers to are used only on the store's executor, when the store begins the effect.
final class ChildEffect: @unchecked Sendable {
  /// The child's program.
  let program: UnresolvedEffect
  /// The operator that embeds the child.
  let child: AnyChildOperator
  /// The key of the child; nil if the operator has only one child.
  let key: (any Hashable & Sendable)?
  /// The child's identity before its reducer ran.
  let identity: ScopeIdentity
  /// The number of the state that the child's own reducer has recreated; 0 for none.
  let successor: UInt64
  /// The address of the child's state while its reducer ran.
  let address: StateAddress
  /// The address of the parent's state, for an operator that user code ran with `reduce(into:action:)`.
  let parentAddress: StateAddress?
  /// The map of the parent's actions; nil if the parent's effect wasn't mapped.
  let actions: EffectTransform?
  /// The map of the work.
  let work: EffectTransform?

  init(
    _ program: UnresolvedEffect,
    of child: AnyChildOperator,
    key: (any Hashable & Sendable)?,
    identity: ScopeIdentity,
    successor: UInt64,
    address: StateAddress
  ) {
    self.program = program
    self.child = child
    self.key = key
    self.identity = identity
    self.successor = successor
    self.address = address
    parentAddress = nil
    actions = nil
    work = nil
  }

  private init(
    _ effect: ChildEffect,
    parentAddress: StateAddress?,
    actions: EffectTransform?,
    work: EffectTransform?
  ) {
    program = effect.program
    child = effect.child
    key = effect.key
    identity = effect.identity
    successor = effect.successor
    address = effect.address
    self.parentAddress = parentAddress
    self.actions = actions
    self.work = work
  }

  /// Returns the effect with another map applied to its leaves.
  func mapped(by next: EffectTransform) -> ChildEffect {
    ChildEffect(
      self,
      parentAddress: parentAddress,
      actions: next.keepsActions ? actions : EffectTransform.joined(actions, next),
      // A map that changes only work applies independently of the map of the actions.
      work: next.keepsActions ? EffectTransform.joined(work, next) : work
    )
  }

  /// Returns the effect marked as returned by an operator that user code ran with `reduce(into:action:)`. An
  /// address that is already set stays the same.
  func reducedDirectly(on address: StateAddress) -> ChildEffect {
    if parentAddress != nil { return self }
    return ChildEffect(self, parentAddress: address, actions: actions, work: work)
  }

  /// Returns the program, placed at its site below the operator's site. Opens the program's scopes.
  func resolved(at site: ResolutionContext, _ tree: inout FeatureTree) -> ResolvedEffect {
    child.place(self, at: site, &tree)
  }
}

/// The address of a state during its reduction. The address distinguishes a state from other states of its
/// type and gives no access to the state.
struct StateAddress: Equatable {
  private let bits: UInt

  @inline(__always)
  init<State>(_ state: inout State) {
    bits = withUnsafeMutablePointer(to: &state) { UInt(bitPattern: $0) }
  }
}
