/// Builds one thing from the value of an optional, which it can edit, and another where there is none.
///
/// ```swift
/// IfLet($viewStore.editedTitle) { $title in
///   TextField("Title", text: $title)
/// } else: {
///   Text("Nothing is edited.")
/// }
/// ```
///
/// It knows no toolkit: it is built of whatever the closures are built of. A toolkit makes a view of it by
/// showing ``content``.
@MainActor
public struct IfLet<Value, Then, Else> {
  private let make: @MainActor () -> Either<Then, Else>

  // The closure that takes a binding has no `@MainActor` in its type: one with a `$` parameter takes the
  // isolation of where it is written.
  /// Makes both branches of the optional.
  ///
  /// - Parameters:
  ///   - value: A binding to the optional.
  ///   - then: Builds from a binding to the value, while there is one.
  ///   - else: Builds while there is none.
  public init(
    _ value: StoreBinding<Value?>,
    @ElementsBuilder then: @escaping (StoreBinding<Value>) -> Then,
    @ElementsBuilder else: @escaping @MainActor () -> Else
  ) {
    make = { StoreBinding(unwrapping: value).map { .first(then($0)) } ?? .second(`else`()) }
  }

  /// Makes one branch of the optional; there is nothing where it has no value.
  ///
  /// - Parameters:
  ///   - value: A binding to the optional.
  ///   - then: Builds from a binding to the value, while there is one.
  public init(
    _ value: StoreBinding<Value?>,
    @ElementsBuilder then: @escaping (StoreBinding<Value>) -> Then
  ) where Else == NoElement {
    self.init(value, then: then, else: {})
  }

  /// What there is now.
  public var content: Either<Then, Else> { make() }
}
