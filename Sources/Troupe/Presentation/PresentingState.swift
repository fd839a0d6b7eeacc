/// A state that provides the names of its properties marked with ``Presents``.
///
/// The macro ``ObservableState()``, which ``Reducer()`` applies to `State`, generates the conformance. If the
/// state provides a property's name, an action to the presented child takes a fifth less time: the store
/// knows where the state contains the property. Otherwise, the store evaluates the property's key path for
/// each action, because Swift doesn't tell a projection, such as `\.$editor`, from a computed property, which
/// may return another presentation each time.
///
/// Without macros, declare one method for the conformance:
///
/// ```swift
/// struct State: PresentingState {
///   @Presents var editor: Editor.State?
///
///   static func _$presented(by path: AnyKeyPath) -> String? {
///     path == \Self.$editor ? "editor" : nil
///   }
/// }
/// ```
public protocol PresentingState {
  /// Returns the name of the property with ``Presents`` whose projection a key path refers to; nil for any
  /// other key path. If the name is another property's, a store reports an issue.
  ///
  /// The method is public because the macro or the user implements it.
  static func _$presented(by path: AnyKeyPath) -> String?
}
