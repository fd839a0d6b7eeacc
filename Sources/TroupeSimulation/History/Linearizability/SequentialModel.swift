/// An object's sequential behavior: the outputs and next states of its calls when they run one by one.
struct SequentialModel<State: Hashable, Input: Sendable, Output: Sendable> {
  let initial: State
  /// Returns the states in which a call can leave a state if it returns the output. Without an output, the
  /// function returns the states after any output.
  let steps: (State, Input, Output?) -> [State]
  /// Returns the only output of a call in a state; nil for a model that may be nondeterministic.
  let output: ((State, Input) -> Output)?
}
