import Troupe
import TroupeDiagnostics

/// The search for a schedule under which a body fails.
struct Exploration {
  let seeds: Range<UInt64>
  /// Where the body is explored.
  let location: SourceLocation
  /// The test in which it is explored.
  let function: String

  /// Tries one seed after another; nil when the body fails under none of them.
  func findFailure(_ body: ExploredBody) async -> ExplorationFailure? {
    for seed in seeds where !Task.isCancelled {
      let run = await body.run(Schedule(seed: seed), seed: seed)
      if !run.failures.isEmpty { return await failure(of: body, run, seed) }
    }
    return nil
  }

  private func failure(
    of body: ExploredBody,
    _ run: ExploredBody.Run,
    _ seed: UInt64
  ) async -> ExplorationFailure {
    func failure(_ told: ExploredBody.Run, _ outcome: ExplorationFailure.Outcome) -> ExplorationFailure {
      ExplorationFailure(
        seed: seed,
        found: run,
        told: told,
        outcome: outcome,
        location: location,
        function: function
      )
    }
    // What XCTest has recorded would be recorded again by each run.
    if run.failures.contains(where: \.isRecorded) { return failure(run, .recorded) }
    var shrinking = Shrinking(body, run)
    guard await shrinking.search() else { return failure(run, .didNotFailAgain) }
    let traced = await body.run(Schedule(departures: shrinking.shortest.schedule.departures), isTraced: true)
    guard traced.fails(like: run) else { return failure(run, .didNotFailAgain) }
    return failure(traced, .shrunk(runs: shrinking.runs))
  }
}
