import Logging
import Synchronization
import Troupe
import XCTest

@testable import TroupeLogging

/// How the instrument's loggers use the handlers of their callers.
final class TracedLogHandlerTests: XCTestCase {
  private let base = Recorder()

  private func logger(_ label: String) -> Logger {
    Logger(label: "test") { _ in base }.on(trail(label))
  }

  private func trail(_ label: String) -> Trail {
    let store = StoreInfo.sample
    let id = ActionID(run: 7, number: 1)
    return Trail(store: store, scope: nil, .action(label, id, .sent), root: id)
  }

  func testMetadataAreMadeForLinesAlone() async {
    var logger = logger("first")
    logger.trace("not logged")
    logger = logger.on(trail("second"))
    XCTAssertEqual(base.changeCount, 0)
    logger.notice("logged", metadata: ["own": "5"])
    XCTAssertEqual(base.changeCount, 0)
    let line = base.lines
    XCTAssertEqual(line.count, 1)
    XCTAssertEqual(line.first?[LogKey.action].map { "\($0)" }, "second")
    XCTAssertEqual(line.first?[LogKey.origin].map { "\($0)" }, "sent")
    XCTAssertEqual(line.first?["own"].map { "\($0)" }, "5")
  }

  func testWhatIsSetOnALoggerStaysOnItsLines() {
    var logger = logger("first")
    logger[metadataKey: "tenant"] = "t-1"
    XCTAssertEqual(logger[metadataKey: LogKey.action].map { "\($0)" }, "first")
    logger = logger.on(trail("second"))
    logger.notice("line")
    logger[metadataKey: LogKey.action] = "mine"
    logger.notice("line")
    logger[metadataKey: LogKey.action] = nil
    logger.notice("line")
    let lines = base.lines
    XCTAssertEqual(lines.map { $0[LogKey.action].map { "\($0)" } }, ["second", "mine", nil])
    XCTAssertEqual(lines.map { $0["tenant"].map { "\($0)" } }, ["t-1", "t-1", "t-1"])
    XCTAssertEqual(lines.map { $0[LogKey.origin].map { "\($0)" } }, ["sent", "sent", "sent"])
  }

  func testAHandlerAroundOneOfTheseKeepsNothingOfItsTrail() {
    let dropped = Trail(store: .sample, scope: nil, .droppedAction("third"))
    let outer = Logger(label: "test") { _ in MultiplexLogHandler([logger("first").handler]) }
    outer.on(dropped).notice("line")
    let line = base.lines.first
    XCTAssertEqual(line?[LogKey.action].map { "\($0)" }, "third")
    XCTAssertNil(line?[LogKey.origin])
    XCTAssertNil(line?[LogKey.actionID])
  }

  func testLevelsAndMetadataAreThoseOfTheCaller() {
    var logger = logger("first")
    logger.logLevel = .error
    logger.notice("not logged")
    XCTAssertEqual(base.lines.count, 0)
    XCTAssertEqual(logger.handler.metadata[LogKey.action].map { "\($0)" }, "first")
    logger.handler.metadata = ["only": "this"]
    logger.error("line")
    XCTAssertEqual(base.lines, [["only": "this"]])
  }
}

extension StoreInfo {
  fileprivate static var sample: StoreInfo {
    let infos = Infos()
    let reducer = Reduce<Int, Int> { state, action in
      state += action
      return .none
    }
    .instrument(infos)
    var state = 0
    _ = reducer.reduce(into: &state, action: 1)
    return infos.found
  }
}

/// Gets a store's description, which only stores create.
private final class Infos: Instrument {
  private let info = Mutex<StoreInfo?>(nil)

  var found: StoreInfo {
    guard let info = info.withLock({ $0 }) else { preconditionFailure("Nothing was reduced.") }
    return info
  }

  func reduce<State>(_ action: inout ActionInfo, state: inout State, body: (inout State) -> Void) {
    info.withLock { [store = action.store] in $0 = store }
    body(&state)
  }
}

/// Keeps the metadata of lines, and counts how often its own were changed.
private struct Recorder: LogHandler {
  final class Shared: Sendable {
    let lines = Mutex<[Logger.Metadata]>([])
    let changes = Atomic(0)
  }

  private let shared = Shared()
  var logLevel = Logger.Level.notice
  var metadata = Logger.Metadata() {
    didSet { shared.changes.add(1, ordering: .relaxed) }
  }

  var lines: [Logger.Metadata] { shared.lines.withLock { $0 } }
  var changeCount: Int { shared.changes.load(ordering: .relaxed) }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    shared.lines.withLock { $0.append(metadata.merging(event.metadata ?? [:]) { $1 }) }
  }
}
