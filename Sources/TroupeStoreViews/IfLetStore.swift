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
/// The closure's view store represents the current value. While the optional has a value, an action sent to
/// the view store reaches the child.
///
/// It is independent of any toolkit: its content is whatever the closures build. A toolkit creates a view
/// from ``content``.
@MainActor
public struct IfLetStore<State: Sendable, Action: Sendable, Then, Else> {
  private let make: @MainActor () -> Either<Then, Else>

  /// Creates both branches of the optional.
  ///
  /// - Parameters:
  ///   - store: A view store of the optional.
  ///   - then: Builds the content from a view store of the value, while the optional has a value.
  ///   - else: Builds the content while the optional is nil.
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

  /// Creates one branch of the optional, and builds nothing while the optional is nil.
  ///
  /// - Parameters:
  ///   - store: A view store of the optional.
  ///   - then: Builds the content from a view store of the value, while the optional has a value.
  public init(
    _ store: ViewStore<State?, Action>,
    @ElementsBuilder then: @escaping @MainActor (_ store: ViewStore<State, Action>) -> Then
  ) where Else == NoElement {
    self.init(store, then: then, else: {})
  }

  /// The current content.
  public var content: Either<Then, Else> { make() }
}
