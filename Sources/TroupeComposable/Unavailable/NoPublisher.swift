/// A publisher of Combine.
///
/// It is public because unavailable declarations have this type, so that the compiler's message names the
/// mistake, and not what follows from it.
@dynamicMemberLookup
public struct _NoPublisher<Output> {
  /// A member of the values.
  public subscript<Member>(dynamicMember member: KeyPath<Output, Member>) -> _NoPublisher<Member> {
    fatalError("It can't be used.")
  }

  /// The values of a transformation.
  public func map<Other>(_ transform: (Output) -> Other) -> _NoPublisher<Other> {
    fatalError("It can't be used.")
  }

  /// The values without repetitions.
  public func removeDuplicates() -> _NoPublisher { fatalError("It can't be used.") }

  /// The values without the first ones.
  public func dropFirst(_ count: Int = 1) -> _NoPublisher { fatalError("It can't be used.") }

  /// A subscription.
  public func sink(receiveValue: (Output) -> Void) -> _NoPublisher { fatalError("It can't be used.") }

  /// A subscription that is stored.
  public func store<Subscriptions>(in subscriptions: inout Subscriptions) { fatalError("It can't be used.") }
}
