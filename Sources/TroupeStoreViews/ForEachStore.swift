/// Builds content for each element of an identified array.
///
/// ```swift
/// ForEachStore(store.scope(state: { $0.todos }, action: AppAction.todo)) { todoStore in
///   TodoView(store: todoStore)
/// }
/// ```
///
/// This type is independent of any UI toolkit: its content is the result of the closure. A toolkit creates
/// views from ``rows``.
@MainActor
public struct ForEachStore<ID: Hashable & Sendable, State: Sendable, Action: Sendable, Content> {
  private let store: ViewStore<IdentifiedArray<ID, State>, IdentifiedAction<ID, Action>>
  private let make: @MainActor (ViewStore<State, Action>) -> Content

  /// Creates content for the elements of an array whose actions are tuples.
  ///
  /// - Parameters:
  ///   - store: A view store of the array, whose actions consist of an element's id and the element's action.
  ///   - content: A closure that builds an element's content from its view store.
  public init(
    _ store: ViewStore<IdentifiedArray<ID, State>, (ID, Action)>,
    @ElementsBuilder content: @escaping @MainActor (_ store: ViewStore<State, Action>) -> Content
  ) {
    self.init(
      store.scope(
        reading: { $0 },
        sending: { (action: IdentifiedAction<ID, Action>) in
          switch action {
          case .element(let id, let action): (id, action)
          }
        }
      ),
      content: content
    )
  }

  /// Creates content for the elements of an array whose actions are `IdentifiedAction` values.
  ///
  /// - Parameters:
  ///   - store: A view store of the array.
  ///   - content: A closure that builds an element's content from its view store.
  public init(
    _ store: ViewStore<IdentifiedArray<ID, State>, IdentifiedAction<ID, Action>>,
    @ElementsBuilder content: @escaping @MainActor (_ store: ViewStore<State, Action>) -> Content
  ) {
    self.store = store
    make = content
  }

  /// An element's content, together with its id.
  @MainActor
  public struct Row: Identifiable {
    /// The element's id.
    public nonisolated let id: ID
    fileprivate let make: @MainActor () -> Content

    /// The element's current content.
    public var content: Content { make() }
  }

  /// The content of all elements, in order. A row's content is built when it is read.
  public var rows: [Row] {
    store.elements(state: \.self, action: \.self).map { id, viewStore in
      Row(id: id) { make(viewStore) }
    }
  }
}
