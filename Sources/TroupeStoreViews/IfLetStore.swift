/// Builds content from a view store of an optional state, or other content while the state is nil.
///
/// ```swift
/// IfLetStore(store.scope(state: { $0.detail }, action: AppAction.detail)) { detailStore in
///   DetailView(store: detailStore)
/// } else: {
///   Text("Nothing is selected.")
/// }
/// ```
///
/// The view store that is passed to the closure represents the current value. While the optional has a value,
/// an action sent to that view store reaches the child.
///
/// This type is independent of any UI toolkit: its content is the result of the closures. A toolkit creates a
/// view from ``content``.
@MainActor
public struct IfLetStore<State: Sendable, Action: Sendable, Then, Else> {
  private let make: @MainActor () -> Either<Then, Else>

  /// Creates content for both states of the optional.
  ///
  /// - Parameters:
  ///   - store: A view store of the optional.
  ///   - then: A closure that builds the content from a view store of the value, while the optional has a
  ///     value.
  ///   - else: A closure that builds the content while the optional is nil.
  public init(
    _ store: ViewStore<State?, Action>,
    @ElementsBuilder then: @escaping @MainActor (_ store: ViewStore<State, Action>) -> Then,
    @ElementsBuilder else: @escaping @MainActor () -> Else
  ) {
    make = {
      let child: ViewStore<State, Action>? = store.scope(state: \.self, action: \.self)
      return child.map { .first(then($0)) } ?? .second(`else`())
    }
  }

  /// Creates content for the optional's value, and no content while the optional is nil.
  ///
  /// - Parameters:
  ///   - store: A view store of the optional.
  ///   - then: A closure that builds the content from a view store of the value, while the optional has a
  ///     value.
  public init(
    _ store: ViewStore<State?, Action>,
    @ElementsBuilder then: @escaping @MainActor (_ store: ViewStore<State, Action>) -> Then
  ) where Else == NoElement {
    self.init(store, then: then, else: {})
  }

  /// The content for the optional's current state.
  public var content: Either<Then, Else> { make() }
}
