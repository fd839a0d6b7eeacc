import Foundation
import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

/// Random effects, nested in every way, compared with the model.
///
/// `TROUPE_SEEDS` sets how many seeds are tried, `TROUPE_SEED` replays one.
final class EngineRandomTests: TroupeTestCase {
  // S720, S721, S722, S723, S724
  func testAShutdownEndsWhatTheModelSays() {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["TROUPE_SEEDS"].flatMap(UInt64.init) ?? 10
    let seeds = environment["TROUPE_SEED"].flatMap(UInt64.init).map { [$0] } ?? Array(0..<count * 10)
    for seed in seeds {
      var driver = EngineDriver(seed: seed)
      let reactions = driver.reactions()
      var run = EngineRun(reactions: reactions)
      var steps: [EngineStep] = []
      for number in 0..<80 {
        let step = number == 40 ? .shutDown : driver.step(load: run.model.running.count)
        steps.append(step)
        run.take(step)
        if run.difference != nil {
          let failure = EngineFailure.run(steps, reactions)?.shrunk()
          return XCTFail("Seed \(seed), step \(steps.count): \(failure?.description ?? "not again")")
        }
        run.forget()
      }
      run.finish()
      if let difference = run.difference { return XCTFail("Seed \(seed), at the end: \(difference)") }
      run.harness.assertEmpty()
    }
  }

  // D1, D2, D5, D6, D7, D8, D11, D19
  func testTheEngineDoesWhatTheModelSays() {
    let environment = ProcessInfo.processInfo.environment
    let isThorough = environment["TROUPE_SEEDS"] != nil
    let seeds: [UInt64]
    if let seed = environment["TROUPE_SEED"].flatMap(UInt64.init) {
      seeds = [seed]
    } else {
      seeds = Array(0..<(environment["TROUPE_SEEDS"].flatMap(UInt64.init) ?? 10))
    }
    for seed in seeds {
      var driver = EngineDriver(seed: seed)
      let reactions = driver.reactions()
      var run = EngineRun(reactions: reactions)
      var steps: [EngineStep] = []
      for _ in 0..<(isThorough ? 10_000 : 400) {
        let step = driver.step(load: run.model.running.count)
        steps.append(step)
        run.take(step)
        if run.difference != nil {
          let failure = EngineFailure.run(steps, reactions)?.shrunk()
          return XCTFail("Seed \(seed), step \(steps.count): \(failure?.description ?? "not again")")
        }
        run.forget()
      }
      run.finish()
      if let difference = run.difference { return XCTFail("Seed \(seed), at the end: \(difference)") }
      run.harness.assertEmpty()
    }
  }
}
