extension Reducer {
  /// Prints each action and how this reducer changes the state with it, in debug builds.
  ///
  /// It is for looking at a feature while it is written. While it prints, it keeps a copy of the state for the length of
  /// each action, which the reducer then has to change a copy of. Without a printer, and in release builds, the reducer
  /// runs as if this weren't there.
  ///
  /// - Parameter printer: What prints; nil for nothing.
  @warn_unqualified_access
  public func printChanges(
    _ printer: ChangePrinter<State, Action>? = .difference
  ) -> _PrintChangesReducer<Self> {
    _PrintChangesReducer(base: self, printer: printer)
  }

  /// Prints each action and how this reducer changes the state with it, in debug builds.
  ///
  /// It is ``printChanges(_:)`` under the name that many know.
  ///
  /// - Parameter printer: What prints; nil for nothing.
  @warn_unqualified_access
  public func _printChanges(
    _ printer: ChangePrinter<State, Action>? = .difference
  ) -> _PrintChangesReducer<Self> {
    self.printChanges(printer)
  }
}

/// A reducer whose changes are printed; made by `printChanges`.
public struct _PrintChangesReducer<Base: Reducer>: Reducer {
  let base: Base
  let printer: ChangePrinter<Base.State, Base.Action>?

  /// Runs the base, and prints.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    #if DEBUG
      if let printer {
        return Self.print(printer, &state, action) { base.reduce(into: &$0, action: $1) }
      }
    #endif
    return base.reduce(into: &state, action: action)
  }

  /// The base in resolved form, itself where nothing is printed.
  public func _resolve() -> _ResolvedReducer<Base.State, Base.Action> {
    let resolved = base._resolve()
    #if DEBUG
      if let printer {
        return _ResolvedReducer { Self.print(printer, &$0, $1, resolved.reduce) }
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
