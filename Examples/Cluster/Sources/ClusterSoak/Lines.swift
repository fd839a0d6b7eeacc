import Foundation

/// Prints a line at once, for the person who runs this.
func say(_ text: String) { Lines.write(text) }

/// Lines between the processes, over pipes.
enum Lines {
  /// The lines that come from a descriptor, until its end.
  static func read(_ descriptor: Int32) -> AsyncStream<String> {
    let (lines, continuation) = AsyncStream<String>.makeStream()
    each(descriptor, { continuation.yield($0) }, end: { continuation.finish() })
    return lines
  }

  /// Calls a closure with each line that arrives on a descriptor, on a separate thread.
  static func each(
    _ descriptor: Int32,
    _ take: @escaping @Sendable (String) -> Void,
    end: @escaping @Sendable () -> Void
  ) {
    Thread.detachNewThread {
      var rest: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while case let count = Foundation.read(descriptor, &buffer, buffer.count), count > 0 {
        rest += buffer.prefix(count)
        while let end = rest.firstIndex(of: 0x0A) {
          take(String(decoding: rest[..<end], as: UTF8.self))
          rest.removeSubrange(...end)
        }
      }
      end()
    }
  }

  /// Writes a line. Lines of less than 4 kB aren't split, even if other processes write at the same time.
  ///
  /// - Returns: Whether it was accepted.
  @discardableResult
  static func write(_ line: String, to descriptor: Int32 = STDOUT_FILENO) -> Bool {
    let bytes = Array("\(line)\n".utf8)
    return Foundation.write(descriptor, bytes, bytes.count) == bytes.count
  }
}
