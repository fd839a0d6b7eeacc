import AllocationCounter
import Foundation

/// The cost of one operation in one round.
struct Sample {
  /// Nanoseconds, or bytes where memory is measured.
  let figure: Double
  /// The same in processor time of all threads; bytes where memory is measured.
  let processor: Double
  let allocations: Double
}

/// Runs a number of operations, and returns the cost of one of them.
typealias Operations<Context> = (_ context: Context, _ count: Int) async -> Sample

/// Measures the time of a number of operations.
func timed(_ count: Int, _ operations: () async -> Void) async -> Sample {
  let allocationsBefore = allocation_count()
  let start = ContinuousClock.now
  let processorStart = processorTime()
  await operations()
  let processorEnd = processorTime()
  let duration = ContinuousClock.now - start
  return Sample(
    figure: duration / .nanoseconds(count),
    processor: (processorEnd - processorStart) / Double(count),
    allocations: Double(allocation_count() - allocationsBefore) / Double(count)
  )
}

/// Measures the memory that is in use as long as the value that `make` returns is kept.
func held<Things>(_ count: Int, _ make: () async -> Things, release: (Things) async -> Void = { _ in }) async
  -> Sample
{
  let bytesBefore = await settledBytes()
  let allocationsBefore = allocation_count()
  let things = await make()
  let allocations = allocation_count() - allocationsBefore
  let bytes = Double(await settledBytes() - bytesBefore) / Double(count)
  await release(things)
  return Sample(figure: bytes, processor: bytes, allocations: Double(allocations) / Double(count))
}

/// The number of bytes in use, when it has hardly changed for 15 milliseconds. On a busy machine, other
/// threads take long to free what earlier rounds used, which would be counted as negative memory.
private func settledBytes() async -> Int {
  var bytes = bytes_in_use()
  var (same, checks) = (0, 0)
  while same < 3, checks < 400 {
    // Nothing cancels the task.
    try? await Task.sleep(for: .milliseconds(5))
    checks += 1
    let now = bytes_in_use()
    // The wait itself uses less than a kilobyte.
    same = abs(now - bytes) < 1_024 ? same + 1 : 0
    bytes = now
  }
  return bytes
}

/// The processor time of the process, in nanoseconds.
private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
