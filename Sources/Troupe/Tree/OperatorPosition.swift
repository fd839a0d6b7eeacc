/// The position of an operator in a reducer.
///
/// An operator that a store has resolved is identified by object identity. An operator that a user's reducer
/// creates in each call is identified by its source location and its key path.
final class OperatorPosition: Hashable, Sendable {
  let location: CallSite
  private let path: any AnyKeyPath & Sendable
  private let child: Any.Type
  private let memberNames: MemberNames

  /// Creates the position of an operator on a property of the state.
  ///
  /// - Parameters:
  ///   - location: The operator's source location.
  ///   - path: The property.
  ///   - action: Evaluates the path of the operator's actions, which provides the name if there is no other.
  ///   - child: The type of the child's state.
  init<Action, ChildAction>(
    _ location: CallSite,
    _ path: any AnyKeyPath & Sendable,
    action: @escaping @Sendable () -> AnyCasePath<Action, ChildAction>,
    child: Any.Type
  ) {
    self.location = location
    self.path = path
    self.child = child
    memberNames = MemberNames(path) { action().label.map { [$0] } }
  }

  /// Creates the position of an operator on a case of the state.
  ///
  /// - Parameters:
  ///   - location: The operator's source location.
  ///   - path: The case.
  ///   - action: The case of the operator's actions, which provides the name if there is no other.
  init<State, Child, Action, ChildAction>(
    _ location: CallSite,
    case path: any CaseKeyPath<State, Child> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable
  ) {
    self.location = location
    self.path = path
    child = Child.self
    memberNames = MemberNames { caseNames(of: path) ?? caseNames(of: action) }
  }

  static func == (lhs: OperatorPosition, rhs: OperatorPosition) -> Bool {
    lhs === rhs || lhs.location == rhs.location && lhs.path == rhs.path
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(location.line)
    hasher.combine(location.column)
  }

  /// Whether another position has the same source location, with a child of the same type. The paths may
  /// differ, because two paths created by `/` aren't comparable.
  func isLike(_ other: OperatorPosition) -> Bool { location == other.location && child == other.child }

  // MARK: Names

  /// Whether the path itself contains all names.
  var isNamed: Bool { memberNames.areInPath }

  /// Stores the names of the properties that the path doesn't contain.
  func record(names: [String]) { memberNames.record(names) }

  /// The names of the members that lead to the child; empty for `\.self`. If these names are unknown, the
  /// value contains the names of the cases of the child's actions, or the feature's name.
  var names: [String] { memberNames.value ?? [nameOfFeature] }

  /// The last part of the feature's name.
  var nameOfFeature: String {
    let feature = Self.nameOfFeature(child)
    return feature.split(separator: ".").last.map(String.init) ?? feature
  }

  /// Returns the name of the feature with a type of state, without its module.
  static func nameOfFeature(_ state: Any.Type) -> String {
    let type = TypeName(state).full
    return type.hasSuffix(".State") ? String(type.dropLast(".State".count)) : type
  }
}
