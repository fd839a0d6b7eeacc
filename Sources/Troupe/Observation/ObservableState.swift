/// A state with an identity, whose members observers track individually.
///
/// The macro ``ObservableState()`` generates the conformance, and ``Reducer()`` applies that macro to
/// `State`. Without macros, the conformance is one property:
///
/// ```swift
/// struct Profile: Equatable, ObservableState {
///   var name = ""
///   var visits = 0
///   let _$id = StateIdentity()
/// }
/// ```
///
/// The identity ties the state to one child. If a newly created state replaces a child's state, it belongs to
/// another child, and the effects of the old child end. The exception is a child whose own reducer recreates
/// its state: it stays the same child. A state that is `Identifiable` uses its `id` as its identity instead,
/// and keeps its effects when a state with the same `id` replaces it.
///
/// If a closure of ``Store/observe(_:)`` reads an observable state inside another state, it reruns only when
/// the members that it read have changed.
public protocol ObservableState {
  /// The identity, created with the state; ``StateIdentity/none`` for an enum.
  ///
  /// It is public as a requirement that the macro, or the user, implements.
  var _$id: StateIdentity { get }

  /// Returns whether ``Store/observe(_:)`` ignores a member.
  ///
  /// It is public as a requirement that the macro implements, for members with
  /// ``ObservationStateIgnored()``. By default, no member is ignored.
  static func _$ignores(_ member: AnyKeyPath) -> Bool
}

extension ObservableState {
  /// Returns false.
  public static func _$ignores(_ member: AnyKeyPath) -> Bool { false }
}
