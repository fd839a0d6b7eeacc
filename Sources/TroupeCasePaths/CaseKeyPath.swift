/// A key path to a case of an enum, such as `\Screen.Cases.detail`, or `\.detail` if the enum is known from
/// the context.
///
/// Paths can be chained, as in `\.detail.edit`, and appended with `appending(path:)`. The path `\.self`
/// refers to the enum itself. Call a path with a payload to create a value of the case. For an enum that
/// isn't ``CasePathable``, create a path with the operator `/`.
public typealias CaseKeyPath<Root, Value> = KeyPath<Case<Root>, Case<Value>>

extension AnyCasePath {
  /// Creates a path from a case key path, which is evaluated only once.
  ///
  /// - Parameter path: The key path to a case, or `\.self`, which refers to the enum itself.
  public init(_ path: CaseKeyPath<Root, Value>) {
    let route: Any = Case<Root>(route: nil)[keyPath: path].route ?? AnyCasePath<Root, Root>.identity
    guard let path = route as? Self else {
      preconditionFailure("A case key path must start at its root type.")
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
  /// Returns a value of this case with a payload.
  public func callAsFunction<Enum, Payload>(_ payload: Payload) -> Enum
  where Root == Case<Enum>, Value == Case<Payload> {
    AnyCasePath(self).embed(payload)
  }

  /// Returns the value of this case, which has no payload.
  public func callAsFunction<Enum>() -> Enum where Root == Case<Enum>, Value == Case<Void> {
    AnyCasePath(self).embed(())
  }
}
