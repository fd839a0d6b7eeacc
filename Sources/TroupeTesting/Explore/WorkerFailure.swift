import Troupe

/// A report about a worker process that has found a failure or has ended without a result.
struct WorkerFailure {
  let finding: ExplorationWorkers.Finding
  /// The test that runs the exploration.
  let function: String

  var message: String {
    let test = function.prefix { $0 != "(" }
    switch finding {
    case .failed(let seed):
      return """
        A run failed under the seed \(seed) in another process, but not in this process, so the run depends on more \
        than the schedule. Most likely the run depends on the order of a set or a dictionary, or on variables that the runs \
        share.

        Run it again: SWIFT_DETERMINISTIC_HASHING=1 TROUPE_SEED=\(seed) swift test --filter \(test)
        """
    case .ended(let seed?, let status, let output):
      return """
        A process that tried seeds for this exploration ended with the status \(status) under the seed \(seed).

        Run it again: SWIFT_DETERMINISTIC_HASHING=1 TROUPE_SEED=\(seed) swift test --filter \(test)

        The end of its output:

        \(output)
        """
    case .ended(nil, let status, let output):
      return """
        A process that tries seeds for this exploration ended with the status \(status) before the process reached the test. \
        The process runs only this test, so the test must not depend on other tests.

        The end of its output:

        \(output)
        """
    }
  }
}
