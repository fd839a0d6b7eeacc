import InMemoryLogging
import Logging
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeLogging
import TroupeTesting
import XCTest

/// What a log has on each line.
final class LoggingTests: ExploringTestCase {
  private static func open(_ observer: Observer, on scheduler: Scheduler) -> StoreOf<Orders> {
    var configuration: StoreConfiguration<Orders.Action> = observer.configuration(on: scheduler)
    configuration.failurePolicy = .cancelScope
    return Store(initialState: Orders.State(), configuration: configuration) { Orders() }
  }

  func testLinesOfAFeatureHaveTheMetadataOfWhatRuns() async throws {
    await explore(schedules: 20) { scheduler in
      let observer = Observer()
      let store = Self.open(observer, on: scheduler)
      await store.send(.placed(1))
      await scheduler.settle()
      // In an effect.
      let (charging, charged) = (try observer.line("Charging"), try observer.line("Charged"))
      XCTAssertEqual(charging[LogKey.store], "\"shop\"")
      XCTAssertEqual(charging[LogKey.effect], "charge")
      XCTAssertNil(charging[LogKey.action])
      XCTAssertNil(charging[LogKey.scope])
      // In a reducer.
      XCTAssertEqual(charged[LogKey.action], "Orders.Action.charged(…)")
      XCTAssertEqual(charged[LogKey.origin], charging[LogKey.effectID])
      XCTAssertEqual(charged[LogKey.causeID], charging[LogKey.causeID])
      XCTAssertNil(charged[LogKey.effect])
      XCTAssertNotEqual(charged[LogKey.actionID], charging[LogKey.causeID])
      let placed = try observer.line("Action", where: LogKey.action, is: "Orders.Action.placed(…)")
      XCTAssertEqual(placed[LogKey.origin], "sent")
      XCTAssertNil(placed[LogKey.causeID])
      XCTAssertEqual(placed[LogKey.rootID], placed[LogKey.actionID])
      await store.shutdown(within: .zero)
    }
  }

  func testWhatACallerHasPutIntoItsLoggerIsOnAllLines() async throws {
    await explore(schedules: 20) { scheduler in
      let observer = Observer()
      let store = Self.open(observer, on: scheduler)
      var logger = observer.logger
      logger[metadataKey: "tenant"] = "t-1"
      await withLogger(logger) { _ in _ = await store.send(.forwarded(1)) }
      await scheduler.settle()
      let lines = observer.log.entries.filter { $0["tenant"] != "t-1" }
      XCTAssertEqual(lines.map { "\($0.message)" }, [])
      await store.shutdown(within: .zero)
    }
  }

  func testHowAnEffectEnds() async throws {
    await explore(schedules: 20) { scheduler in
      let observer = Observer()
      let store = Self.open(observer, on: scheduler)
      await store.send(.waiting)
      await scheduler.settle()
      await store.send(.stopped)
      await scheduler.settle()
      let (cancelled, ended) = (
        try observer.line("Effect cancelled"), try observer.line("Effect ended, cancelled")
      )
      for line in [cancelled, ended] { XCTAssertEqual(line[LogKey.effect], "wait") }
      XCTAssertEqual(cancelled[LogKey.effectID], ended[LogKey.effectID])
      XCTAssertEqual(cancelled[LogKey.causeID], ended[LogKey.causeID])

      await store.send(.refused(1))
      await scheduler.settle()
      let failed = try observer.line("Effect failed")
      XCTAssertEqual(failed.level, .error)
      XCTAssertEqual(failed[LogKey.effect], "charge")
      XCTAssertEqual(failed[LogKey.error], "Orders.Refusal(…)")
      await store.shutdown(within: .zero)
    }
  }

  func testSaves() async throws {
    await explore(schedules: 20) { scheduler in
      let observer = Observer()
      let store = try await Store(
        initialState: Orders.State(),
        storage: MemoryStorage(),
        key: "orders",
        codec: StateCodec(format: JSONFormat()),
        configuration: observer.configuration(on: scheduler) as StoreConfiguration<Orders.Action>
      ) {
        Orders()
      }
      try await store.commit(.placed(1))
      await scheduler.settle()
      let turns = observer.lines("Saved").map { $0[LogKey.turns] }
      XCTAssertTrue(turns.contains("1"), "\(turns)")
      await store.shutdown(within: .zero)
    }
  }
}
