/// A step of a scope's path, as it is shown: the members that lead from the parent scope to the child, and
/// the child's key.
///
/// If an operator has only one child, and no part is between the parent scope and the child, all scopes of
/// the child share the operator's object.
final class ChildName: ScopePathStep {
  /// The operators of the parts without a scope between the parent scope and the child's operator.
  private let parts: [OperatorPosition]
  /// The child's operator.
  private let position: OperatorPosition
  /// The child's key; nil if the operator has at most one child.
  private let key: TypedID?

  init(_ parts: [OperatorPosition], _ position: OperatorPosition, key: (any Hashable & Sendable)?) {
    self.parts = parts
    self.position = position
    self.key = key.map { TypedID(base: $0) }
  }

  func isEqual(to other: any ScopePathStep) -> Bool {
    if self === other { return true }
    guard let other = other as? ChildName else { return false }
    return position == other.position && parts == other.parts && key == other.key
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(parts)
    hasher.combine(position)
    hasher.combine(key)
  }

  func text(showsPayloads: Bool) -> String {
    var names = (parts + [position]).flatMap(\.names)
    // An operator on `\.self`, for example on a state that is itself optional, adds no name.
    if names.isEmpty { names = [position.nameOfFeature] }
    let name = names.joined(separator: ".")
    return key.map { "\(name)[\(IssueText.id($0.base, showsPayloads: showsPayloads))]" } ?? name
  }
}
