/// A placeholder for a Combine publisher.
///
/// The type is public because unavailable declarations have this type. Thanks to the type's members, the
/// compiler reports only the use of the publisher, without consequential errors.
@dynamicMemberLookup
public struct _NoPublisher<Output> {
  /// A placeholder for a publisher of the values' members.
  public subscript<Member>(dynamicMember member: KeyPath<Output, Member>) -> _NoPublisher<Member> {
    fatalError("This API is unavailable.")
  }

  /// Returns a placeholder for a publisher of transformed values.
  public func map<Other>(_ transform: (Output) -> Other) -> _NoPublisher<Other> {
    fatalError("This API is unavailable.")
  }

  /// Returns a placeholder for a publisher without repeated values.
  public func removeDuplicates() -> _NoPublisher { fatalError("This API is unavailable.") }

  /// Returns a placeholder for a publisher without the first values.
  public func dropFirst(_ count: Int = 1) -> _NoPublisher { fatalError("This API is unavailable.") }

  /// Returns a placeholder for a subscription.
  public func sink(receiveValue: (Output) -> Void) -> _NoPublisher { fatalError("This API is unavailable.") }

  /// Stores a placeholder for a subscription.
  public func store<Subscriptions>(in subscriptions: inout Subscriptions) {
    fatalError("This API is unavailable.")
  }
}
