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
  private lazy var table = Table.of(child, in: feature.node)
  private var token: ChangeToken?

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
    switch token.flatMap({ elements.changes?(&state, $0) }) ?? .unknown {
    case .nothing: return
    case .these(let keys): for key in keys { update(key, &state, runtime) }
    case .unknown: for key in elements.keys(&state) { update(key, &state, runtime) }
    }
    token = elements.watch?(&state)
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
