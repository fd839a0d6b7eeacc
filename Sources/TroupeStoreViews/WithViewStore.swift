/// Builds content from a view store.
///
/// ```swift
/// WithViewStore(counter) { viewStore in
///   Text("Count: \(viewStore.count)")
///   Button("Add") { viewStore.send(.incremented) }
/// }
/// ```
///
/// A view store can be read directly, so this type does nothing but pass it to the closure. Programs with an
/// environment used it to read a store, which couldn't be read in another way.
///
/// It is independent of any toolkit: its content is whatever the closure builds. A toolkit turns it into a
/// view by showing ``content``.
@MainActor
public struct WithViewStore<State: Sendable, Action: Sendable, Content> {
  private let make: @MainActor () -> Content

  /// Creates the content.
  ///
  /// - Parameters:
  ///   - store: The view store.
  ///   - content: Builds the content. What it reads from the view store is tracked.
  public init(
    _ store: ViewStore<State, Action>,
    @ElementsBuilder content: @escaping @MainActor (_ viewStore: ViewStore<State, Action>) -> Content
  ) {
    make = { content(store) }
  }

  /// The current content.
  public var content: Content { make() }
}
