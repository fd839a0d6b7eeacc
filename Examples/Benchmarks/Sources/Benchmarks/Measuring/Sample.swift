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
  let allocationsBefore = allocation_count()
  let bytesBefore = bytes_in_use()
  let things = await make()
  let bytes = Double(bytes_in_use() - bytesBefore) / Double(count)
  let sample = Sample(
    figure: bytes,
    processor: bytes,
    allocations: Double(allocation_count() - allocationsBefore) / Double(count)
  )
  await release(things)
  return sample
}

/// The processor time of the process, in nanoseconds.
private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
