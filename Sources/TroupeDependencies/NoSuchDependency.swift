/// What a property of ``DependencyValues`` is taken for that doesn't exist, so that the compiler can say so.
@dynamicMemberLookup
public struct _NoSuchDependency: Sendable {
  /// Another one.
  public subscript(dynamicMember name: String) -> _NoSuchDependency { self }
}
