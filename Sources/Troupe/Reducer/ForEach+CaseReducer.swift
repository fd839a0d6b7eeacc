// These are two operators, not one operator with a protocol for the collections as for `ifLet`. The actions
// need ids and elements that are `Sendable`, and a conformance can't depend on that.
extension Reducer {
  /// Embeds the features of a stack whose elements are the state of an enum with `@Reducer`.
  ///
  /// ```swift
  /// .forEach(\.path, action: \.path)
  /// ```
  ///
  /// It embeds the enum's reducer, as `{ Path.body }` does.
  ///
  /// - Parameters:
  ///   - elements: The property with the stack.
  ///   - action: The case with the elements' actions.
  ///   - fileID: The file named in issues.
  ///   - filePath: The path of that file.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  @warn_unqualified_access
  public func forEach<ElementState: CaseReducerState & Sendable>(
    _ elements: any WritableKeyPath<State, StackState<ElementState>> & Sendable,
    action: any CaseKeyPath<Action, StackActionOf<ElementState.StateReducer>> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return embedding(_ChildBuilder.buildFinalResult(ElementState._child), elements, action, location)
  }

  /// Embeds the features of an identified array whose elements are the state of an enum with `@Reducer`.
  ///
  /// The call looks the same as for a stack.
  ///
  /// ```swift
  /// .forEach(\.path, action: \.path)
  /// ```
  ///
  /// It embeds the enum's reducer, as `{ Path.body }` does.
  ///
  /// - Parameters:
  ///   - elements: The property with the array.
  ///   - action: The case with the elements' actions.
  ///   - fileID: The file named in issues.
  ///   - filePath: The path of that file.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  @warn_unqualified_access
  public func forEach<ID: Hashable & Sendable, ElementState: CaseReducerState>(
    _ elements: any WritableKeyPath<State, IdentifiedArray<ID, ElementState>> & Sendable,
    action: any CaseKeyPath<Action, IdentifiedAction<ID, ElementState.StateReducer.Action>> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return embedding(_ChildBuilder.buildFinalResult(ElementState._child), elements, action, location)
  }
}
