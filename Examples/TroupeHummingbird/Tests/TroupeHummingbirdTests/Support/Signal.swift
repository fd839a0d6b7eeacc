/// A signal that one task waits for.
struct Signal<Value: Sendable>: Sendable {
  private let values: AsyncStream<Value>
  private let continuation: AsyncStream<Value>.Continuation

  init() { (values, continuation) = AsyncStream.makeStream() }

  func send(_ value: Value) { continuation.yield(value) }

  func wait() async -> Value {
    for await value in values { return value }
    preconditionFailure("A stream without an end has ended.")
  }
}

extension Signal where Value == Void {
  func send() { send(()) }
}
