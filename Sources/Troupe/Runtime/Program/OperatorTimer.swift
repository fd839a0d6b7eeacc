/// A delay that is part of an operator, such as the delay of a debounced effect.
final class OperatorTimer: AnyWork {
  private let work: Work<Never>
  var origin: WorkOrigin { work.origin }

  init(name: String, location: CallSite, sleep: @escaping @Sendable () async throws -> Void) {
    let origin = WorkOrigin(name: name, priority: nil, location: location, dependencies: nil)
    work = Work(origin: origin, operation: { _ in try await sleep() }, handler: nil)
  }

  // Operators that change work don't change a delay.
  func with(dependencies: DependencyOverrides) -> any AnyWork { self }
  func retrying(_ backoff: Backoff, clock: any Clock<Duration>) -> any AnyWork { self }
  func watched(_ begin: @escaping @Sendable () -> WorkWatch) -> any AnyWork { self }
  func wrapped(by wrapper: some WorkWrapper) -> any AnyWork { self }

  func start(
    in effect: RunningEffect,
    on executor: (any TaskExecutor)?,
    naming: (any TaskNaming)?
  ) -> Task<Void, any Error> {
    work.start(in: effect, on: executor, naming: naming)
  }
}
