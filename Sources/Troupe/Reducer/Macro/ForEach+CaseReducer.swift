// Unlike `ifLet`, `forEach` needs one operator for each type of collection. The actions require `Sendable`
// ids and elements, but a collection's conformance to a shared protocol can't depend on `Sendable`.
extension Reducer {
  /// Embeds the features of a stack whose elements are states of an enum with `@Reducer`.
  ///
  /// ```swift
  /// .forEach(\.path, action: \.path)
  /// ```
  ///
  /// The operator embeds the enum's reducer, as the closure `{ Path.body }` does.
  ///
  /// - Parameters:
  ///   - elements: The property with the stack.
  ///   - action: The case with the elements' actions.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
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

  /// Embeds the features of an identified array whose elements are states of an enum with `@Reducer`.
  ///
  /// The syntax is the same as for a stack.
  ///
  /// ```swift
  /// .forEach(\.path, action: \.path)
  /// ```
  ///
  /// The operator embeds the enum's reducer, as the closure `{ Path.body }` does.
  ///
  /// - Parameters:
  ///   - elements: The property with the array.
  ///   - action: The case with the elements' actions.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
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
