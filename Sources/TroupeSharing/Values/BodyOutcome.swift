/// The outcome of the body of a `withLock`.
@usableFromInline
@frozen
enum BodyOutcome<Result, Failure: Error> {
  /// The body hasn't run yet.
  case none
  case returned(Result)
  case failed(Failure)

  /// Runs a body.
  init(_ body: () throws(Failure) -> Result) {
    do throws(Failure) { self = .returned(try body()) } catch { self = .failed(error) }
  }

  var isSuccess: Bool { if case .returned = self { true } else { false } }

  /// Returns the result of the body, which has run.
  @inlinable
  consuming func get() throws(Failure) -> Result {
    switch consume self {
    case .returned(let result): return result
    case .failed(let error): throw error
    case .none: preconditionFailure("The body of a `withLock` hasn't run.")
    }
  }
}
