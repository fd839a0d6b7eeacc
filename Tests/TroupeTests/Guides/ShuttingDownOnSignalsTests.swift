@preconcurrency import Dispatch
import Foundation
import Troupe
import TroupeTesting
import XCTest

// The samples of the section of `ShuttingDown.md` on signals.

typealias Outbox = ShuttingDownTests.Outbox

/// The signals of some kinds that the program gets from now on.
func signals(_ kinds: Int32...) async -> AsyncStream<Int32> {
  let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
  let sources = kinds.map { DispatchSource.makeSignalSource(signal: $0) }
  for (kind, source) in zip(kinds, sources) {
    #if canImport(Darwin)
      // Elsewhere the source itself keeps the signal from ending the program.
      signal(kind, SIG_IGN)
    #endif
    source.setEventHandler { continuation.yield(kind) }
    await withCheckedContinuation { registered in
      source.setRegistrationHandler { registered.resume() }
      source.activate()
    }
  }
  continuation.onTermination = { _ in for source in sources { source.cancel() } }
  return stream
}

/// Waits for a signal, shuts the store down, and returns the exit code of the program.
func serve(
  _ outbox: StoreOf<Outbox>,
  until signals: AsyncStream<Int32>,
  clock: some Clock<Duration>
) async -> Int32 {
  _ = await signals.first { _ in true }
  let report = await withTaskGroup(of: ShutdownReport?.self) { group in
    group.addTask {
      await outbox.shutdown(within: .seconds(20), cancellationGrace: .seconds(5), clock: clock)
    }
    group.addTask {
      _ = await signals.first { _ in true }
      return nil
    }
    var report: ShutdownReport?
    for await result in group {
      report = report ?? result
      group.cancelAll()
    }
    return report
  }
  guard let report, !report.isComplete else { return 0 }
  print(report)
  return 1
}

final class ShuttingDownOnSignalsTests: GuideTestCase {
  // Compiled and not run: it ends the process.
  private func main(transmit: @escaping @Sendable (String) async throws -> Void) async {
    let stop = await signals(SIGTERM, SIGINT)
    let outbox = Store(initialState: Outbox.State()) { Outbox(deliver: transmit) }
    exit(await serve(outbox, until: stop, clock: .continuous))
  }

  // The process's reaction to a signal changes for good: the test uses a signal that nothing else uses.
  func testSignalsOfTheProgramAreReceived() async {
    let stream = await signals(SIGUSR2)
    kill(getpid(), SIGUSR2)
    let first = await stream.first { _ in true }
    XCTAssertEqual(first, SIGUSR2)
    kill(getpid(), SIGUSR2)
    let second = await stream.first { _ in true }
    XCTAssertEqual(second, SIGUSR2)
  }

  func testASignalLetsEffectsFinish() async throws {
    let (scheduler, clock, outbox) = makeOutbox()
    let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
    try await scheduler.run {
      await outbox.send(.posted("quick"))
      async let code = serve(outbox, until: signals, clock: clock)
      await scheduler.settle()
      continuation.yield(SIGTERM)
      await clock.advance(by: .seconds(1))
      let result = await code
      XCTAssertEqual(result, 0)
      let delivered = await outbox.delivered
      XCTAssertEqual(delivered, ["quick"])
    }
  }

  func testASecondSignalEndsTheWait() async throws {
    let (scheduler, clock, outbox) = makeOutbox()
    let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
    try await scheduler.run {
      await outbox.send(.posted("slow"))
      async let code = serve(outbox, until: signals, clock: clock)
      await scheduler.settle()
      continuation.yield(SIGTERM)
      await scheduler.settle()
      continuation.yield(SIGTERM)
      let result = await code
      XCTAssertEqual(result, 1)
      XCTAssertEqual(clock.now.offset, .zero)
    }
  }

  private func makeOutbox() -> (Scheduler, TestClock, StoreOf<Outbox>) {
    let scheduler = Scheduler(seed: 1)
    let clock = TestClock(scheduler: scheduler)
    let outbox = Store(initialState: Outbox.State(), configuration: scheduler.configuration()) {
      Outbox(deliver: { message in
        try await clock.sleep(for: message == "slow" ? .seconds(3600) : .seconds(1))
      })
    }
    return (scheduler, clock, outbox)
  }
}
