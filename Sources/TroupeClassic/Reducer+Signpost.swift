import TroupeInstruments

extension Reducer {
  /// Marks the duration of the reducer's reductions and of its effects.
  ///
  /// The dependency `DependencyValues.signpostRecorder` records the signposts. A store looks it up when the
  /// store is created. If it records nothing, this method has no effect.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of each message, in brackets.
  ///   - log: The log of the signposts.
  public func signpost(
    _ prefix: String = "",
    log: OSLog = OSLog(subsystem: "troupe", category: "Reducer Instrumentation")
  ) -> Self {
    Reducer(make: { place in .erasing(make(place).signpost(prefix, log: log)) })
  }
}
