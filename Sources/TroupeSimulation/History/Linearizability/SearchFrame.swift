/// A point from which the search tries the next calls.
struct SearchFrame {
  let state: Int
  /// The call that led here; nil at a start.
  let step: LinearizationStep?
  /// The place of the next event to try, and the next pending call to try.
  var place = EventList.head
  var nextPending = 0
  /// Whether pending calls are tried from here.
  var triesPending = true
  /// Whether a pending call is possible. If so, all pending calls are tried twice: in the first round, only
  /// required calls can be next after the pending call, and in the second round, only pending calls.
  var hasPending = false
  var isSecondRound = false
  /// The position of the first end of a required call that isn't linearized; nil while this isn't known,
  /// and the maximum if there is no such call.
  var bound: Int?
  /// The call that is being tried, with the states in which it can leave this state.
  var candidate: LinearizationStep?
  var result = StateSteps.Result.none
  /// The number of the candidate's states that have not been tried.
  var remaining = 0

  /// Makes a call the candidate. Returns false if it is impossible in this state.
  mutating func propose(_ step: LinearizationStep, _ result: StateSteps.Result, _ steps: StateSteps) -> Bool {
    self.result = result
    remaining = steps.count(result)
    candidate = remaining > 0 ? step : nil
    return remaining > 0
  }
}
