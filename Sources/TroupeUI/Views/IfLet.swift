/// Builds content from a binding to the value of an optional, or other content if the optional is nil.
///
/// ```swift
/// IfLet($viewStore.editedTitle) { $title in
///   TextField("Title", text: $title)
/// } else: {
///   Text("Nothing is edited.")
/// }
/// ```
///
/// It is independent of any toolkit: its content is whatever the closures build. A toolkit creates a view
/// from ``content``.
@MainActor
public struct IfLet<Value, Then, Else> {
  private let make: @MainActor () -> Either<Then, Else>

  // The closure that takes a binding has no `@MainActor` in its type: a closure with a `$` parameter has the
  // isolation of its context.
  /// Creates both branches of the optional.
  ///
  /// - Parameters:
  ///   - value: A binding to the optional.
  ///   - then: Builds the content from a binding to the value, while the optional has a value.
  ///   - else: Builds the content while the optional is nil.
  public init(
    _ value: StoreBinding<Value?>,
    @ElementsBuilder then: @escaping (StoreBinding<Value>) -> Then,
    @ElementsBuilder else: @escaping @MainActor () -> Else
  ) {
    make = { StoreBinding(unwrapping: value).map { .first(then($0)) } ?? .second(`else`()) }
  }

  /// Creates one branch of the optional, and builds nothing if the optional is nil.
  ///
  /// - Parameters:
  ///   - value: A binding to the optional.
  ///   - then: Builds the content from a binding to the value, while the optional has a value.
  public init(
    _ value: StoreBinding<Value?>,
    @ElementsBuilder then: @escaping (StoreBinding<Value>) -> Then
  ) where Else == NoElement {
    self.init(value, then: then, else: {})
  }

  /// The current content.
  public var content: Either<Then, Else> { make() }
}
