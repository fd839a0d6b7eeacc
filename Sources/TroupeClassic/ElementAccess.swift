/// The access of `forEach` to the elements of a collection.
struct ElementAccess<Elements, ID: Hashable & Sendable, State, Action: Sendable>: Sendable {
  /// Makes children of the elements, with their reducer.
  let embedded: @Sendable (Reduce<State, Action>) -> _EmbeddedChild<Elements, IdentifiedAction<ID, Action>>
  /// Returns whether a collection has an element with an id.
  let contains: @Sendable (Elements, ID) -> Bool
}

extension ElementAccess where Elements == IdentifiedArray<ID, State> {
  /// The elements of an identified array.
  static var identified: ElementAccess {
    ElementAccess(
      embedded: { _ChildBuilder<Elements, IdentifiedAction<ID, Action>>.buildFinalResult($0) },
      contains: { $0.index(id: $1) != nil }
    )
  }
}

extension ElementAccess where Elements == [ID: State] {
  /// The values of a dictionary, identified by their keys.
  static var keyed: ElementAccess {
    ElementAccess(
      embedded: { _ChildBuilder<Elements, IdentifiedAction<ID, Action>>.buildFinalResult($0) },
      contains: { $0.index(forKey: $1) != nil }
    )
  }
}

extension ElementAccess where Elements == [State], ID == Int {
  /// The elements of an array, identified by their indices.
  static var indexed: ElementAccess {
    ElementAccess(embedded: { _EmbeddedChild(rows: $0) }, contains: { $0.indices.contains($1) })
  }
}
