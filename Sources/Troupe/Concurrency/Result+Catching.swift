extension Result {
  // This overload is disfavored so that a synchronous closure uses the standard library's initializer.
  /// Creates a result from an asynchronous closure's return value or error.
  ///
  /// ```swift
  /// await send(.loaded(await Result { try await load() }))
  /// ```
  ///
  /// The initializer returns when the closure has ended. The closure runs in the calling task, so cancelling
  /// the calling task cancels the closure.
  ///
  /// - Parameter body: The closure to call.
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
