/// The actions of a feature with a stack of others.
public enum StackAction<State, Action> {
  /// Something happened in the element with an id.
  indirect case element(id: StackElementID, action: Action)
  /// The element with an id is to go away, and all above it.
  case popFrom(id: StackElementID)
  /// A state is to be pushed, as the element with an id; the dependency `stackElementID` makes one.
  case push(id: StackElementID, state: State)
}

/// The actions of a reducer's stack: `case path(StackActionOf<Path>)`.
public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>

extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}
extension StackAction: Sendable where State: Sendable, Action: Sendable {}
extension StackAction: Encodable where State: Encodable, Action: Encodable {}
extension StackAction: Decodable where State: Decodable, Action: Decodable {}

extension StackAction: CasePathable {
  /// The paths of the cases.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  /// A path for each case, and one for each id.
  public struct AllCasePaths: Sendable {
    /// The path of `element`.
    public var element: AnyCasePath<StackAction, (id: StackElementID, action: Action)> {
      AnyCasePath(embed: { .element(id: $0.id, action: $0.action) }) {
        if case .element(let id, let action) = $0 { (id: id, action: action) } else { nil }
      }
    }

    /// The path of `popFrom`.
    public var popFrom: AnyCasePath<StackAction, StackElementID> {
      AnyCasePath(embed: { .popFrom(id: $0) }) { if case .popFrom(let it) = $0 { it } else { nil } }
    }

    /// The path of `push`.
    public var push: AnyCasePath<StackAction, (id: StackElementID, state: State)> {
      AnyCasePath(embed: { .push(id: $0.id, state: $0.state) }) {
        if case .push(let id, let state) = $0 { (id: id, state: state) } else { nil }
      }
    }

    /// The path of the actions of one element: `\.path[id: 3]`.
    public subscript(id id: StackElementID) -> AnyCasePath<StackAction, Action> {
      AnyCasePath(embed: { .element(id: id, action: $0) }) {
        if case .element(id, let action) = $0 { action } else { nil }
      }
      .labelled { "[id: \(valueText(of: id))]" }
    }
  }
}
