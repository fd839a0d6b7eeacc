/// The root or the target of a ``CaseKeyPath``, which represents the position of a payload in an enum.
///
/// A `Case` contains no payload. It has a member for each case of the enum, so that you can write key paths
/// such as `\Screen.Cases.detail`.
@dynamicMemberLookup
public struct Case<Value>: Sendable {
  /// The route from the root of a key path to this position; nil at the root.
  let route: (any CaseRoute<Value>)?
  /// The names of the cases on the route; nil if no caller needs them. The name of an unknown case is empty.
  let names: [String]?

  init(route: (any CaseRoute<Value>)?, names: [String]? = nil) {
    self.route = route
    self.names = names
  }

  /// The position of a case's payload.
  public subscript<Member>(
    dynamicMember path: any KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member>> & Sendable
  ) -> Case<Member> where Value: CasePathable {
    let casePath = Value.allCasePaths[keyPath: path]
    let name = names.map { _ in casePath.functions.writtenName ?? memberName(of: path) }
    return appending(casePath, name: name)
  }

  /// The position of a case's payload, where the case is identified by its constructor.
  subscript<Member>(constructor: CaseConstructor<Value, Member>) -> Case<Member> {
    appending(constructor.path, name: names == nil ? nil : constructor.name)
  }

  private func appending<Member>(_ path: AnyCasePath<Value, Member>, name: String?) -> Case<Member> {
    Case<Member>(
      route: route?.appended(path) ?? path,
      names: name.flatMap { name in names.map { $0 + [name] } }
    )
  }
}

/// An ``AnyCasePath`` whose target type is known, but whose root type isn't.
protocol CaseRoute<Value>: Sendable {
  associatedtype Value

  func appended<Member>(_ path: AnyCasePath<Value, Member>) -> any CaseRoute<Member>

  /// Returns a value of `Root`, the path's root type, or nil if the payload has a different type than the
  /// case's payload.
  func embed<Root>(_ payload: Any, in root: Root.Type) -> Root?

  /// Returns whether a value of the root type is in the case.
  func matches<Root>(_ root: Root) -> Bool
}

extension AnyCasePath: CaseRoute {
  func appended<Member>(_ path: AnyCasePath<Value, Member>) -> any CaseRoute<Member> {
    appending(path: path)
  }

  func embed<Whole>(_ payload: Any, in root: Whole.Type) -> Whole? {
    payloadCast(payload, to: Value.self).flatMap { embed($0) as? Whole }
  }

  func matches<Whole>(_ root: Whole) -> Bool {
    guard let path = self as? AnyCasePath<Whole, Value> else { return false }
    return path.extract(from: root) != nil
  }
}
