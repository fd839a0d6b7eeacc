extension Reducer {
  /// Prints each action and the changes that this reducer makes to the state, in debug builds.
  ///
  /// ```swift
  /// Editing().printChanges()
  /// ```
  ///
  /// Use this operator while you develop a feature. The operator keeps a copy of the state during each
  /// action, so a reducer that changes a large value has to copy that value. In release builds, or without a
  /// printer, the operator has no effect.
  ///
  /// - Parameter printer: The printer for the changes; nil to print nothing.
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
  /// This method is ``printChanges(_:)`` under the name that the Composable Architecture uses. The method is
  /// public for code that already uses that name.
  ///
  /// - Parameter printer: The printer for the changes; nil to print nothing.
  @warn_unqualified_access
  public func _printChanges(
    _ printer: ChangePrinter<State, Action>? = .difference
  ) -> some Reducer<State, Action> {
    self.printChanges(printer)
  }
}

/// The reducer that `printChanges` returns, which prints the base reducer's changes.
struct PrintChangesReducer<Base: Reducer>: Reducer {
  let base: Base
  let printer: ChangePrinter<Base.State, Base.Action>?

  /// Runs the base reducer and prints the base reducer's changes.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    #if DEBUG
      if let printer {
        return Self.print(printer, &state, action) { base.reduce(into: &$0, action: $1) }
      }
    #endif
    return base.reduce(into: &state, action: action)
  }

  /// Returns the resolved base reducer, unchanged if nothing is printed.
  public func _resolve() -> _ResolvedReducer<Base.State, Base.Action> {
    let resolved = base._resolve()
    #if DEBUG
      if let printer {
        return _ResolvedReducer(subscriptions: resolved.subscriptions) {
          let reduce = resolved.makeReduction()
          return { Self.print(printer, &$0, $1, reduce) }
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
      return SharedWrites.collecting {
        reduce(&state, action)
      } print: {
        printer.print(action, old, state)
      }
    }
  #endif
}

extension Reducer {
  /// Prints selected actions and the changes that these actions make to a part of the state, in debug builds.
  ///
  /// ```swift
  /// .printChanges(of: { $0.query }, action: { $0.search }, .difference(prefix: "Search"))
  /// ```
  ///
  /// Otherwise, the operator behaves like ``printChanges(_:)``.
  ///
  /// - Parameters:
  ///   - state: Returns the part of the state to print.
  ///   - action: Returns the action to print, or nil to print nothing.
  ///   - printer: The printer for the changes.
  @warn_unqualified_access
  public func printChanges<Part, PartAction>(
    of state: @escaping @Sendable (State) -> Part,
    action: @escaping @Sendable (Action) -> PartAction?,
    _ printer: ChangePrinter<Part, PartAction> = .difference
  ) -> some Reducer<State, Action> {
    self.printChanges(printer.part(state: state, action: action))
  }
}
