/// The position of an operator in a reducer.
///
/// An operator that a store has resolved is identified by object identity. An operator that the user's own
/// reducer makes anew with each call is identified by its source location and by its key path.
final class OperatorPosition: Hashable, Sendable, CustomStringConvertible {
  let location: SourceLocation
  private let path: any AnyKeyPath & Sendable
  private let child: Any.Type
  /// The name of the member, where it was found out in a state.
  private let name = Locked<String?>(nil)

  /// - Parameters:
  ///   - location: Where it is in the source.
  ///   - path: What it works on.
  ///   - child: The type of the child's state.
  init(_ location: SourceLocation, _ path: any AnyKeyPath & Sendable, child: Any.Type) {
    self.location = location
    self.path = path
    self.child = child
  }

  static func == (lhs: OperatorPosition, rhs: OperatorPosition) -> Bool {
    lhs === rhs || lhs.location == rhs.location && lhs.path == rhs.path
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(location.line)
    hasher.combine(location.column)
  }

  /// Whether this is the same place in the source with a child of the same type. The paths may differ: two
  /// paths that `/` made can't be compared.
  func isLike(_ other: OperatorPosition) -> Bool { location == other.location && child == other.child }

  /// Stores the name of the member, which the path doesn't contain.
  func note(name: String) { self.name.withLock { $0 = name } }

  /// The name of the member if it is known, otherwise the name of the feature.
  var description: String {
    if let name = name.withLock({ $0 }) { return name }
    let member = "\(path)"
    if !member.contains("<"), let name = member.split(separator: ".").last { return String(name) }
    let feature = Self.nameOfFeature(child)
    return feature.split(separator: ".").last.map(String.init) ?? feature
  }

  /// Returns the name of the feature with a type of state, without its module.
  static func nameOfFeature(_ state: Any.Type) -> String {
    let type = TypeName(state).full
    return type.hasSuffix(".State") ? String(type.dropLast(".State".count)) : type
  }
}
