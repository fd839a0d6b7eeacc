/// The effect that a child's reducer returned, on its way to its site in the tree of features.
///
/// - Note: `@unchecked Sendable`, because any code may hold an effect. The parts of the tree that it refers
///   to are only used on the store's executor, when the store begins the effect.
final class ChildEffect: @unchecked Sendable {
  /// The child's program.
  let program: UnresolvedEffect
  /// The operator that embeds the child.
  let child: AnyChildOperator
  /// The key of the child; nil if the operator has only one child.
  let key: (any Hashable & Sendable)?
  /// The child's identity, taken before its reducer ran.
  let identity: ScopeIdentity
  /// The number of the state that the child's own reducer recreated; 0 if it recreated none.
  let successor: UInt64
  /// The address of the child's state when its reducer ran.
  let address: StateAddress
  /// The address of the parent's state, for an operator that was run by hand with `reduce(into:action:)`.
  let parentAddress: StateAddress?
  /// The mapping of the parent's actions, if its effect was mapped.
  let actions: EffectTransform?
  /// The mapping of the work.
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

  /// Returns the effect with its leaves mapped once more.
  func mapped(by next: EffectTransform) -> ChildEffect {
    ChildEffect(
      self,
      parentAddress: parentAddress,
      actions: next.keepsActions ? actions : EffectTransform.joined(actions, next),
      // A mapping that changes only work does so regardless of the mapping of the actions.
      work: next.keepsActions ? EffectTransform.joined(work, next) : work
    )
  }

  /// Returns the effect as one of an operator that was run by hand. An address that is already known stays.
  func reducedDirectly(on address: StateAddress) -> ChildEffect {
    if parentAddress != nil { return self }
    return ChildEffect(self, parentAddress: address, actions: actions, work: work)
  }

  /// Returns the program at its site below the operator's site. Opens the scopes that it belongs to.
  func resolved(at site: ResolutionContext, _ tree: inout FeatureTree) -> ResolvedEffect {
    child.place(self, at: site, &tree)
  }
}

/// The address of a state while it is reduced. It distinguishes a state from others of its type, and gives no
/// access to it.
struct StateAddress: Equatable {
  private let bits: UInt

  @inline(__always)
  init<State>(_ state: inout State) {
    bits = withUnsafeMutablePointer(to: &state) { UInt(bitPattern: $0) }
  }
}
