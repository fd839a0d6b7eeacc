/// A property that ``DependencyValues`` doesn't have.
///
/// It is public because an unavailable overload takes it, so that the compiler's message names the mistake.
@dynamicMemberLookup
public struct _NoSuchDependency: Sendable {
  /// Any further member.
  public subscript(dynamicMember name: String) -> _NoSuchDependency { self }
}
