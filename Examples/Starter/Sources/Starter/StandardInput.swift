import Dispatch

enum StandardInput {
  /// Returns the lines of the standard input. Each is read when it is asked for, on a thread that may block.
  static func lines() -> AsyncStream<String> {
    let queue = DispatchQueue(label: "standard input")
    return AsyncStream {
      await withCheckedContinuation { line in
        queue.async { line.resume(returning: readLine()) }
      }
    }
  }
}
