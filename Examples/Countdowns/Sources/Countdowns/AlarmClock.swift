import ServiceLifecycle
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeInspector

/// Opens the countdowns that are due, each of which rings its alarm.
struct AlarmClock: Service {
  let folder: CountdownFolder
  let interval: Duration
  /// Shows the countdowns; nil if nobody has asked for it.
  var inspector: Inspector?
  /// Writes a line for the user.
  var tell: @Sendable (String) throws -> Void = { try say($0) }
  /// Writes about an incomplete shutdown.
  var warn: @Sendable (String) throws -> Void = { try complain($0) }

  func run() async throws {
    // A folder that can't be used is an error now, and not an alarm that never rings.
    _ = try await folder.pendingKeys(limit: 0)
    var configuration = StoreDirectoryConfiguration()
    // A countdown that has rung isn't needed any more.
    configuration.idleTime = .seconds(5)
    let retry = Backoff.exponential(initial: .milliseconds(50), maximum: .seconds(5), attempts: 20)
    let directory = StoreDirectory(configuration: configuration) {
      [folder, inspector, tell] (key: StorageKey) in
      var configuration = StoreConfiguration<Countdown.Action>()
      configuration.name = key.text
      if let inspector { configuration.instruments = [inspector] }
      let store = try await folder.store(
        key,
        retry: retry,
        configuration: configuration,
        Alarm(ring: { try tell("rang \(key) \($0)") }, tellMarked: { try tell("marked \(key)") })
      )
      await inspector?.attach(store, allowing: .cancel)
      return store
    }
    try tell("ready")
    do {
      try await cancelWhenGracefulShutdown { [folder, interval] in
        try await directory.run(waking: folder.storage, every: interval, now: { .now }, key: { $0 })
      }
    } catch is CancellationError {
      // The program ends. Reduced actions are saved first.
    }
    for (key, report) in await directory.shutdown(within: .seconds(10)) where !report.isComplete {
      try warn("\(key): \(report)")
    }
  }
}
