import Dispatch

/// Runs code on a thread that belongs to no scheduler, and waits for it.
package func outside<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(returning: body()) }
  }
}
