import TroupeDiagnostics

extension CasePathable {
  /// Changes the payload of a case in place, without copying its contents.
  ///
  /// If the value is in another case, the value isn't changed, and an issue is reported.
  ///
  /// - Parameters:
  ///   - path: The path to the case.
  ///   - body: A closure that changes the payload. If the closure throws an error, its earlier changes are
  ///     kept.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  /// - Throws: The error that `body` throws.
  public mutating func modify<Value, Failure: Error>(
    _ path: KeyPath<AllCasePaths, AnyCasePath<Self, Value>>,
    _ body: (inout Value) throws(Failure) -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws(Failure) {
    guard try Self.allCasePaths[keyPath: path].modify(&self, body) == nil else { return }
    reportOtherCase(
      payload: Value.self,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Changes the payload at a case path in place, without copying its contents.
  ///
  /// If the value is in another case, the value isn't changed, and an issue is reported.
  ///
  /// - Parameters:
  ///   - path: The path to the case.
  ///   - body: A closure that changes the payload. If the closure throws an error, its earlier changes are
  ///     kept.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  /// - Throws: The error that `body` throws.
  public mutating func modify<Value, Failure: Error>(
    _ path: CaseKeyPath<Self, Value>,
    _ body: (inout Value) throws(Failure) -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws(Failure) {
    guard try AnyCasePath(path).modify(&self, body) == nil else { return }
    reportOtherCase(
      payload: Value.self,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  private func reportOtherCase(payload: Any.Type, at location: CallSite) {
    let layout = EnumLayout<Self>()
    let name = layout.flatMap { layout in
      let cases = layout.cases(), tag = layout.tag(of: self)
      return cases.indices.contains(tag) ? cases[tag].name : nil
    }
    reportIssue(
      """
      `modify` was called for a case with a payload of type \(payload), but the value of \(Self.self) is in another \
      case\(name.map { ", .\($0)" } ?? ""). Nothing was changed. Check the case with `is` first, or set the value to \
      the expected case.
      """,
      at: location
    )
  }
}
