extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns a stream of the sequence's elements, whose type is simpler to write than the sequence's type.
  ///
  /// A task starts to iterate over the sequence when the stream is created, and buffers elements that haven't
  /// been consumed. The task is cancelled when the stream is cancelled or released. An error that the
  /// sequence throws ends the stream.
  public func eraseToStream() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    let task = Task {
      defer { continuation.finish() }
      do {
        for try await element in self { continuation.yield(element) }
      } catch {
        // The stream can't throw an error, so it only ends.
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  /// Returns a throwing stream of the sequence's elements, whose type is simpler to write than the sequence's
  /// type.
  ///
  /// The stream behaves like the stream of ``eraseToStream()``, but throws the sequence's error.
  public func eraseToThrowingStream() -> AsyncThrowingStream<Element, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Element.self)
    let task = Task {
      do {
        for try await element in self { continuation.yield(element) }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }
}
