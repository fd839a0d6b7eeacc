/// A state that provides the names of its properties marked with ``Presents``.
///
/// The macro ``ObservableState()``, which ``Reducer()`` applies to `State`, generates the conformance. If the
/// state provides a property's name, an action to the presented child takes a fifth less time, and the check
/// of its scoped stores, after each action, also takes less time: the store knows where the state contains
/// the property. Otherwise, the store evaluates the property's key path each time, because Swift doesn't tell
/// a property with a wrapper, or its projection, from a computed property, which may return another
/// presentation each time.
///
/// Without macros, declare one method for the conformance:
///
/// ```swift
/// struct State: PresentingState {
///   @Presents var editor: Editor.State?
///
///   static func _$presented(by path: AnyKeyPath) -> String? {
///     path == \Self.$editor || path == \Self.editor ? "editor" : nil
///   }
/// }
/// ```
public protocol PresentingState {
  /// Returns the name of the property with ``Presents`` if a key path refers to this property or to its
  /// projection; nil for any other key path. If the name is another property's, a store reports an issue.
  ///
  /// The method is public because the macro or the user implements it.
  static func _$presented(by path: AnyKeyPath) -> String?
}
