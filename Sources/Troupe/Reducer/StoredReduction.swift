/// The function that reduces the actions of a store or of a child.
final class StoredReduction<State, Action: Sendable> {
  let reduce: _ResolvedReducer<State, Action>.Reduction

  init(_ reduce: @escaping _ResolvedReducer<State, Action>.Reduction) { self.reduce = reduce }
}
