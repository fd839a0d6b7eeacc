import TroupeStoreViews

// The operator `/` returns a case key path here, and returned an `AnyCasePath` there. These methods are the
// ones that such paths had.
extension KeyPath {
  /// Returns a value's payload, or nil if the value is in another case:
  /// `(/Screen.detail).extract(from: screen)`.
  ///
  /// - Parameter root: The value.
  public func extract<Enum, Payload>(from root: Enum) -> Payload?
  where Root == Case<Enum>, Value == Case<Payload> {
    AnyCasePath(self).extract(from: root)
  }

  /// Returns a value of this case with a payload.
  ///
  /// - Parameter payload: The payload.
  public func embed<Enum, Payload>(_ payload: Payload) -> Enum
  where Root == Case<Enum>, Value == Case<Payload> {
    AnyCasePath(self).embed(payload)
  }

  /// Changes the payload of a value in place: `try (/Screen.detail).modify(&screen) { $0.title = "" }`. The
  /// enum doesn't have to be `CasePathable`.
  ///
  /// - Parameters:
  ///   - root: The value to change.
  ///   - body: A closure that changes the payload.
  /// - Returns: The result of `body`.
  /// - Throws: The error that `body` throws, or an error that describes the value if it is in another case.
  @discardableResult
  public func modify<Enum, Payload, Result>(
    _ root: inout Enum,
    _ body: (inout Payload) throws -> Result
  ) throws -> Result where Root == Case<Enum>, Value == Case<Payload> {
    guard let result = try AnyCasePath(self).modify(&root, body) else {
      throw OtherCaseError(payload: "\(Payload.self)", value: "\(root)")
    }
    return result
  }
}

/// The error of changing the payload of a value that is in another case.
private struct OtherCaseError: Error, CustomStringConvertible {
  let payload: String
  let value: String

  var description: String {
    "`modify` was called for a case with a payload of type \(payload), but the value is \(value). Nothing was changed."
  }
}
