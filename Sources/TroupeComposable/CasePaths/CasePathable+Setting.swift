import TroupeStoreViews

extension CasePathable {
  // The subscript is disfavored because the compiler would otherwise prefer its unavailable getter where no
  // optional is expected, as in `XCTAssertEqual(value[case: \.loaded], 1)`.
  /// Sets the payload of a case, as in `value[case: \.loaded] = 1`. If the value is in another case, setting
  /// the payload does nothing.
  ///
  /// - Parameter path: The path to the case.
  @_disfavoredOverload
  public subscript<Value>(case path: CaseKeyPath<Self, Value>) -> Value {
    @available(
      *,
      unavailable,
      message: "Read the payload as an optional: 'value[case: path]' is of type 'Value?'."
    )
    get { fatalError("This API is unavailable.") }
    set {
      let path = AnyCasePath(path)
      guard path.extract(from: self) != nil else { return }
      self = path.embed(newValue)
    }
  }

  /// The payload of a case whose payload type isn't known, or nil if the value is in another case.
  ///
  /// - Parameter path: The path to the case.
  public subscript(case path: PartialCaseKeyPath<Self>) -> Any? {
    guard self.is(path) else { return nil }
    return Mirror(reflecting: self).children.first?.value ?? ()
  }
}

extension Optional where Wrapped: CasePathable {
  /// Returns whether the optional contains a value in a case.
  ///
  /// - Parameter path: The path to the case.
  @_disfavoredOverload
  public func `is`(_ path: PartialCaseKeyPath<Wrapped>) -> Bool { self?.is(path) ?? false }

  /// Changes the payload of a case of the wrapped value in place.
  ///
  /// If the optional is nil or the value is in another case, nothing is changed, and an issue is reported.
  ///
  /// - Parameters:
  ///   - path: The path to the case.
  ///   - body: A closure that changes the payload.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
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
        A payload of type \(Value.self) was set through an optional \(Wrapped.self) that is nil. Nothing was changed. Check \
        for nil first, or assign a value.
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
