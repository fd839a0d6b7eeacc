/// The calls of one key, and numbers for the states that they lead to.
///
/// The search works with numbers instead of states, so it isn't generic, and calls the model only once for
/// each state and call. A generic search takes about ten times as long, because its code isn't specialized
/// for the caller's types.
final class StateTable<State: Hashable, Input: Sendable, Output: Sendable> {
  typealias Call = History<Input, Output>.Call

  let model: SequentialModel<State, Input, Output>
  /// The calls, in the order of their starts.
  let calls: [Call]
  private let inputs: [Int?]
  /// The states by number. The initial state has the number 0.
  private(set) var states: [State] = []
  private var numbers: [State: Int] = [:]

  init(_ model: SequentialModel<State, Input, Output>, _ calls: [Call]) {
    self.model = model
    self.calls = calls
    var known: [AnyHashable: Int] = [:]
    inputs = calls.indices.map { index in
      guard let input = calls[index].input as? AnyHashable else { return nil }
      let number = known[input] ?? known.count
      known[input] = number
      return number
    }
    _ = number(of: model.initial)
  }

  /// The steps between the numbered states.
  func makeSteps() -> StateSteps {
    StateSteps { [self] state, operation in
      let call = calls[operation.index]
      let output = operation.isPending ? nil : call.output
      return model.steps(states[state], call.input, output).map(number(of:))
    }
  }

  private func number(of state: State) -> Int {
    if let number = numbers[state] { return number }
    numbers[state] = states.count
    states.append(state)
    return states.count - 1
  }

  /// Returns the operations of the history's beginning.
  ///
  /// - Parameter lastOrder: The position of the beginning's last event. A call that ends later is pending.
  func operations(until lastOrder: Int = .max) -> [Operation] {
    calls.indices.compactMap { operation($0, until: lastOrder) }
  }

  /// Returns a call's operation; nil if the call starts later, or failed and therefore has no effect.
  ///
  /// - Parameters:
  ///   - index: The call's index.
  ///   - lastOrder: The position of the last event of the history.
  ///   - countingFailed: Whether a failed call is treated as a call with an unknown outcome.
  func operation(_ index: Int, until lastOrder: Int = .max, countingFailed: Bool = false) -> Operation? {
    let call = calls[index]
    guard call.startOrder <= lastOrder else { return nil }
    var end: Int?
    switch call.outcome {
    case .returned:
      let order = call.endOrder ?? .max
      end = order <= lastOrder ? order : nil
    case .failed:
      guard countingFailed else { return nil }
    case .unknown:
      break
    }
    return Operation(index: index, start: call.startOrder, end: end, input: inputs[index])
  }
}
