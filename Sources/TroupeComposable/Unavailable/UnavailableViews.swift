import TroupeStoreViews

extension Store {
  /// An unavailable counterpart of a store's Combine publisher.
  @available(
    *,
    unavailable,
    message:
      "Troupe doesn't use Combine: iterate over the async sequence 'store.states()', or use 'observe', which tracks the state that it reads. See 'Stores and views' in the guide 'Coming from the Composable Architecture'."
  )
  public nonisolated var publisher: _NoPublisher<State> { fatalError("This API is unavailable.") }
}

extension ViewStore {
  /// An unavailable counterpart of a view store that observes a part of the state.
  ///
  /// - Parameters:
  ///   - store: The store to observe.
  ///   - toViewState: A closure that returns the observed part.
  @available(
    *,
    unavailable,
    message:
      "A view store tracks the state that is read: use 'ViewStore(store)'. See 'Stores and views' in the guide 'Coming from the Composable Architecture'."
  )
  public convenience init<Whole>(
    _ store: Store<Whole, Action>,
    observe toViewState: @escaping (Whole) -> State
  ) {
    fatalError("This API is unavailable.")
  }

  /// An unavailable counterpart of a view store's Combine publisher.
  @available(
    *,
    unavailable,
    message:
      "Troupe doesn't use Combine: iterate over the async sequence 'store.states()'. See 'Stores and views' in the guide 'Coming from the Composable Architecture'."
  )
  public var publisher: _NoPublisher<State> { fatalError("This API is unavailable.") }

  /// An unavailable counterpart of an observable object's publisher of changes.
  @available(
    *,
    unavailable,
    message:
      "A view store is 'Observable'. See 'Stores and views' in the guide 'Coming from the Composable Architecture'."
  )
  public var objectWillChange: _NoPublisher<Void> { fatalError("This API is unavailable.") }
}

extension WithViewStore {
  /// An unavailable counterpart of a view that observes a part of the state.
  ///
  /// - Parameters:
  ///   - store: The view store to observe.
  ///   - toViewState: A closure that returns the observed part.
  ///   - content: A closure that builds the view's content.
  @available(
    *,
    unavailable,
    message:
      "A view store tracks the state that is read: use 'WithViewStore(store) { … }', or read 'store' itself. See 'Stores and views' in the guide 'Coming from the Composable Architecture'."
  )
  public init<Whole: Sendable, Part>(
    _ store: ViewStore<Whole, Action>,
    observe toViewState: @escaping (Whole) -> Part,
    content: @escaping (ViewStore<State, Action>) -> Content
  ) {
    fatalError("This API is unavailable.")
  }
}

/// An unavailable counterpart of the property wrapper `@BindingState`.
@available(
  *,
  unavailable,
  message:
    "A state with '@ObservableState' needs no wrapper: '$viewStore.text' is a binding. See 'Stores and views' in the guide 'Coming from the Composable Architecture'."
)
@propertyWrapper
public struct BindingState<Value> {
  /// The wrapped value.
  public var wrappedValue: Value

  /// Creates a property wrapper.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// An unavailable counterpart of the property wrapper `@BindingViewState`.
@available(
  *,
  unavailable,
  message:
    "A state with '@ObservableState' needs no view state: '$viewStore.text' is a binding. See 'Stores and views' in the guide 'Coming from the Composable Architecture'."
)
@propertyWrapper
public struct BindingViewState<Value> {
  /// The wrapped value.
  public var wrappedValue: Value

  /// Creates a property wrapper.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// An unavailable counterpart of the view `NavigationStackStore`.
@available(
  *,
  unavailable,
  message:
    "Troupe has no navigation views: build the navigation from the stack's view stores, 'viewStore.scope(\\.path, action: \\.path)'. See 'Stores and views' in the guide 'Coming from the Composable Architecture'."
)
public struct NavigationStackStore<State, Action, Root, Destination> {}

/// An unavailable counterpart of the view `NavigationLinkStore`.
@available(
  *,
  unavailable,
  message:
    "Troupe has no navigation views: present with 'ifLet' and SwiftUI's views. See 'Stores and views' in the guide 'Coming from the Composable Architecture'."
)
public struct NavigationLinkStore<State, Action, Destination, Label> {}
