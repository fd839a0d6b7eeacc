extension KeyPath {
  /// Reports an error if a path of the operator `/` is used as an ``AnyCasePath``.
  @available(
    *,
    unavailable,
    message: "Convert the path to an 'AnyCasePath' first: 'AnyCasePath(path).extract(from:)'."
  )
  public func extract<Enum, Payload>(from root: Enum) -> Payload?
  where Root == Case<Enum>, Value == Case<Payload> { fatalError("This API is unavailable.") }

  /// Reports an error if a path of the operator `/` is used as an ``AnyCasePath``.
  @available(
    *,
    unavailable,
    message: "Convert the path to an 'AnyCasePath' first: 'AnyCasePath(path).embed(_:)'."
  )
  public func embed<Enum, Payload>(_ payload: Payload) -> Enum
  where Root == Case<Enum>, Value == Case<Payload> { fatalError("This API is unavailable.") }
}
