import Logging

/// The handler of a logger, with what the instrument knows of who logs.
///
/// Each action has a logger of its own, and hardly any of them writes a line. So the metadata are made for a
/// line, and not for an action: handlers may format whatever is set in their metadata at once.
struct TracedLogHandler: LogHandler {
  private var base: any LogHandler
  private var trail: Trail?

  /// - Parameters:
  ///   - base: The handler of the logger so far. What it was the handler of is left out.
  ///   - trail: What it is the handler of.
  init(_ base: any LogHandler, _ trail: Trail) {
    self.trail = trail
    if let traced = base as? TracedLogHandler {
      self.base = traced.base
    } else {
      self.base = base
      // There may be a handler of this kind in it.
      for key in base.metadata.keys where LogKey.all.contains(key) { self.base[metadataKey: key] = nil }
    }
  }

  var logLevel: Logger.Level {
    get { base.logLevel }
    set { base.logLevel = newValue }
  }

  var metadataProvider: Logger.MetadataProvider? {
    get { base.metadataProvider }
    set { base.metadataProvider = newValue }
  }

  var metadata: Logger.Metadata {
    get { trail.map { base.metadata.merging($0.metadata) { $1 } } ?? base.metadata }
    set {
      base.metadata = newValue
      trail = nil
    }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { trail?.metadata[key] ?? base[metadataKey: key] }
    set {
      if LogKey.all.contains(key), let metadata = trail?.metadata {
        for (key, value) in metadata { base[metadataKey: key] = value }
        trail = nil
      }
      base[metadataKey: key] = newValue
    }
  }

  func log(event: LogEvent) {
    var event = event
    if let trail { event.metadata = trail.metadata.merging(event.metadata ?? [:]) { $1 } }
    base.log(event: event)
  }
}
