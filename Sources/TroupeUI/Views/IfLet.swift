/// Builds content from a binding to an optional's value, or other content if the optional is nil.
///
/// ```swift
/// IfLet($viewStore.editedTitle) { $title in
///   TextField("Title", text: $title)
/// } else: {
///   Text("Nothing is edited.")
/// }
/// ```
///
/// This type is independent of any UI toolkit: its content is the result of the closures. A toolkit creates a
/// view from ``content``.
@MainActor
public struct IfLet<Value, Then, Else> {
  private let make: @MainActor () -> Either<Then, Else>

  // The closure that takes a binding has no `@MainActor` in its type, because a closure with a `$` parameter
  // has the isolation of its context.
  /// Creates content for both states of the optional.
  ///
  /// - Parameters:
  ///   - value: A binding to the optional.
  ///   - then: A closure that builds the content from a binding to the value, while the optional has a value.
  ///   - else: A closure that builds the content while the optional is nil.
  public init(
    _ value: StoreBinding<Value?>,
    @ElementsBuilder then: @escaping (StoreBinding<Value>) -> Then,
    @ElementsBuilder else: @escaping @MainActor () -> Else
  ) {
    make = { StoreBinding(unwrapping: value).map { .first(then($0)) } ?? .second(`else`()) }
  }

  /// Creates content for the optional's value, and no content if the optional is nil.
  ///
  /// - Parameters:
  ///   - value: A binding to the optional.
  ///   - then: A closure that builds the content from a binding to the value, while the optional has a value.
  public init(
    _ value: StoreBinding<Value?>,
    @ElementsBuilder then: @escaping (StoreBinding<Value>) -> Then
  ) where Else == NoElement {
    self.init(value, then: then, else: {})
  }

  /// The content for the optional's current state.
  public var content: Either<Then, Else> { make() }
}
