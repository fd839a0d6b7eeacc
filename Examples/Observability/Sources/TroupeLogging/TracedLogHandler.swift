import Logging

/// A logger's handler, with what the instrument knows of the code that logs.
///
/// Each action has its own logger, and hardly any of them writes a line. The metadata are therefore created
/// for a line, and not for an action: handlers may immediately format whatever is set in their metadata.
struct TracedLogHandler: LogHandler {
  /// It is one object, so that a separate logger takes two allocations: this one, and the logger.
  private final class Content: Sendable {
    let base: any LogHandler
    let trail: Trail?

    init(_ base: any LogHandler, _ trail: Trail?) {
      self.base = base
      self.trail = trail
    }
  }

  private var content: Content

  /// - Parameters:
  ///   - base: The handler of the logger so far. If it has a trail, the trail is left out.
  ///   - trail: The trail of the logger.
  init(_ base: any LogHandler, _ trail: Trail) {
    // The type is compared first, as a cast that fails takes many times as long.
    if type(of: base) == TracedLogHandler.self, let traced = base as? TracedLogHandler {
      content = Content(traced.content.base, trail)
    } else {
      var base = base
      // The base may contain a handler of this kind.
      for key in base.metadata.keys where LogKey.isOfTrail(key) { base[metadataKey: key] = nil }
      content = Content(base, trail)
    }
  }

  var logLevel: Logger.Level {
    get { content.base.logLevel }
    set { changeBase { $0.logLevel = newValue } }
  }

  var metadataProvider: Logger.MetadataProvider? {
    get { content.base.metadataProvider }
    set { changeBase { $0.metadataProvider = newValue } }
  }

  var metadata: Logger.Metadata {
    get { content.trail.map { content.base.metadata.merging($0.metadata) { $1 } } ?? content.base.metadata }
    set { changeBase(keepsTrail: false) { $0.metadata = newValue } }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { content.trail?.metadata[key] ?? content.base[metadataKey: key] }
    set {
      // The metadata of the trail are the base's from now on, so that a single one can be replaced.
      let own = LogKey.isOfTrail(key) ? content.trail?.metadata : nil
      changeBase(keepsTrail: own == nil) { base in
        for (key, value) in own ?? [:] { base[metadataKey: key] = value }
        base[metadataKey: key] = newValue
      }
    }
  }

  func log(event: LogEvent) {
    var event = event
    if let trail = content.trail { event.metadata = trail.metadata.merging(event.metadata ?? [:]) { $1 } }
    content.base.log(event: event)
  }

  private mutating func changeBase(keepsTrail: Bool = true, _ change: (inout any LogHandler) -> Void) {
    var base = content.base
    change(&base)
    content = Content(base, keepsTrail ? content.trail : nil)
  }
}
