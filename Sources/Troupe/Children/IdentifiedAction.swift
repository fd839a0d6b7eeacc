/// An action of a collection's element, with the element's id.
///
/// Use this type with `forEach`, and switch over its values in the parent's reducer.
public enum IdentifiedAction<ID: Hashable & Sendable, Action> {
  /// An action of the element with the given id.
  indirect case element(id: ID, action: Action)
}

/// The ``IdentifiedAction`` for a collection of a reducer's states: `case rows(IdentifiedActionOf<Row>)`.
public typealias IdentifiedActionOf<R: Reducer> = IdentifiedAction<R.State.ID, R.Action>
where R.State: Identifiable, R.State.ID: Sendable

extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}
extension IdentifiedAction: Sendable where Action: Sendable {}
extension IdentifiedAction: Encodable where ID: Encodable, Action: Encodable {}
extension IdentifiedAction: Decodable where ID: Decodable, Action: Decodable {}

extension IdentifiedAction: CasePathable {
  /// The paths of the cases.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  /// The path of the case, and a path for each id.
  public struct AllCasePaths: Sendable {
    /// The path of `element`.
    public var element: AnyCasePath<IdentifiedAction, (id: ID, action: Action)> {
      AnyCasePath(embed: { .element(id: $0.id, action: $0.action) }) {
        switch $0 {
        case .element(let id, let action): (id: id, action: action)
        }
      }
    }

    /// The path of one element's actions, as in `\.rows[id: 3]`.
    public subscript(id id: ID) -> AnyCasePath<IdentifiedAction, Action> {
      AnyCasePath(embed: { .element(id: id, action: $0) }) {
        switch $0 {
        case .element(let other, let action): other == id ? action : nil
        }
      }
      .labelled { "[id: \(valueText(of: id))]" }
    }
  }
}
