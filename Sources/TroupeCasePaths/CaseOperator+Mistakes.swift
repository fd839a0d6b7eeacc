extension KeyPath {
  /// Catches a path of the operator `/` that is used as an ``AnyCasePath``.
  @available(
    *,
    unavailable,
    message: "Convert the path to an 'AnyCasePath' first: 'AnyCasePath(path).extract(from:)'."
  )
  public func extract<Enum, Payload>(from root: Enum) -> Payload?
  where Root == Case<Enum>, Value == Case<Payload> { fatalError("It can't be called.") }

  /// Catches a path of the operator `/` that is used as an ``AnyCasePath``.
  @available(
    *,
    unavailable,
    message: "Convert the path to an 'AnyCasePath' first: 'AnyCasePath(path).embed(_:)'."
  )
  public func embed<Enum, Payload>(_ payload: Payload) -> Enum
  where Root == Case<Enum>, Value == Case<Payload> { fatalError("It can't be called.") }
}
