import TroupeStoreViews

/// `Presents` under its former name: `@PresentationState var editor: Editor.State?`.
public typealias PresentationState<Value> = Presents<Value>

/// The view store of a reducer, by the reducer's type.
public typealias ViewStoreOf<R: Reducer> = ViewStore<R.State, R.Action>
where R.State: Sendable

extension IdentifiedArray where Element: Identifiable, Element.ID == ID {
  /// Creates an array of elements whose ids are known to be unique.
  ///
  /// The ids are checked nevertheless. An element with the id of an earlier one is left out, which is an
  /// issue.
  ///
  /// - Parameter elements: The elements.
  public init(uncheckedUniqueElements elements: some Sequence<Element>) {
    self.init(uniqueElements: elements)
  }
}

extension IdentifiedArray {
  /// Creates an array of elements whose ids are known to be unique.
  ///
  /// The ids are checked nevertheless. An element with the id of an earlier one is left out, which is an
  /// issue.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - id: The property with an element's id.
  public init(
    uncheckedUniqueElements elements: some Sequence<Element>,
    id: any KeyPath<Element, ID> & Sendable
  ) {
    self.init(uniqueElements: elements, id: id)
  }
}
