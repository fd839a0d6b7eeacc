/// A key path to a case of an enum: `\.detail` where the enum is known, else `\Screen.Cases.detail`.
///
/// Paths can be chained, `\.detail.edit`, and appended to each other with `appending(path:)`; `\.self` leads to the
/// enum itself. A path is called with a payload to get a value of the case. For an enum without conformance
/// to ``CasePathable``, a path is written with the operator `/`.
public typealias CaseKeyPath<Root, Value> = KeyPath<Case<Root>, Case<Value>>

extension AnyCasePath {
  /// Evaluates a case key path, once and for all uses.
  ///
  /// - Parameter path: The key path. `\.self` is the path that leads to the enum itself.
  public init(_ path: CaseKeyPath<Root, Value>) {
    let route: Any = Case<Root>(route: nil)[keyPath: path].route ?? AnyCasePath<Root, Root>.identity
    guard let path = route as? Self else {
      preconditionFailure("A case key path leads from the type that it begins with.")
    }
    self = path
  }
}

extension AnyCasePath where Root == Value {
  fileprivate static var identity: Self {
    Self(embed: { $0 }, extract: { $0 })
  }
}

extension KeyPath {
  /// An enum value in the case of this path.
  public func callAsFunction<Enum, Payload>(_ payload: Payload) -> Enum
  where Root == Case<Enum>, Value == Case<Payload> {
    AnyCasePath(self).embed(payload)
  }

  /// An enum value in the case of this path, which has no payload.
  public func callAsFunction<Enum>() -> Enum where Root == Case<Enum>, Value == Case<Void> {
    AnyCasePath(self).embed(())
  }
}
