extension AsyncStream {
  /// A stream that yields no elements, and ends when the task that reads it is cancelled.
  public static var never: AsyncStream { AsyncStream { _ in } }

  /// A stream that has already ended.
  public static var finished: AsyncStream { AsyncStream { $0.finish() } }
}

extension AsyncThrowingStream where Failure == any Error {
  /// A stream that yields no elements, and ends when the task that reads it is cancelled.
  public static var never: AsyncThrowingStream { AsyncThrowingStream { _ in } }

  /// Returns a stream that has already ended.
  ///
  /// - Parameter error: The error that the stream throws; nil for a stream that ends without an error.
  public static func finished(throwing error: (any Error)? = nil) -> AsyncThrowingStream {
    AsyncThrowingStream { $0.finish(throwing: error) }
  }
}
