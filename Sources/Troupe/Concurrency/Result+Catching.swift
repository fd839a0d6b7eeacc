extension Result {
  // Disfavoured, so that a synchronous closure uses the standard library's initializer.
  /// Creates a result from an asynchronous closure's return value or error.
  ///
  /// ```swift
  /// await send(.loaded(await Result { try await load() }))
  /// ```
  ///
  /// It resumes when the closure has ended. The closure runs in the calling task, so cancelling that task
  /// cancels it.
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
