import AllocationCounter
import Glibc
import OneThread
import Synchronization

/// Makes the operations of one row, for `.ci/count`, which runs it under callgrind: `Counted ROW COUNT`. It
/// prints how many blocks of memory it asked for, and how many bytes it holds at the end.
///
/// Without arguments it prints the rows, each after the number of operations for which it is counted.
///
/// All jobs run on the main thread, in the order in which they came, so that each run executes the same
/// instructions. The main function is synchronous, as valgrind 3.19 doesn't get through an asynchronous one.
@main
struct Counted {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard !arguments.isEmpty else {
      for row in rows { print("\(row.count)\t\(row.name)") }
      return
    }
    guard arguments.count == 2, let count = Int(arguments[1]),
      let row = rows.first(where: { $0.name == arguments[0] })
    else { fail("usage: Counted [ROW COUNT]") }

    take_jobs()
    let outcome = Outcome()
    // Not on the main actor, as the main function is.
    Task.detached {
      let kept = await row.run(count)
      outcome.end(allocations: allocation_count(), bytes: bytes_in_use())
      withExtendedLifetime(kept) {}
    }
    repeat { run_jobs() } while Settling.end()
    guard let text = outcome.text else {
      fail("\(row.name): Nothing is left to run, and the operations haven't ended.")
    }
    print(text)
    // What is still suspended stays.
    exit(0)
  }

  private static var rows: [CountedRow] {
    Making.rows + Sends.rows + Running.rows + Leaving.rows + Levels.rows + Elements.rows + Reads.rows
      + Paths.rows + Watching.rows + Answers.rows + SharedValues.rows
  }

  private static func fail(_ message: String) -> Never {
    let text = message + "\n"
    write(STDERR_FILENO, text, text.utf8.count)
    exit(1)
  }
}

/// Waits until nothing else is left to run: until what was started waits for something, or has ended.
func settle() async { await withUnsafeContinuation { Settling.begin($0) } }

private enum Settling {
  private static let waiting = Mutex<UnsafeContinuation<Void, Never>?>(nil)

  static func begin(_ continuation: UnsafeContinuation<Void, Never>) {
    waiting.withLock { waiting in
      precondition(waiting == nil, "Only the task with the operations waits for the others.")
      waiting = continuation
    }
  }

  /// Whether something waited for that.
  static func end() -> Bool {
    guard let continuation = waiting.withLock({ $0.take() }) else { return false }
    continuation.resume()
    return true
  }
}

/// What the process had asked for and held when the operations had been made.
private final class Outcome: Sendable {
  private let figures = Mutex<(allocations: Int, bytes: Int)?>(nil)

  func end(allocations: Int, bytes: Int) { figures.withLock { $0 = (allocations, bytes) } }

  var text: String? { figures.withLock { $0.map { "\($0.allocations) \($0.bytes)" } } }
}

/// An operation that is counted.
struct CountedRow: Sendable {
  let name: String
  /// How many are made in the shorter of two runs; the longer one makes twice as many.
  let count: Int
  /// Prepares what doesn't depend on the number of operations, makes them, and returns what has to be kept
  /// until they are counted.
  let run: @Sendable (_ count: Int) async -> any Sendable

  /// Makes a row.
  ///
  /// - Parameters:
  ///   - name: What is counted. It begins with the workload of the other benchmarks that it belongs to.
  ///   - count: How many operations are made in the shorter run.
  ///   - run: Prepares and makes the operations.
  init<Kept: Sendable>(
    _ name: String,
    _ count: Int,
    _ run: @escaping @Sendable (_ count: Int) async -> Kept
  ) {
    self.name = name
    self.count = count
    self.run = { await run($0) }
  }
}
