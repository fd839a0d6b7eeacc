/// A step of a scope's path, as it is shown: the members that lead from the parent scope to the child.
struct ChildName<Key: Hashable & Sendable>: Hashable, Sendable, ScopePathStep {
  /// The operators on the path to the child: the operators of parts without a scope, and the child's
  /// operator.
  let positions: [OperatorPosition]
  let key: Key

  func text(showsPayloads: Bool) -> String {
    var names = positions.flatMap(\.names)
    // An operator on `\.self`, for example on a state that is itself optional, adds no name.
    if names.isEmpty, let child = positions.last { names = [child.nameOfFeature] }
    let name = names.joined(separator: ".")
    return key is OnlyChild ? name : "\(name)[\(IssueText.id(key, showsPayloads: showsPayloads))]"
  }
}
