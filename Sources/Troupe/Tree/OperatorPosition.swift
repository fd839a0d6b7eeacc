/// Where an operator stands in a reducer.
///
/// One that a store has resolved is told by its identity. One that a user's own reducer makes anew with each
/// call is told by where it stands in the source and what it works on.
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

  /// Takes note of the name of the member, which the path doesn't tell.
  func note(name: String) { self.name.withLock { $0 = name } }

  /// The name of the member, where that can be told, else the name of the feature.
  var description: String {
    if let name = name.withLock({ $0 }) { return name }
    let member = "\(path)"
    if !member.contains("<"), let name = member.split(separator: ".").last { return String(name) }
    let feature = Self.nameOfFeature(child)
    return feature.split(separator: ".").last.map(String.init) ?? feature
  }

  /// The name of the feature with a state, without its module.
  static func nameOfFeature(_ state: Any.Type) -> String {
    let type = TypeName(state).full
    return type.hasSuffix(".State") ? String(type.dropLast(".State".count)) : type
  }
}
