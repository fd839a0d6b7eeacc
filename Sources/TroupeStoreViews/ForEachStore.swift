/// Builds content for each element of an identified array.
///
/// ```swift
/// ForEachStore(store.scope(state: { $0.todos }, action: AppAction.todo)) { todoStore in
///   TodoView(store: todoStore)
/// }
/// ```
///
/// It is independent of any toolkit: its content is whatever the closure builds. A toolkit creates views from
/// ``rows``.
@MainActor
public struct ForEachStore<ID: Hashable & Sendable, State: Sendable, Action: Sendable, Content> {
  private let store: ViewStore<IdentifiedArray<ID, State>, IdentifiedAction<ID, Action>>
  private let make: @MainActor (ViewStore<State, Action>) -> Content

  /// Creates the content of the elements.
  ///
  /// - Parameters:
  ///   - store: A view store of the array, whose actions consist of an element's id and the element's action.
  ///   - content: Builds the content of an element from its view store.
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

  /// Creates the content of the elements.
  ///
  /// - Parameters:
  ///   - store: A view store of the array.
  ///   - content: Builds the content of an element from its view store.
  public init(
    _ store: ViewStore<IdentifiedArray<ID, State>, IdentifiedAction<ID, Action>>,
    @ElementsBuilder content: @escaping @MainActor (_ store: ViewStore<State, Action>) -> Content
  ) {
    self.store = store
    make = content
  }

  /// The content of an element.
  @MainActor
  public struct Row: Identifiable {
    /// The id of the element.
    public nonisolated let id: ID
    fileprivate let make: @MainActor () -> Content

    /// The current content.
    public var content: Content { make() }
  }

  /// The content of all elements, in order. The content of a row is built when it is used.
  public var rows: [Row] {
    store.elements(state: \.self, action: \.self).map { id, viewStore in
      Row(id: id) { make(viewStore) }
    }
  }
}
