import TroupeStoreViews

extension Reducer {
  /// Embeds a child for each element of an identified array, where an element's action is in a case with two
  /// values: the element's id and the action.
  ///
  /// For an action `case rows(id: Row.State.ID, action: Row.Action)`, write
  /// `.forEach(\.rows, action: /Action.rows) { Row() }`.
  ///
  /// Otherwise, the operator is `forEach` with an `IdentifiedAction`, which has case paths: write
  /// `case rows(IdentifiedActionOf<Row>)` in new code.
  ///
  /// - Parameters:
  ///   - elements: The property with the array.
  ///   - action: The case with an element's id and action.
  ///   - element: The reducer of an element.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  @_disfavoredOverload
  @warn_unqualified_access
  public func forEach<ID: Hashable & Sendable, ElementState, ElementAction: Sendable>(
    _ elements: any WritableKeyPath<State, IdentifiedArray<ID, ElementState>> & Sendable,
    action: any CaseKeyPath<Action, (ID, ElementAction)> & Sendable,
    @ReducerBuilder<ElementState, ElementAction> element: () -> some Reducer<ElementState, ElementAction>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    return embedding(
      _ChildBuilder<IdentifiedArray<ID, ElementState>, IdentifiedAction<ID, ElementAction>>
        .buildFinalResult(.erasing(element())),
      elements,
      {
        let path = AnyCasePath(action)
        return AnyCasePath<Action, IdentifiedAction<ID, ElementAction>>(
          embed: {
            switch $0 {
            case .element(let id, let action): path.embed((id, action))
            }
          },
          extract: { path.extract(from: $0).map { .element(id: $0.0, action: $0.1) } }
        )
      },
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}
