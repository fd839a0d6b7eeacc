/// Builds content from a view store.
///
/// ```swift
/// WithViewStore(counter) { viewStore in
///   Text("Count: \(viewStore.count)")
///   Button("Add") { viewStore.send(.incremented) }
/// }
/// ```
///
/// A view store can be read directly, so this type only passes the view store to the closure. The type exists
/// for programs with an environment, in which a store could be read only through this type.
///
/// This type is independent of any UI toolkit: its content is the result of the closure. A toolkit creates a
/// view from ``content``.
@MainActor
public struct WithViewStore<State: Sendable, Action: Sendable, Content> {
  private let make: @MainActor () -> Content

  /// Creates content from a view store.
  ///
  /// - Parameters:
  ///   - store: The view store.
  ///   - content: A closure that builds the content. Its reads from the view store are tracked.
  public init(
    _ store: ViewStore<State, Action>,
    @ElementsBuilder content: @escaping @MainActor (_ viewStore: ViewStore<State, Action>) -> Content
  ) {
    make = { content(store) }
  }

  /// The current content.
  public var content: Content { make() }
}
