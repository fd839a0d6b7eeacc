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
/// The view store that the closure gets stands for the current value. While there is a value, an action that
/// is sent to it reaches the child.
///
/// It is independent of any toolkit: its content is whatever the closures build. A toolkit turns it into a
/// view by showing ``content``.
@MainActor
public struct IfLetStore<State: Sendable, Action: Sendable, Then, Else> {
  private let make: @MainActor () -> Either<Then, Else>

  /// Creates both branches of the optional.
  ///
  /// - Parameters:
  ///   - store: A view store of the optional.
  ///   - then: Builds the content from a view store of the value, while there is one.
  ///   - else: Builds the content while there is none.
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

  /// Creates one branch of the optional, and builds nothing while there is no value.
  ///
  /// - Parameters:
  ///   - store: A view store of the optional.
  ///   - then: Builds the content from a view store of the value, while there is one.
  public init(
    _ store: ViewStore<State?, Action>,
    @ElementsBuilder then: @escaping @MainActor (_ store: ViewStore<State, Action>) -> Then
  ) where Else == NoElement {
    self.init(store, then: then, else: {})
  }

  /// The current content.
  public var content: Either<Then, Else> { make() }
}
