/// A type that chooses the value that ``valueText(of:)`` and ``valueDifference(from:to:)`` show in place of
/// each instance.
///
/// Most types need no conformance, because their stored properties are shown. Conform a property wrapper to
/// show its value, or conform a type with stored properties that only its implementation uses. A stored
/// property `_name` whose type conforms is shown as `name`.
public protocol CustomValueText {
  /// The value that is shown in place of this value.
  ///
  /// The elements of a tuple are shown like stored properties of this type. Any other value is shown with its
  /// own type.
  var valueForText: Any { get }
}
