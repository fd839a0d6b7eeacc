/// The search for a schedule under which a body fails.
package struct Exploration {
  /// The kind of code that an exploration runs.
  package enum Kind: Sendable {
    /// A test that `explore` runs.
    case test
    /// A simulation of processes, whose report lists events.
    case simulation
  }

  let seeds: Range<UInt64>
  /// The test that runs the exploration.
  let function: String
  var kind = Kind.test
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

  /// Runs a simulation twice under the same seed. Returns a message about the first difference; nil if the
  /// runs have the same events.
  func difference(_ body: ExploredBody) async -> String? {
    // Under the seed 0, no faults occur, and few runs are interesting.
    guard let seed = seeds.first(where: { $0 > 0 }) else { return nil }
    let first = await body.run(seed: seed, isTraced: true)
    let second = await body.run(seed: seed, isTraced: true)
    guard !Task.isCancelled, first.events != second.events else { return nil }
    let index = zip(first.events, second.events).enumerated().first { $1.0 != $1.1 }?.offset
    let place = index ?? min(first.events.count, second.events.count)
    func line(_ run: ExploredBody.Run) -> String {
      place < run.events.count ? run.events[place].line : "no further event"
    }
    return """
      Two runs under the seed \(seed) had different events, so the simulation depends on more than the seed. The first \
      difference is event \(place + 1):

        \(line(first))
        \(line(second))

      \(place == 0 ? "" : "The event before it: \(first.events[place - 1].line)\n\n")Look for code that leaves the simulation: \
      threads, Dispatch, real files and sockets, and variables that the runs share. If the order of a set or a dictionary \
      matters, run the test with `SWIFT_DETERMINISTIC_HASHING=1` in the environment.
      """
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
        function: function,
        body: kind
      )
    }
    // XCTest has already recorded the failure and would record it again in each run.
    if run.failures.contains(where: \.isRecorded) { return failure(run, .recorded) }
    var shrinking = Shrinking(body, run, seed: seed)
    guard await shrinking.search() else { return failure(run, .didNotFailAgain) }
    let trace = FailureTrace(of: function, at: body.location, seed: seed, in: traceFolder)
    let traced = await body.run(
      shrinking.shortest.schedule.departures,
      shrinking.shortest.faults,
      seed: seed,
      isTraced: true,
      recorder: trace?.recorder
    )
    let traceText = trace?.close(traced)
    guard traced.fails(like: run) else { return failure(run, .didNotFailAgain) }
    return failure(traced, .shrunk(runs: shrinking.runs), traceText: traceText)
  }
}
