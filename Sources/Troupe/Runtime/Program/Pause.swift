/// A wait that is part of an operator, such as the delay of a debounced effect.
final class Pause: ErasedWork {
  private let work: Work<Never>
  var origin: WorkOrigin { work.origin }

  init(name: String, location: SourceLocation, sleep: @escaping @Sendable () async throws -> Void) {
    let origin = WorkOrigin(name: name, priority: nil, location: location, dependencies: nil)
    work = Work(origin: origin, operation: { _ in try await sleep() }, handler: nil)
  }

  // Waits aren't mapped.
  func with(dependencies: DependencyOverrides) -> any ErasedWork { self }
  func retrying(_ backoff: Backoff, clock: any Clock<Duration>) -> any ErasedWork { self }
  func watched(_ begin: @escaping @Sendable () -> WorkWatch) -> any ErasedWork { self }
  func wrapped(by wrapper: some WorkWrapper) -> any ErasedWork { self }

  func start(
    in effect: RunningEffect,
    on executor: (any TaskExecutor)?,
    naming: (any TaskNaming)?
  ) -> Task<Void, Never> {
    work.start(in: effect, on: executor, naming: naming)
  }
}
