import Testing
import Troupe

// These overloads accept arguments that no other trait accepts. Without these overloads, the compiler
// produces no diagnostic, or reports that it can't infer a parameter of the macro.
extension Trait where Self == DependencyTrait {
  /// Catches a `dependency` trait without a dependency.
  @available(
    *,
    unavailable,
    message: "'dependency' takes a dependency and its value: '.dependency(\\.date.now, …)'."
  )
  public static var dependency: DependencyTrait { fatalError("This API is unavailable.") }

  /// Catches a `dependencies` trait with the arguments of `dependency`.
  ///
  /// - Parameters:
  ///   - member: The property of the dependency.
  ///   - value: The value.
  @available(*, unavailable, renamed: "dependency(_:_:)")
  @_disfavoredOverload
  public static func dependencies<Value: Sendable>(
    _ member: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: Value
  ) -> DependencyTrait {
    fatalError("This API is unavailable.")
  }

  /// Catches a `dependency` trait without a value.
  ///
  /// - Parameter member: The property of the dependency.
  @available(*, unavailable, message: "'dependency' also needs the value: '.dependency(\\.date.now, …)'.")
  @_disfavoredOverload
  public static func dependency<Value>(_ member: KeyPath<DependencyValues, Value>) -> DependencyTrait {
    fatalError("This API is unavailable.")
  }

  /// Catches a dependency that ``DependencyValues`` doesn't have.
  ///
  /// - Parameters:
  ///   - member: Any name.
  ///   - value: The value.
  @available(*, unavailable, message: "'DependencyValues' has no property of this name and this type.")
  @_disfavoredOverload
  public static func dependency<Value>(
    _ member: KeyPath<_NoSuchDependency, _NoSuchDependency>,
    _ value: Value
  ) -> DependencyTrait {
    fatalError("This API is unavailable.")
  }
}
