/// A type that says what stands for it in ``valueText(of:)`` and ``valueDifference(from:to:)``.
///
/// Most types need no conformance: their stored properties are shown. Conform a property wrapper, whose value is
/// what matters, or a type that holds what only its implementation cares about. A stored property `_name` whose
/// type conforms is shown as `name`.
public protocol CustomValueText {
  /// The value that is shown in place of this one.
  ///
  /// The elements of a tuple are shown like stored properties of this type; of any other value, the type is
  /// that value's.
  var valueForText: Any { get }
}
