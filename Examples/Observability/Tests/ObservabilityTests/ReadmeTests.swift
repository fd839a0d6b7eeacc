import Foundation
import InMemoryLogging
import InMemoryTracing
import Logging
import Metrics
import MetricsTestKit
import Tracing
import Troupe
import TroupeLogging
import TroupeMetrics
import TroupeTesting
import TroupeTracing
import XCTest

/// The samples of the readme and of doc comments, with libraries that are bootstrapped.
final class ReadmeTests: XCTestCase {
  private struct Bank: Sendable {
    func charge(_ number: Int) async throws {}
  }

  private struct Orders: Reducer {
    struct State: Sendable { var charged: [Int] = [] }
    enum Action: Sendable { case placed(Int), charged(Int) }

    let bank = Bank()

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .placed(let number):
          return .run(name: "charge") { send in
            Logger.current.info("Charging")
            try await withSpan("POST bank") { _ in try await bank.charge(number) }
            await send(.charged(number))
          }
        case .charged(let number):
          state.charged.append(number)
          return .none
        }
      }
    }
  }

  /// The libraries can be bootstrapped once in a process. The other tests don't use what is set here.
  private static let (log, tracer, metrics) = {
    let (log, tracer, metrics) = (InMemoryLogHandler(), InMemoryTracer(), TestMetrics())
    LoggingSystem.bootstrap { _ in log }
    InstrumentationSystem.bootstrap(tracer)
    MetricsSystem.bootstrap(metrics)
    return (log, tracer, metrics)
  }()

  func testTheSamples() async {
    let (log, tracer, metrics) = (Self.log, Self.tracer, Self.metrics)
    var configuration = StoreConfiguration<Orders.Action>()
    configuration.name = "orders"
    configuration.instruments = [
      TracingInstrument(),
      LoggingInstrument(logger: Logger(label: "shop")),
      MetricsInstrument(),
    ]
    let store = Store(initialState: Orders.State(), configuration: configuration) { Orders() }

    let (requestID, order) = ("r-42", 1)
    var logger = Logger(label: "shop")
    logger[metadataKey: "request.id"] = "\(requestID)"
    await withSpan("POST /orders", ofKind: .server) { _ in
      await withLogger(logger) { _ in await store.send(.placed(order)).finish() }
    }

    XCTAssertEqual(log.entries.filter { $0.message == "Charging" }.map { $0["request.id"] }, ["r-42"])
    XCTAssertEqual(
      tracer.finishedSpans.map(\.operationName).sorted(),
      ["POST /orders", "POST bank", "charge", "placed", "charged"].map {
        $0.hasSuffix("ed") ? "ReadmeTests.Orders.Action.\($0)(…)" : $0
      }
      .sorted()
    )
    XCTAssertEqual(metrics.counterTotal(label: MetricName.turns), 2)
    await store.shutdown(within: .zero)
  }

  func testTheSamplesOfDocComments() {
    var configuration = StoreConfiguration<Orders.Action>()
    configuration.instruments = [LoggingInstrument(logger: Logger(label: "shop"))]
    configuration.instruments = [MetricsInstrument()]
    configuration.instruments = [TracingInstrument()]
    XCTAssertEqual(configuration.instruments.count, 1)
  }

  func testAllSamplesAreInThisFile() throws {
    let (file, package) = (
      URL(filePath: #filePath), URL(filePath: #filePath).appending(path: "../../..").standardized
    )
    let code = try Self.lines(of: file)
    let sources = try FileManager.default.subpathsOfDirectory(atPath: package.appending(path: "Sources").path)
    var count = 0
    for path in ["README.md"] + sources.filter({ $0.hasSuffix(".swift") }).map({ "Sources/\($0)" }) {
      let page = try Self.lines(of: package.appending(path: path)).map {
        $0.hasPrefix("/// ") ? String($0.dropFirst(4)).trimmingCharacters(in: .whitespaces) : $0
      }
      for sample in page.split(separator: "```swift").dropFirst() {
        let lines = Array(sample.prefix { $0 != "```" })
        XCTAssertTrue(code.contains(lines), "\(path): not in this file: \(lines.joined(separator: "\n"))")
        count += 1
      }
    }
    XCTAssertEqual(count, 6)
  }

  /// The lines that aren't blank, without their indentation.
  private static func lines(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}
