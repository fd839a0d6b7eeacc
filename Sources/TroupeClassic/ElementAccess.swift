/// The functions with which `forEach` accesses the elements of a collection.
struct ElementAccess<Elements, ID: Hashable & Sendable, State, Action: Sendable>: Sendable {
  /// Embeds a reducer for each element as a child.
  let embedded: @Sendable (Reduce<State, Action>) -> _EmbeddedChild<Elements, IdentifiedAction<ID, Action>>
  /// Returns whether a collection has an element with an id.
  let contains: @Sendable (Elements, ID) -> Bool
}

extension ElementAccess where Elements == IdentifiedArray<ID, State> {
  /// Accesses the elements of an identified array.
  static var identified: ElementAccess {
    ElementAccess(
      embedded: { _ChildBuilder<Elements, IdentifiedAction<ID, Action>>.buildFinalResult($0) },
      contains: { $0.index(id: $1) != nil }
    )
  }
}

extension ElementAccess where Elements == [ID: State] {
  /// Accesses the values of a dictionary, identified by their keys.
  static var keyed: ElementAccess {
    ElementAccess(
      embedded: { _ChildBuilder<Elements, IdentifiedAction<ID, Action>>.buildFinalResult($0) },
      contains: { $0.index(forKey: $1) != nil }
    )
  }
}

extension ElementAccess where Elements == [State], ID == Int {
  /// Accesses the elements of an array, identified by their indices.
  static var indexed: ElementAccess {
    ElementAccess(embedded: { _EmbeddedChild(rows: $0) }, contains: { $0.indices.contains($1) })
  }
}
