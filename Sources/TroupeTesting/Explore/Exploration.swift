/// The search for a schedule under which a body fails.
struct Exploration {
  let seeds: Range<UInt64>
  /// The test that runs the exploration.
  let function: String
  /// The folder for the trace of a failure; nil for no trace.
  var traceFolder = FailureTrace.folder

  /// Tries one seed after another. Returns nil if the body doesn't fail under any seed.
  func findFailure(_ body: ExploredBody) async -> ExplorationFailure? {
    for seed in seeds {
      let run = await body.run(seed: seed)
      // If the test is cancelled, failures may be caused by the cancellation, and are meaningless.
      if Task.isCancelled { return nil }
      if !run.failures.isEmpty { return await failure(of: body, run, seed) }
    }
    return nil
  }

  private func failure(
    of body: ExploredBody,
    _ run: ExploredBody.Run,
    _ seed: UInt64
  ) async -> ExplorationFailure {
    func failure(
      _ told: ExploredBody.Run,
      _ outcome: ExplorationFailure.Outcome,
      traceText: String? = nil
    ) -> ExplorationFailure {
      ExplorationFailure(
        seed: seed,
        found: run,
        told: told,
        outcome: outcome,
        traceText: traceText,
        location: body.location,
        function: function
      )
    }
    // XCTest has already recorded the failure and would record it again in each run.
    if run.failures.contains(where: \.isRecorded) { return failure(run, .recorded) }
    var shrinking = Shrinking(body, run, seed: seed)
    guard await shrinking.search() else { return failure(run, .didNotFailAgain) }
    let trace = FailureTrace(of: function, at: body.location, seed: seed, in: traceFolder)
    let traced = await body.run(
      shrinking.shortest.schedule.departures,
      seed: seed,
      isTraced: true,
      recorder: trace?.recorder
    )
    let traceText = trace?.close(traced.trace)
    guard traced.fails(like: run) else { return failure(run, .didNotFailAgain) }
    return failure(traced, .shrunk(runs: shrinking.runs), traceText: traceText)
  }
}
