/// What a child's reducer returned, on its way to its site in the tree of features.
///
/// - Note: `@unchecked Sendable`, as effects are values that anybody may hold: what it refers to of the tree
///   is only used when a store begins the effect, on the store's executor.
final class ChildEffect: @unchecked Sendable {
  /// The child's.
  let program: Program
  /// The operator that the child is one of.
  let child: AnyChildOperator
  /// Which of the operator's children it is; nil where there is only one.
  let key: (any Hashable & Sendable)?
  /// The child's identity, taken before its reducer ran.
  let identity: ScopeIdentity
  /// The number that the child's own reducer has given its state by making it anew; 0 where it hasn't.
  let successor: UInt64
  /// Where the child's state lay when its reducer ran.
  let address: StateAddress
  /// Where the parent's state lay, for an operator that was run by hand, with `reduce(into:action:)`.
  let parentAddress: StateAddress?
  /// What becomes of the parent's actions where its effect was mapped.
  let actions: LeafMap?
  /// What becomes of the work.
  let work: LeafMap?

  init(
    _ program: Program,
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
    actions: LeafMap?,
    work: LeafMap?
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

  /// The same, with leaves that are mapped once more.
  func mapped(by next: LeafMap) -> ChildEffect {
    ChildEffect(
      self,
      parentAddress: parentAddress,
      actions: next.keepsActions ? actions : LeafMap.joined(actions, next),
      // What changes work alone does so whatever becomes of the actions.
      work: next.keepsActions ? LeafMap.joined(work, next) : work
    )
  }

  /// The same, of an operator that was run by hand on a parent's state, unless it is known already on which.
  func ranByHand(on address: StateAddress) -> ChildEffect {
    if parentAddress != nil { return self }
    return ChildEffect(self, parentAddress: address, actions: actions, work: work)
  }

  /// The program at its site below the operator's, with the scopes opened that it belongs to.
  func placed(at site: EffectSite) -> PlacedProgram { child.place(self, at: site) }
}

/// Where a state lies while it is reduced. It tells a state from others of its type, and is no way to get at
/// it.
struct StateAddress: Equatable {
  private let bits: UInt

  @inline(__always)
  init<State>(_ state: inout State) {
    bits = withUnsafeMutablePointer(to: &state) { UInt(bitPattern: $0) }
  }
}
