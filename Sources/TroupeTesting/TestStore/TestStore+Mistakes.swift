// Taken for what no other `receive` takes: without them, the compiler says that it can't infer a payload.
extension TestStore {
  /// What a `receive` is taken for that names no case of the action.
  ///
  /// - Parameters:
  ///   - path: Any name.
  ///   - assert: Changes the state.
  @available(*, unavailable, message: "The action has no case of this name, or isn't 'CasePathable'.")
  @_disfavoredOverload
  nonisolated(nonsending)
    public func receive(
      _ path: KeyPath<_NoSuchCase, _NoSuchCase>,
      assert: ((inout State) throws -> Void)? = nil
    ) async
  {
    fatalError("It can't be called.")
  }

  /// What a `receive` is taken for of an action that can't be compared.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - assert: Changes the state.
  @available(
    *,
    unavailable,
    message:
      "It takes an action that is 'Equatable'; name the case of another one, as in 'receive(\\.response)'."
  )
  @_disfavoredOverload
  nonisolated(nonsending)
    public func receive(
      _ action: Action,
      assert: ((inout State) throws -> Void)? = nil
    ) async
  {
    fatalError("It can't be called.")
  }
}

/// What a case of an action is taken for that doesn't exist, so that the compiler can say so.
@dynamicMemberLookup
public struct _NoSuchCase: Sendable {
  /// Another one.
  public subscript(dynamicMember name: String) -> _NoSuchCase { self }
}
