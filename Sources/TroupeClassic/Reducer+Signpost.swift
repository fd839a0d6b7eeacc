import TroupeInstruments

extension Reducer {
  /// Records signposts for the durations of the reducer's reductions and effects.
  ///
  /// The dependency `DependencyValues.signpostRecorder` records the signposts. A store looks up the
  /// dependency when the store is created. If the recorder records nothing, this method has no effect.
  ///
  /// - Parameters:
  ///   - prefix: The text at the start of each message, in brackets.
  ///   - log: The log to which the signposts belong.
  public func signpost(
    _ prefix: String = "",
    log: OSLog = OSLog(subsystem: "troupe", category: "Reducer Instrumentation")
  ) -> Self {
    Reducer(make: { place in .erasing(make(place).signpost(prefix, log: log)) })
  }
}
