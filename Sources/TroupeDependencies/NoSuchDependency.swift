/// A placeholder for a dependency property that ``DependencyValues`` doesn't have.
///
/// The type is public because the initializers that catch a mistyped property have parameters of this type.
@dynamicMemberLookup
public struct _NoSuchDependency: Sendable {
  /// Returns the placeholder for any member.
  public subscript(dynamicMember name: String) -> _NoSuchDependency { self }
}

/// Reports that ``DependencyValues`` doesn't have the property in the key path.
@freestanding(expression)
public macro _noSuchDependency(ofTheType: Bool = false) -> Void =
  #externalMacro(module: "TroupeMacros", type: "NoSuchDependencyMacro")

// The compiler chooses these initializers for key paths that no other initializer accepts, and the macro in
// each produces an error that names the property. Without these initializers, the compiler treats a mistyped
// key path as a key that isn't a type, and its error doesn't name the property, because it ranks a missing
// member as a greater mistake than an argument of another type.
extension Dependency where Value == _NoSuchDependency {
  /// Catches a property that ``DependencyValues`` doesn't have.
  ///
  /// - Parameters:
  ///   - member: Any name.
  ///   - mistake: The source of the compiler's error.
  @_disfavoredOverload
  public init(_ member: KeyPath<_NoSuchDependency, _NoSuchDependency>, mistake: Void = #_noSuchDependency) {
    fatalError("This API is unavailable.")
  }
}

extension Dependency {
  /// Catches a property that ``DependencyValues`` doesn't have, or has with a different type.
  ///
  /// - Parameters:
  ///   - member: Any name.
  ///   - mistake: The source of the compiler's error.
  @_disfavoredOverload
  public init(
    _ member: KeyPath<_NoSuchDependency, _NoSuchDependency>,
    mistake: Void = #_noSuchDependency(ofTheType: true)
  ) {
    fatalError("This API is unavailable.")
  }

  /// Catches a property that ``DependencyValues`` doesn't have.
  ///
  /// - Parameters:
  ///   - member: Any name.
  ///   - type: The type of the value.
  ///   - mistake: The source of the compiler's error.
  @_disfavoredOverload
  public init<Wrapped: Sendable>(
    _ member: KeyPath<_NoSuchDependency, _NoSuchDependency>,
    as type: Wrapped.Type,
    mistake: Void = #_noSuchDependency
  ) where Value == Wrapped? {
    fatalError("This API is unavailable.")
  }
}
