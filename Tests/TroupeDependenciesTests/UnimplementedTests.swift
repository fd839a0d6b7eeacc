@testable import TroupeDependencies
import TroupeDiagnostics
import XCTest

/// The values that tests get for dependencies that they haven't set.
final class UnimplementedTests: DependencyTestCase {
  private struct Weather: Sendable {
    var temperature: @Sendable (_ city: String, _ day: Int) async throws -> Double
    var refresh: @Sendable () throws -> Void
    var stations: @Sendable (_ city: String) -> [String]
    var count: @Sendable () async -> Int
    var log: @Sendable (_ line: String, _ level: Int, _ tag: String) -> Void
  }

  private let line: UInt = #line
  private let weather = Weather(
    temperature: unimplemented("Weather.temperature"),
    refresh: unimplemented("Weather.refresh"),
    stations: unimplemented("Weather.stations", placeholder: ["none"]),
    count: unimplemented("Weather.count", placeholder: 7),
    log: unimplemented("Weather.log")
  )

  // S399
  func testAThrowingEndpointThrows() async throws {
    let issues = try await issues {
      do {
        _ = try await weather.temperature("Oslo", 1)
        XCTFail("Nothing was thrown.")
      } catch {
        XCTAssertEqual("\(error)", "Weather.temperature is not implemented")
        XCTAssertEqual((error as? UnimplementedError)?.endpoint, "Weather.temperature")
      }
      XCTAssertThrowsError(try weather.refresh())
    }
    XCTAssertEqual(issues.map(\.location.line), [line + 2, line + 3])
    XCTAssertEqual(
      issues.first?.message,
      """
      Weather.temperature was used, but is not implemented here.

      Override its dependency with the implementation that the test needs: `withDependencies { … }`, or the \
      store's `withDependencies:`.
      """
    )
  }

  // S399
  func testAnEndpointThatCannotThrowReturnsItsPlaceholder() async {
    let issues = await issues {
      XCTAssertEqual(weather.stations("Oslo"), ["none"])
      let count = await weather.count()
      XCTAssertEqual(count, 7)
      weather.log("line", 1, "tag")
    }
    XCTAssertEqual(issues.map(\.location.line), [line + 4, line + 5, line + 6])
  }

  func testMakingOneIsNoIssue() {
    _ = weather
  }

  // S427
  func testAClockThatIsNotSetReportsEachUseAndCannotBeSleptOn() async {
    for (clock, name) in [
      (read(\.continuousClock), "continuousClock"), (read(\.suspendingClock), "suspendingClock"),
    ] {
      let issues = await issues {
        do {
          try await clock.sleep(for: .seconds(1_000))
          XCTFail("It was slept on.")
        } catch {
          XCTAssertEqual((error as? UnimplementedError)?.endpoint, "\(name).sleep")
        }
        _ = clock.minimumResolution
      }
      // Sleeping for a duration also reads the time.
      XCTAssertEqual(
        Set(issues.compactMap { $0.message.split(separator: " ").first }),
        ["\(name).now", "\(name).sleep", "\(name).minimumResolution"]
      )
    }
  }

  func testAnUnimplementedClockHeedsTheCancellation() async throws {
    let issues = try await issues {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await UnimplementedClock().sleep(for: .zero)
      }
      let result = await task.result
      XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
    }
    XCTAssertTrue(issues.contains { $0.message.hasPrefix("UnimplementedClock.sleep") })
  }

  func testInstantsOfAnUnimplementedClockAreReckonedWith() {
    let start = UnimplementedClock.Instant(offset: .zero)
    let later = start.advanced(by: .seconds(2))
    XCTAssertLessThan(start, later)
    XCTAssertEqual(start.duration(to: later), .seconds(2))
  }

  func testProgramsHaveRealClocks() {
    withDependencies {
      $0.context = .live
    } operation: {
      XCTAssertTrue(read(\.continuousClock) is ContinuousClock)
      XCTAssertTrue(read(\.suspendingClock) is SuspendingClock)
    }
  }
}
