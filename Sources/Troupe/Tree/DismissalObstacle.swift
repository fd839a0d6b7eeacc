/// The reason why a feature can't be dismissed, for an issue: the operator that embeds the feature has no
/// state without it.
struct DismissalObstacle {
  /// The operators whose children can't be dismissed.
  enum Operator: String {
    /// The child always exists.
    case scope = "Scope"
    /// Only the parent can determine the next case.
    case ifCaseLet
  }

  let kind: Operator
  /// The name of the feature.
  let feature: String
  /// The location of the operator.
  let location: CallSite
}

extension [DismissalObstacle] {
  /// A text that says where the features are embedded, and what to do instead.
  var advice: String {
    // A feature in a `Scope` has no separate scope. If it is in the root, the list of obstacles is empty.
    if isEmpty { return "It is the root of its store, or embedded in the root with `Scope`." }
    let list = map { "- \($0.feature) is embedded with `\($0.kind.rawValue)` at \($0.location)." }
    return """
      \(list.joined(separator: "\n"))

      `ifCaseLet` can't remove a feature, because it doesn't know which case comes next. Send an action from the feature \
      when it is done, and set the state to another case in the parent's reducer.
      """
  }
}
