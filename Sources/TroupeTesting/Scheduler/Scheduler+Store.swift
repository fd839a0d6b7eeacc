import Troupe

extension Scheduler {
  /// Returns a configuration that runs a store and its effects on the scheduler.
  public func configuration<Action>(for action: Action.Type = Action.self) -> StoreConfiguration<Action> {
    var configuration = StoreConfiguration<Action>()
    configuration.executor = self
    configuration.effectExecutor = self
    // The messages of failed tests contain payloads in every build.
    configuration.showsPayloads = true
    if let recorder { configuration.instruments.append(recorder) }
    return configuration
  }
}
