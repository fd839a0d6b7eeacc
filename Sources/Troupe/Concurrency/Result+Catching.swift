extension Result {
  // Disfavoured, so that a closure that doesn't wait is taken by the initialiser of the standard library.
  /// Makes a result of what an asynchronous closure returns or throws.
  ///
  /// ```swift
  /// await send(.loaded(await Result { try await load() }))
  /// ```
  ///
  /// It resumes when the closure has ended; cancelling the calling task cancels the closure's.
  ///
  /// - Parameter body: The closure.
  @_disfavoredOverload
  nonisolated(nonsending)
    public init(catching body: nonisolated(nonsending) () async throws(Failure) -> Success) async
  {
    do throws(Failure) {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
