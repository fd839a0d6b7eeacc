// virtual time: simulations run everything in this file.
import Troupe
import TroupeDurable
import TroupeSimulation
import XCTest

@testable import TroupeTesting

final class SimulatedDatabaseTests: WorldTestCase {
  // S917
  func testItObeysTheRulesOfStorages() async {
    await inWorld { world in
      let number = Tally()
      // The test's own calls have no latency. A client's calls go over the network.
      await checkStorage { world.database("\(number.add())") }
      world.clients(1) { _ in await checkStorage { world.database("\(number.add())") } }
      try await world.afterHealing {}
    }
  }

  // S917
  func testACallWithoutAReplyIsUnavailableAndMayHaveTakenEffect() async {
    let outcomes = Notes<String>()
    await simulate(schedules: 30) { world in
      let database = world.database("values")
      world.clients(2) { client in
        for number in 1...10 {
          let key = StorageKey("\(client.number).\(number)")
          do throws(StorageError) {
            try await database.save([1], for: key, expecting: nil, as: StorageRevision(), wake: nil)
            XCTAssertTrue(database.keys.contains(key))
            outcomes.add("saved")
          } catch {
            XCTAssertEqual(error.code, .unavailable)
            outcomes.add(database.keys.contains(key) ? "the reply was lost" : "the request was lost")
          }
          try await Task.sleep(for: .seconds(1))
        }
      }
      world.faults = .all
      try await world.afterHealing {}
    }
    XCTAssertEqual(Set(outcomes.all), ["saved", "the reply was lost", "the request was lost"])
  }
}
