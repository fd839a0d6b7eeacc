/// An action for a stack of features: an element's action, a push or a pop.
///
/// Pass the case with these actions to `forEach`, and switch over the actions in the parent's reducer.
public enum StackAction<State, Action> {
  /// An action of the element with an id.
  indirect case element(id: StackElementID, action: Action)
  /// Pops the element with an id, and all elements above it.
  case popFrom(id: StackElementID)
  /// Pushes a state as the element with an id. Create the id with the dependency `stackElementID`.
  case push(id: StackElementID, state: State)
}

extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}
extension StackAction: Sendable where State: Sendable, Action: Sendable {}
extension StackAction: Encodable where State: Encodable, Action: Encodable {}
extension StackAction: Decodable where State: Decodable, Action: Decodable {}

extension StackAction: CasePathable {
  /// The paths of the cases.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  /// A path for each case, and for the actions of each element.
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

    /// The path of the actions of one element, as in `\.path[id: 3]`.
    public subscript(id id: StackElementID) -> AnyCasePath<StackAction, Action> {
      AnyCasePath(embed: { .element(id: id, action: $0) }) {
        if case .element(id, let action) = $0 { action } else { nil }
      }
      .labelled { "[id: \(valueText(of: id))]" }
    }
  }
}
