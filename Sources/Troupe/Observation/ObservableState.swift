/// A state with an identity, whose members are followed one by one.
///
/// The macro ``ObservableState()`` writes the conformance, and ``Reducer()`` puts that macro onto `State`. By hand, it is
/// one property:
///
/// ```swift
/// struct Profile: Equatable, ObservableState {
///   var name = ""
///   var visits = 0
///   let _$id = StateIdentity()
/// }
/// ```
///
/// Its identity makes it one certain child's state. When anyone else puts a state that was made anew in the place of a
/// child's, that is another child, and the effects of the old one end; a child whose own reducer makes its state anew stays
/// the same child. A state that is `Identifiable` has the identity that
/// it says itself, and keeps its effects when it is replaced by one with the same `id`.
///
/// Where ``Store/observe(_:)`` reads a state like this in another, it is told of the members that it read, and not of the
/// others.
public protocol ObservableState {
  /// The identity, made with the state; ``StateIdentity/none`` for an enum.
  var _$id: StateIdentity { get }

  /// Whether reading a member isn't noted by ``Store/observe(_:)``. The macro has the members with
  /// ``ObservationStateIgnored()`` ignored; by default, none is.
  static func _$ignores(_ member: AnyKeyPath) -> Bool
}

extension ObservableState {
  /// False.
  public static func _$ignores(_ member: AnyKeyPath) -> Bool { false }
}
