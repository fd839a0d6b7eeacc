public import Troupe

extension StoreBindable {
  /// Returns a binding to the view store of a presented child, or to nil if nothing is presented.
  ///
  /// - Parameters:
  ///   - state: The property with `Presents`, or its projection, such as `\.$editor`.
  ///   - action: The case that contains the presented feature's actions.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  /// - Returns: A binding to the child's view store.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ state: any KeyPath<State, ChildState?> & Sendable,
    action: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> StoreBinding<ViewStore<ChildState, ChildAction>?> {
    scope(state: state, action: action, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns a binding to the view store of a presented child, or to nil if nothing is presented.
  ///
  /// - Parameters:
  ///   - state: The projection of the property with `Presents`, such as `\.$editor`.
  ///   - action: The case that contains the presented feature's actions.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  /// - Returns: A binding to the child's view store.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ state: any KeyPath<State, Presents<ChildState>> & Sendable,
    action: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> StoreBinding<ViewStore<ChildState, ChildAction>?> {
    scope(state: state, action: action, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
