import TroupeStoreViews

/// The property wrapper `Presents` under its former name, as in `@PresentationState var editor:
/// Editor.State?`.
public typealias PresentationState<Value> = Presents<Value>

/// The view store for a reducer, named by the reducer's type.
public typealias ViewStoreOf<R: Reducer> = ViewStore<R.State, R.Action>
where R.State: Sendable

extension IdentifiedArray where Element: Identifiable, Element.ID == ID {
  /// Creates an array from elements whose ids are expected to be unique.
  ///
  /// The ids are checked nevertheless. An element that repeats an earlier element's id is omitted, and an
  /// issue is reported.
  ///
  /// - Parameter elements: The elements.
  public init(uncheckedUniqueElements elements: some Sequence<Element>) {
    self.init(uniqueElements: elements)
  }
}

extension IdentifiedArray {
  /// Creates an array from elements whose ids are expected to be unique.
  ///
  /// The ids are checked nevertheless. An element that repeats an earlier element's id is omitted, and an
  /// issue is reported.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - id: The key path from an element to its id.
  public init(
    uncheckedUniqueElements elements: some Sequence<Element>,
    id: any KeyPath<Element, ID> & Sendable
  ) {
    self.init(uniqueElements: elements, id: id)
  }
}
