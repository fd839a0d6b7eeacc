import Troupe

@DependencyClient
struct Machine: DependencyKey {
  var brew: @Sendable (_ drink: String) async throws -> Void

  static let liveValue = Machine(brew: { _ in
    @Dependency(\.continuousClock) var clock
    try await clock.sleep(for: .seconds(2))
  })
  static let testValue = Machine()
}
