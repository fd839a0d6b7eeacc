/// The state of a store.
///
/// The box isn't copyable, so that readers access the state in place. Otherwise, Swift would copy an object's
/// stored property for each call, and count a reference for each object in the state.
struct StateBox<State>: ~Copyable {
  var value: State

  init(_ value: State) { self.value = value }

  borrowing func read<Result, Failure: Error>(
    _ body: (borrowing State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(value)
  }
}
