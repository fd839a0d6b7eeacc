/// A call as the search for a linearization needs it.
struct Operation {
  /// The call's index among the calls of its key.
  let index: Int
  /// The position of the call's start in the history.
  let start: Int
  /// The position of the end of a call that returned; nil if the call is pending, so that it may take effect
  /// at any time after its start, or never.
  let end: Int?
  /// A number that calls with equal inputs share; nil if inputs can't be compared.
  let input: Int?

  var isPending: Bool { end == nil }
}
