/// The state of a store.
///
/// It can't be copied, so that readers get the state itself. Otherwise, Swift copies an object's stored
/// property for each call, which counts a reference for each object in the state.
struct StateBox<State>: ~Copyable {
  var value: State

  init(_ value: State) { self.value = value }

  borrowing func read<Result, Failure: Error>(
    _ body: (borrowing State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(value)
  }
}
