extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns a stream of the elements of the sequence, so that its type needn't be written.
  ///
  /// A task iterates over the sequence as soon as the stream exists, and buffers what isn't consumed. The
  /// task is cancelled when the stream is cancelled or released. An error of the sequence ends the stream.
  public func eraseToStream() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    let task = Task {
      defer { continuation.finish() }
      do {
        for try await element in self { continuation.yield(element) }
      } catch {
        // A stream can't throw: it ends, as the sequence has.
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  /// Returns a throwing stream of the elements of the sequence, so that its type needn't be written.
  ///
  /// It behaves as ``eraseToStream()`` does, and throws the error of the sequence.
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
