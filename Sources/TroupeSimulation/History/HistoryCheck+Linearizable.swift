extension HistoryCheck {
  /// The default maximum number of steps of a search for a linearization, for each key.
  public static var defaultSearchLimit: Int { 500_000 }

  /// A check that the calls behave as if each took effect at one moment between its start and its end.
  ///
  /// A sequential object defines the legal outputs. The history is linearizable if the object returns the
  /// recorded outputs when it receives the calls in some order, and a call is after every call that ended
  /// before it started. A call with an unknown outcome takes effect at any time after its start, or never. A
  /// failed call never takes effect. See Herlihy and Wing, “Linearizability: a correctness condition for
  /// concurrent objects” (1990).
  ///
  /// ```swift
  /// history.check(
  ///   .linearizable(initial: 0) { total, amount in
  ///     total += amount
  ///     return total
  ///   }
  /// )
  /// ```
  ///
  /// The counterexample is the beginning of the history up to the first call that no order explains. It omits
  /// calls that don't change the state.
  ///
  /// Finding an order can take exponential time. The time is short if only a few calls overlap and few
  /// outcomes are unknown. If a search reaches its limit, the check reports an issue that states this.
  ///
  /// - Parameters:
  ///   - initial: The object's state before the first call.
  ///   - limit: The maximum number of steps of a search.
  ///   - apply: A closure that applies a call to the state, and returns the call's output.
  public static func linearizable<State: Hashable>(
    initial: State,
    limit: Int = defaultSearchLimit,
    apply: @escaping (_ state: inout State, _ input: Input) -> Output
  ) -> Self where Output: Equatable {
    linearizable(initial: initial, by: { _ in OneKey() }, limit: limit, apply: apply)
  }

  /// A check that the calls of each key behave as if each took effect at one moment between its start and its
  /// end.
  ///
  /// Each key has its own state, so the calls of different keys are checked independently. This is equivalent
  /// to checking them together, and much faster.
  ///
  /// ```swift
  /// history.check(
  ///   .linearizable(initial: 0, by: \.account) { balance, deposit in
  ///     balance += deposit.amount
  ///     return balance
  ///   }
  /// )
  /// ```
  ///
  /// The check is otherwise the same as ``linearizable(initial:limit:apply:)``.
  ///
  /// - Parameters:
  ///   - initial: The state of each key before its first call.
  ///   - key: A closure that returns the key of an input.
  ///   - limit: The maximum number of steps of a search, for each key.
  ///   - apply: A closure that applies a call to its key's state, and returns the call's output.
  public static func linearizable<State: Hashable, Key: Hashable>(
    initial: State,
    by key: @escaping (Input) -> Key,
    limit: Int = defaultSearchLimit,
    apply: @escaping (_ state: inout State, _ input: Input) -> Output
  ) -> Self where Output: Equatable {
    let model = SequentialModel<State, Input, Output>(
      initial: initial,
      steps: { state, input, output in
        var next = state
        let actual = apply(&next, input)
        return output.map { $0 == actual } ?? true ? [next] : []
      },
      output: { state, input in
        var next = state
        return apply(&next, input)
      }
    )
    return HistoryCheck(name: "linearizable") { calls in
      LinearizabilityCheck(model: model, key: key, limit: limit).violation(by: calls)
    }
  }

  /// A check that the calls behave as if each took effect at one moment, for an object that may return
  /// different outputs in the same state.
  ///
  /// ```swift
  /// // `take` returns any element of a bag.
  /// history.check(
  ///   .linearizable(initial: Set(1...3)) { bag, call, output in
  ///     guard let output else { return bag.map { bag.subtracting([$0]) } }
  ///     return bag.contains(output) ? [bag.subtracting([output])] : []
  ///   }
  /// )
  /// ```
  ///
  /// The check is otherwise the same as ``linearizable(initial:limit:apply:)``.
  ///
  /// - Parameters:
  ///   - initial: The object's state before the first call.
  ///   - limit: The maximum number of steps of a search.
  ///   - steps: A closure that returns the states in which a call can leave a state if it returns the output.
  ///     An empty array means that the output is impossible in this state. If the output is nil, the call's
  ///     outcome is unknown, and the closure returns the states for all outputs.
  public static func linearizable<State: Hashable>(
    initial: State,
    limit: Int = defaultSearchLimit,
    steps: @escaping (_ state: State, _ input: Input, _ output: Output?) -> [State]
  ) -> Self {
    linearizable(initial: initial, by: { _ in OneKey() }, limit: limit, steps: steps)
  }

  /// A check that the calls of each key behave as if each took effect at one moment, for an object that may
  /// return different outputs in the same state.
  ///
  /// ```swift
  /// // The key is a counter's name. A read may be rounded down to tens.
  /// history.check(
  ///   .linearizable(initial: 0, by: \.name) { count, call, output in
  ///     guard call.isRead else { return [count + 1] }
  ///     return output.map { $0 == count || $0 == count / 10 * 10 } ?? true ? [count] : []
  ///   }
  /// )
  /// ```
  ///
  /// The check is otherwise the same as ``linearizable(initial:limit:apply:)``.
  ///
  /// - Parameters:
  ///   - initial: The state of each key before its first call.
  ///   - key: A closure that returns the key of an input.
  ///   - limit: The maximum number of steps of a search, for each key.
  ///   - steps: A closure that returns the states in which a call can leave its key's state if it returns the
  ///     output. An empty array means that the output is impossible in this state. If the output is nil, the
  ///     call's outcome is unknown, and the closure returns the states for all outputs.
  public static func linearizable<State: Hashable, Key: Hashable>(
    initial: State,
    by key: @escaping (Input) -> Key,
    limit: Int = defaultSearchLimit,
    steps: @escaping (_ state: State, _ input: Input, _ output: Output?) -> [State]
  ) -> Self {
    let model = SequentialModel<State, Input, Output>(initial: initial, steps: steps, output: nil)
    return HistoryCheck(name: "linearizable") { calls in
      LinearizabilityCheck(model: model, key: key, limit: limit).violation(by: calls)
    }
  }
}
