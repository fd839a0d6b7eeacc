import TroupeInstruments

extension Reducer {
  /// Marks the time that the reducer takes for each action, and the duration of each of its effects.
  ///
  /// The dependency `DependencyValues.signpostRecorder` records the signposts. A store looks it up when it is
  /// created. If it records nothing, this method has no effect.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of each message, in brackets.
  ///   - log: The log that the signposts name.
  public func signpost(
    _ prefix: String = "",
    log: OSLog = OSLog(subsystem: "troupe", category: "Reducer Instrumentation")
  ) -> Self {
    Reducer(make: { place in .erasing(make(place).signpost(prefix, log: log)) })
  }
}
