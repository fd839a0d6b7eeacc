/// Builds content from a binding to the value of an optional, or other content if there is none.
///
/// ```swift
/// IfLet($viewStore.editedTitle) { $title in
///   TextField("Title", text: $title)
/// } else: {
///   Text("Nothing is edited.")
/// }
/// ```
///
/// It is independent of any toolkit: its content is whatever the closures build. A toolkit turns it into a
/// view by showing ``content``.
@MainActor
public struct IfLet<Value, Then, Else> {
  private let make: @MainActor () -> Either<Then, Else>

  // The closure that takes a binding has no `@MainActor` in its type: one with a `$` parameter takes the
  // isolation of where it is written.
  /// Creates both branches of the optional.
  ///
  /// - Parameters:
  ///   - value: A binding to the optional.
  ///   - then: Builds the content from a binding to the value, while there is one.
  ///   - else: Builds the content while there is none.
  public init(
    _ value: StoreBinding<Value?>,
    @ElementsBuilder then: @escaping (StoreBinding<Value>) -> Then,
    @ElementsBuilder else: @escaping @MainActor () -> Else
  ) {
    make = { StoreBinding(unwrapping: value).map { .first(then($0)) } ?? .second(`else`()) }
  }

  /// Creates one branch of the optional, and builds nothing if it has no value.
  ///
  /// - Parameters:
  ///   - value: A binding to the optional.
  ///   - then: Builds the content from a binding to the value, while there is one.
  public init(
    _ value: StoreBinding<Value?>,
    @ElementsBuilder then: @escaping (StoreBinding<Value>) -> Then
  ) where Else == NoElement {
    self.init(value, then: then, else: {})
  }

  /// The current content.
  public var content: Either<Then, Else> { make() }
}
