/// The reason why a feature can't be dismissed, for an issue. The operator that embeds the feature has no
/// state without the feature.
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
  /// A text that names the operators that embed the features, and describes the alternative to a dismissal.
  var advice: String {
    // A feature in a `Scope` has no separate scope. If such a feature is in the root, the list of obstacles
    // is empty.
    if isEmpty { return "The feature is the root of its store, or is embedded in the root with `Scope`." }
    let list = map { "- \($0.feature) is embedded with `\($0.kind.rawValue)` at \($0.location)." }
    return """
      \(list.joined(separator: "\n"))

      `ifCaseLet` can't remove a feature, because the next case is unknown. Send an action from the feature when \
      the feature is done, and set the state to another case in the parent's reducer.
      """
  }
}
