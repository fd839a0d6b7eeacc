/// An operator below which effects are declared.
final class ChildDeclaration<
  Parent,
  ParentAction: Sendable,
  Key: Hashable & Sendable,
  Child,
  ChildAction: Sendable
>:
  Declaration<Parent, ParentAction>
{
  typealias Operator = ChildOperator<Parent, ParentAction, Key, Child, ChildAction>

  fileprivate let operatorOfChild: Operator

  init(_ child: Operator) {
    operatorOfChild = child
  }

  override var child: OperatorPosition? { operatorOfChild.position }

  override func search(_ search: DeclarationSearch) -> DeclarationSearch.Outcome {
    let around = positions.reversed() + (operatorOfChild.dependencies.map { [$0] } ?? [])
    return operatorOfChild.searchDeclarations(search.inside(around))
  }

  override func part(in feature: DeclaringFeature<Parent, ParentAction>) -> DeclaredPart<Parent> {
    DeclaringChildren(self, in: feature)
  }
}

/// The children of an operator that are there and declare something.
private final class DeclaringChildren<
  Parent,
  ParentAction: Sendable,
  Key: Hashable & Sendable,
  Child,
  ChildAction: Sendable
>:
  DeclaredPart<Parent>
{
  typealias Table = ChildTable<Parent, ParentAction, Key, Child, ChildAction>

  private let child: ChildOperator<Parent, ParentAction, Key, Child, ChildAction>
  private unowned let feature: DeclaringFeature<Parent, ParentAction>
  private let positions: [DependencyPosition]
  private lazy var table = {
    let table = Table.of(child, in: feature.node)
    table.addFollower()
    return table
  }()

  init(
    _ declaration: ChildDeclaration<Parent, ParentAction, Key, Child, ChildAction>,
    in feature: DeclaringFeature<Parent, ParentAction>
  ) {
    child = declaration.operatorOfChild
    self.feature = feature
    positions =
      feature.positions(around: declaration)
      + (declaration.operatorOfChild.dependencies.map { [$0] } ?? [])
  }

  override func update(_ state: inout Parent, _ runtime: Runtime) {
    if child.declaresNothing { return }
    guard let elements = child.access.elements else {
      if let only = child.only { update(only, &state, runtime) }
      return
    }
    guard let positions = elements.positions else {
      // Nothing tells which of them were added.
      for key in elements.keys(&state) { update(key, &state, runtime) }
      return
    }
    let looked = table.takeLooked()
    switch looked {
    case .nothing: break
    case .these(let keys): for key in keys { update(key, &state, runtime) }
    case .unknown: for key in elements.keys(&state) { update(key, &state, runtime) }
    }
    let hasAdded = updateAdded(positions, &state, runtime)
    if case .nothing = looked, !hasAdded { return }
    table.followed(&state)
  }

  /// Looks at the children that were added: those without nodes. It goes from both ends of the collection
  /// inwards, and stops when it has found as many as there must be. Returns whether there were some.
  private func updateAdded(
    _ positions: ElementPositions<Parent, Key>,
    _ state: inout Parent,
    _ runtime: Runtime
  ) -> Bool {
    let count = positions.count(&state)
    var missing = count - table.nodeCount
    guard missing > 0 else { return false }
    // The last, the first, the one before the last and so on.
    for step in 0..<count where missing > 0 {
      let key = positions.key(&state, step % 2 == 0 ? count - 1 - step / 2 : step / 2)
      if table.hasNode(key) { continue }
      update(key, &state, runtime)
      missing -= 1
    }
    return true
  }

  private func update(_ key: Key, _ state: inout Parent, _ runtime: Runtime) {
    _ = child.access.modify(&state, key) { [self] state, generation in
      let declarations = child.declarations(at: positions)
      if declarations.isEmpty { return }
      var identity = ScopeIdentity()
      if child.hasLifetime { child.identity.note(of: &state, generation: generation, in: &identity) }
      guard let node = table.attach(key, identity, runtime) else { return }
      node.declaring(by: ObjectIdentifier(child)) {
        DeclaringFeature(
          declarations,
          owner: ObjectIdentifier(child),
          node: node,
          route: node.route(of: child, within: feature.route, isKept: true),
          positions: positions
        )
      }
      .update(&state, runtime)
    }
    child.noteName(in: state)
  }
}
