/// The program of an effect: a tree of the reducer's own leaves and of the effects that children's reducers
/// returned.
///
/// The parts of children have no sites in the tree of features yet. They have to be placed before the engine
/// can begin the program; see ``placed(at:_:)``.
enum Program: Sendable {
  /// A program without parts of children. The engine begins it as it is.
  case own(PlacedProgram)
  case child(ChildEffect)
  case merge([Program])
  case concatenate([Program])
  indirect case modified(Program, EffectOperator)

  static let nothing = Program.own(.merge([]))

  var isNothing: Bool {
    if case .own(.merge(let members)) = self { members.isEmpty } else { false }
  }

  /// Returns the program with an operator around it.
  func inside(_ itsOperator: EffectOperator) -> Program {
    if case .own(let program) = self { return .own(.modified(program, itsOperator)) }
    return .modified(self, itsOperator)
  }

  // MARK: Children

  /// Calls a closure with each direct child, in order.
  func forEachChild(_ body: (Program) -> Void) {
    switch self {
    case .own, .child: break
    case .merge(let members), .concatenate(let members): members.forEach(body)
    case .modified(let inner, _): body(inner)
    }
  }

  /// Returns the program with its direct children transformed.
  func mapChildren(_ transform: (Program) -> Program) -> Program {
    switch self {
    case .own, .child: self
    case .merge(let members): .merge(members.map(transform))
    case .concatenate(let members): .concatenate(members.map(transform))
    case .modified(let inner, let itsOperator): .modified(transform(inner), itsOperator)
    }
  }

  // MARK: What follows from them

  /// Returns the program with its leaves mapped.
  func map(_ map: LeafMap) -> Program {
    switch self {
    case .own(let program): .own(program.map(map))
    case .child(let effect): .child(effect.mapped(by: map))
    case .modified(let inner, let itsOperator): .modified(inner.map(map), itsOperator.map(map))
    case .merge, .concatenate: mapChildren { $0.map(map) }
    }
  }

  /// The first work in the program, which names the program.
  var firstWork: (any ErasedWork)? {
    if case .own(let program) = self { return program.firstWork }
    if case .child(let effect) = self { return effect.program.firstWork }
    var found: (any ErasedWork)?
    forEachChild { if found == nil { found = $0.firstWork } }
    return found
  }
}
