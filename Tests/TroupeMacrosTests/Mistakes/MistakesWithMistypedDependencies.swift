extension Mistake {
  /// Key paths to properties that `DependencyValues` doesn't have, wherever a dependency is declared.
  static let withMistypedDependencies =
    [
      (#"(\.contClock) var clock"#, "'contClock'"),
      (#"(\.contClock) var clock: any Clock<Duration>"#, "'contClock' of this type"),
      (#"(\.continuousClock) var clock: Int"#, "'continuousClock' of this type"),
      (#"(\.contClock, as: ContinuousClock.self) var clock"#, "'contClock'"),
      (#"(\.contClock, as: ContinuousClock.self) var clock: ContinuousClock?"#, "'contClock'"),
      (#"(\.weather.temprature) var temperature"#, "'weather.temprature'"),
      (#"(\.wether.temperature) var temperature"#, "'wether.temperature'"),
      (#"(\.weather.temprature) var temperature: @Sendable () -> Int"#, "'weather.temprature' of this type"),
      (#"(  \.contClock  ) var clock"#, "'contClock'"),
      (#"(\.`contClock`) var clock"#, "'`contClock`'"),
    ]
    .flatMap { declaration, name in
      let line = "@Dependency\(declaration)  //! 'DependencyValues' has no property \(name)"
      return [
        "struct Caller {\n\(line)\n}", "final class Caller {\n\(line)\ninit() {}\n}",
        "actor Caller {\n\(line)\n}", "func call() {\nlet é = 1; \(line)\n_ = é\n}",
        "@Reducer struct F {\nstruct State {}\nenum Action {}\n\(line)\n}",
        "struct Caller {\n// é\n\(line)\n}",
      ]
      .map { Mistake($0) }
    }
}
