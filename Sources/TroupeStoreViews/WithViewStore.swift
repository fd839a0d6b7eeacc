/// Builds content from a view store.
///
/// ```swift
/// WithViewStore(counter) { viewStore in
///   Text("Count: \(viewStore.count)")
///   Button("Add") { viewStore.send(.incremented) }
/// }
/// ```
///
/// A view store can be read directly, so this type only passes it to the closure. Programs with an
/// environment needed it to read a store, which couldn't be read in any other way.
///
/// It is independent of any toolkit: its content is whatever the closure builds. A toolkit creates a view
/// from ``content``.
@MainActor
public struct WithViewStore<State: Sendable, Action: Sendable, Content> {
  private let make: @MainActor () -> Content

  /// Creates the content.
  ///
  /// - Parameters:
  ///   - store: The view store.
  ///   - content: Builds the content. Its reads from the view store are tracked.
  public init(
    _ store: ViewStore<State, Action>,
    @ElementsBuilder content: @escaping @MainActor (_ viewStore: ViewStore<State, Action>) -> Content
  ) {
    make = { content(store) }
  }

  /// The current content.
  public var content: Content { make() }
}
