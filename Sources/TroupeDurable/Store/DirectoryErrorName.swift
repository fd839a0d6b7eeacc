extension StoreDirectoryError.Code: CustomStringConvertible {
  /// The name of the kind, such as `shutDown`.
  public var description: String { self == .opensItself ? "opensItself" : "shutDown" }
}
