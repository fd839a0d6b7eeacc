import Troupe

// These overloads accept arguments that no other `send` or `receive` accepts. Without these overloads, the
// compiler reports that it can't infer a payload.
extension TestStore {
  /// Catches a `send` whose key path names no case of the action.
  ///
  /// - Parameters:
  ///   - path: Any name.
  ///   - assert: Applies the expected change to the state.
  @available(
    *,
    unavailable,
    message: "The action has no case of this name without a payload, or isn't 'CasePathable'."
  )
  @_disfavoredOverload
  nonisolated(nonsending)
    public func send(
      _ path: KeyPath<_NoSuchCase, _NoSuchCase>,
      assert: ((inout State) throws -> Void)? = nil
    ) async
  {
    fatalError("This API is unavailable.")
  }

  /// Catches a `send` whose key path names no case of the action.
  ///
  /// - Parameters:
  ///   - path: Any name.
  ///   - payload: The payload.
  ///   - assert: Applies the expected change to the state.
  @available(
    *,
    unavailable,
    message: "The action has no case of this name with such a payload, or isn't 'CasePathable'."
  )
  @_disfavoredOverload
  nonisolated(nonsending)
    public func send<Payload>(
      _ path: KeyPath<_NoSuchCase, _NoSuchCase>,
      _ payload: Payload,
      assert: ((inout State) throws -> Void)? = nil
    ) async
  {
    fatalError("This API is unavailable.")
  }

  /// Catches a `receive` whose key path names no case of the action.
  ///
  /// - Parameters:
  ///   - path: Any name.
  ///   - assert: Applies the expected change to the state.
  @available(*, unavailable, message: "The action has no case of this name, or isn't 'CasePathable'.")
  @_disfavoredOverload
  nonisolated(nonsending)
    public func receive(
      _ path: KeyPath<_NoSuchCase, _NoSuchCase>,
      assert: ((inout State) throws -> Void)? = nil
    ) async
  {
    fatalError("This API is unavailable.")
  }

  /// Catches a `receive` of an action that isn't `Equatable`.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - assert: Applies the expected change to the state.
  @available(
    *,
    unavailable,
    message:
      "'receive' takes an 'Equatable' action; for any other action, name its case, as in 'receive(\\.response)'."
  )
  @_disfavoredOverload
  nonisolated(nonsending)
    public func receive(
      _ action: Action,
      assert: ((inout State) throws -> Void)? = nil
    ) async
  {
    fatalError("This API is unavailable.")
  }
}

/// A placeholder for a case that the action doesn't have.
///
/// The type is public because unavailable overloads take it as a parameter, so that the compiler's message
/// names the mistake.
@dynamicMemberLookup
public struct _NoSuchCase: Sendable {
  /// Returns the placeholder for any case.
  public subscript(dynamicMember name: String) -> _NoSuchCase { self }
}
