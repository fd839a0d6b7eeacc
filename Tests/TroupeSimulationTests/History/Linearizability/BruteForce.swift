import TroupeSimulation

/// A checker that follows the definition of linearizability, for small histories.
///
/// The checker tries all permutations of all subsets of the calls. It shares no code with the search.
enum BruteForce {
  static func isLinearizable<State, Input, Output: Equatable>(
    _ calls: [History<Input, Output>.Call],
    until lastOrder: Int = .max,
    initial: State,
    apply: (inout State, Input) -> Output
  ) -> Bool {
    let required = calls.filter { $0.output != nil && ($0.endOrder ?? .max) <= lastOrder }
    let optional = calls.filter { call in
      guard call.startOrder <= lastOrder else { return false }
      switch call.outcome {
      case .returned: return (call.endOrder ?? .max) > lastOrder
      case .failed: return false
      case .unknown: return true
      }
    }
    for subset in 0..<(1 << optional.count) {
      let chosen =
        required.indices.map { ($0, true) }
        + optional.indices.filter { subset & (1 << $0) != 0 }.map { ($0, false) }
      let isFound = anyPermutation(of: chosen.count) { permutation in
        var state = initial
        // The latest start so far: no later call in the order may have ended before it.
        var latestStart = Int.min
        for place in permutation {
          let (index, isRequired) = chosen[place]
          let call = isRequired ? required[index] : optional[index]
          if isRequired, let end = call.endOrder, end < latestStart { return false }
          latestStart = max(latestStart, call.startOrder)
          let output = apply(&state, call.input)
          if isRequired, output != call.output { return false }
        }
        return true
      }
      if isFound { return true }
    }
    return false
  }

  /// Returns whether a condition holds for a permutation of `0..<count`. The permutations are created with
  /// Heap's algorithm.
  private static func anyPermutation(of count: Int, satisfies condition: ([Int]) -> Bool) -> Bool {
    var permutation = Array(0..<count)
    if condition(permutation) { return true }
    var counters = Array(repeating: 0, count: count)
    var place = 0
    while place < count {
      guard counters[place] < place else {
        counters[place] = 0
        place += 1
        continue
      }
      permutation.swapAt(place.isMultiple(of: 2) ? 0 : counters[place], place)
      if condition(permutation) { return true }
      counters[place] += 1
      place = 0
    }
    return false
  }
}
