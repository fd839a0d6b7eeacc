extension _ResolvedReducer {
  /// Returns a reducer that is made for each action and for each effect that it declares, because it depends
  /// on something that may have changed.
  ///
  /// The store follows the declarations of the reducer that is made first: they say what a feature declares,
  /// and whether it is there. An effect that begins is the effect of a reducer that is made for it. Below an
  /// operator that embeds children, the reducer that was made first remains.
  ///
  /// - Parameter make: Makes the reducer, always of the same parts.
  package static func remade(_ make: @escaping () -> _ResolvedReducer) -> _ResolvedReducer {
    let declarations = make().declarations
    for (index, declaration) in declarations.enumerated() {
      let count = declaration.positions.count
      // It is called through the declaration.
      declaration.remake = { [unowned declaration] in
        let made = make().declarations
        guard made.indices.contains(index) else { return nil }
        // Those around the reducer don't change.
        made[index].positions += declaration.positions.dropFirst(count)
        return made[index]
      }
    }
    return _ResolvedReducer(declarations: declarations) { state, action in
      let made = make()
      for declaration in made.declarations { declaration.noteFollowed() }
      return made.reduce(&state, action)
    }
  }
}
