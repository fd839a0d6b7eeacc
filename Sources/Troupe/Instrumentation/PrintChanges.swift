extension Reducer {
  /// Prints each action and the changes that this reducer makes to the state, in debug builds.
  ///
  /// ```swift
  /// Editing().printChanges()
  /// ```
  ///
  /// Use it while you write a feature. It keeps a copy of the state during each action, so a reducer that
  /// changes a large value has to copy it. In release builds, or without a printer, the operator has no
  /// effect.
  ///
  /// - Parameter printer: Prints a change; nil prints nothing.
  @warn_unqualified_access
  public func printChanges(
    _ printer: ChangePrinter<State, Action>? = .difference
  ) -> some Reducer<State, Action> {
    PrintChangesReducer(base: self, printer: printer)
  }

  /// Prints each action and the changes that this reducer makes to the state, in debug builds.
  ///
  /// ```swift
  /// Editing()._printChanges()
  /// ```
  ///
  /// It is ``printChanges(_:)`` under the name that the Composable Architecture uses, which is why it is
  /// public.
  ///
  /// - Parameter printer: Prints a change; nil prints nothing.
  @warn_unqualified_access
  public func _printChanges(
    _ printer: ChangePrinter<State, Action>? = .difference
  ) -> some Reducer<State, Action> {
    self.printChanges(printer)
  }
}

/// A reducer whose changes are printed, created by `printChanges`.
struct PrintChangesReducer<Base: Reducer>: Reducer {
  let base: Base
  let printer: ChangePrinter<Base.State, Base.Action>?

  /// Runs the base, and prints its changes.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    #if DEBUG
      if let printer {
        return Self.print(printer, &state, action) { base.reduce(into: &$0, action: $1) }
      }
    #endif
    return base.reduce(into: &state, action: action)
  }

  /// The resolved base, unchanged if nothing is printed.
  public func _resolve() -> _ResolvedReducer<Base.State, Base.Action> {
    let resolved = base._resolve()
    #if DEBUG
      if let printer {
        return _ResolvedReducer(subscriptions: resolved.subscriptions) {
          Self.print(printer, &$0, $1, resolved.reduce)
        }
      }
    #endif
    return resolved
  }

  #if DEBUG
    private static func print(
      _ printer: ChangePrinter<Base.State, Base.Action>,
      _ state: inout Base.State,
      _ action: Base.Action,
      _ reduce: (inout Base.State, Base.Action) -> Effect<Base.Action>
    ) -> Effect<Base.Action> {
      let old = state
      let effect = reduce(&state, action)
      printer.print(action, old, state)
      return effect
    }
  #endif
}
