import TroupeStoreViews

extension CasePathable {
  /// The payload of a case, for setting it: `value[case: \.loaded] = 1`. Setting does nothing if the value is
  /// in another case.
  ///
  /// - Parameter path: The case.
  public subscript<Value>(case path: CaseKeyPath<Self, Value>) -> Value {
    @available(
      *,
      unavailable,
      message: "Read the payload as an optional: 'value[case: path]' is of type 'Value?'."
    )
    get { fatalError("It can't be called.") }
    set {
      let path = AnyCasePath(path)
      guard path.extract(from: self) != nil else { return }
      self = path.embed(newValue)
    }
  }

  /// The payload of a case whose payload's type isn't known, or nil if the value is in another case.
  ///
  /// - Parameter path: The case.
  public subscript(case path: PartialCaseKeyPath<Self>) -> Any? {
    guard self.is(path) else { return nil }
    return Mirror(reflecting: self).children.first?.value ?? ()
  }
}

extension Optional where Wrapped: CasePathable {
  /// Returns whether there is a value and it is in a case.
  ///
  /// - Parameter path: The case.
  @_disfavoredOverload
  public func `is`(_ path: PartialCaseKeyPath<Wrapped>) -> Bool { self?.is(path) ?? false }

  /// Changes the payload of a case of the value.
  ///
  /// If there is no value, or if it is in another case, that is an issue, and nothing is changed.
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - body: Changes the payload.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The path of that file.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  @_disfavoredOverload
  public mutating func modify<Value>(
    _ path: CaseKeyPath<Wrapped, Value>,
    _ body: (inout Value) -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    guard self != nil else {
      return reportIssue(
        """
        A payload of type \(Value.self) was modified in an optional \(Wrapped.self) that is nil. Nothing was changed. Check for nil \
        first, or assign a value.
        """,
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    }
    self?.modify(path, body, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
