/// A state with an identity, whose members observers track individually.
///
/// The macro ``ObservableState()`` generates the conformance, and ``Reducer()`` applies that macro to
/// `State`. Without macros, declare one property for the conformance:
///
/// ```swift
/// struct Profile: Equatable, ObservableState {
///   var name = ""
///   var visits = 0
///   let _$id = StateIdentity()
/// }
/// ```
///
/// The identity ties the state to one child. If a newly created state replaces a child's state, the new state
/// belongs to a different child, and the old child's effects are cancelled. However, if the child's own
/// reducer recreates the state, the child stays the same. If the state is `Identifiable`, the state's `id` is
/// used as its identity instead. In this case, the child keeps its effects when a state with the same `id`
/// replaces the child's state.
///
/// If a closure of ``Store/observe(_:)`` reads an observable state inside another state, the closure reruns
/// only when members that the closure has read have changed.
public protocol ObservableState {
  /// The identity, which is created with the state; ``StateIdentity/none`` for an enum.
  ///
  /// The property is public because the macro or the user implements it.
  var _$id: StateIdentity { get }

  /// Returns whether ``Store/observe(_:)`` ignores a member.
  ///
  /// The method is public because the macro implements it for members with ``ObservationStateIgnored()``. By
  /// default, no member is ignored.
  static func _$ignores(_ member: AnyKeyPath) -> Bool
}

extension ObservableState {
  /// Returns false.
  public static func _$ignores(_ member: AnyKeyPath) -> Bool { false }
}
