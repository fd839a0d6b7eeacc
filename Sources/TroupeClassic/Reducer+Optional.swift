extension Reducer {
  /// Returns a reducer of an optional state, which runs this reducer while the state isn't nil.
  ///
  /// ```swift
  /// let appReducer = Reducer<AppState, AppAction, AppEnvironment>.combine(
  ///   modalReducer.optional().pullback(
  ///     state: \.modal,
  ///     action: /AppAction.modal,
  ///     environment: { $0.modal }
  ///   ),
  ///   Reducer { state, action, environment in
  ///     if case .modal(.closed) = action { state.modal = nil }
  ///     return .none
  ///   }
  /// )
  /// ```
  ///
  /// The wrapped value has a separate lifetime: its effects end in the turn in which the optional becomes nil
  /// or contains another child, and the value can dismiss itself with `DismissEffect`. An action for the
  /// value while the optional is nil is an issue.
  ///
  /// - Parameters:
  ///   - file: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  public func optional(
    file: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<State?, Action, Environment> {
    let location = CallSite(fileID: file, filePath: filePath, line: line, column: column)
    return optional(stopsDebugger: false, at: location)
  }

  func optional(stopsDebugger: Bool, at location: CallSite) -> Reducer<State?, Action, Environment> {
    Reducer<State?, Action, Environment>(make: { place in
      let child = EmptyReducer<State?, Action>().ifLet(
        \.self,
        action: \.self,
        then: { make(place) },
        fileID: location.fileID,
        filePath: location.filePath,
        line: location.line,
        column: location.column
      )
      return .erasing(
        PresentChild(child, absence: .optional(State.self), stopsDebugger: stopsDebugger, at: location) {
          state,
          _ in state != nil
        }
      )
    })
  }
}
