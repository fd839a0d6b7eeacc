import TroupeDiagnostics

extension CasePathable {
  /// Changes the payload of a case in place, without a copy of what it holds.
  ///
  /// When the value is in another case, nothing changes, and an issue is reported.
  ///
  /// - Parameters:
  ///   - path: The case that the value has to be in.
  ///   - body: Changes the payload. What it changed before it throws stays changed.
  ///   - fileID: The file to point at when the value is in another case.
  ///   - filePath: The path of that file.
  ///   - line: The line to point at.
  ///   - column: The column to point at.
  /// - Throws: What `body` throws.
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
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Changes the payload at a case path in place, without a copy of what it holds.
  ///
  /// When the value is in another case, nothing changes, and an issue is reported.
  ///
  /// - Parameters:
  ///   - path: The path to the case that the value has to be in.
  ///   - body: Changes the payload. What it changed before it throws stays changed.
  ///   - fileID: The file to point at when the value is in another case.
  ///   - filePath: The path of that file.
  ///   - line: The line to point at.
  ///   - column: The column to point at.
  /// - Throws: What `body` throws.
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
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  private func reportOtherCase(payload: Any.Type, at location: SourceLocation) {
    let layout = EnumLayout<Self>()
    let name = layout.flatMap { layout in
      let cases = layout.cases(), tag = layout.tag(of: self)
      return cases.indices.contains(tag) ? cases[tag].name : nil
    }
    reportIssue(
      """
      A payload of type \(payload) was to be changed in a value of \(Self.self), but the value is in another \
      case\(name.map { ", .\($0)" } ?? ""). Nothing was changed. Check with `is` first, or set the value to the \
      case that you want.
      """,
      at: location
    )
  }
}
