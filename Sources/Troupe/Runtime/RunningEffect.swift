import Synchronization

/// A piece of work while it runs, as seen from its task.
final class RunningEffect: Sendable {
  enum Status: UInt8, AtomicRepresentable { case running, cancelled, ended }

  let id: EffectID
  let origin: WorkOrigin
  private let runtime: WeakRuntime
  private let home: any Actor
  private let status = Atomic(Status.running)

  /// The effect that the current task belongs to.
  @TaskLocal static var current: RunningEffect?

  init(id: EffectID, origin: WorkOrigin, runtime: WeakRuntime, home: any Actor) {
    self.id = id
    self.origin = origin
    self.runtime = runtime
    self.home = home
  }

  /// The name of the effect where it has one, and where it was made.
  var label: String {
    origin.name.map { "\"\($0)\" (\(origin.location))" } ?? "at \(origin.location)"
  }

  var hasEnded: Bool { status.load(ordering: .acquiring) == .ended }

  /// Says how the effect came to its end. Only the first counts: work that was cancelled stays cancelled.
  func mark(_ new: Status) {
    _ = status.compareExchange(expected: .running, desired: new, ordering: .acquiringAndReleasing)
  }

  /// Has an action reduced; see ``Send``.
  func send(_ leaf: any DeliveryLeaf) async {
    guard let runtime = runtime.value else { return }
    await runtime.receive(leaf, from: self, isolation: home)
  }

  /// Says that the work is over.
  func end(error: (any Error)?) async {
    guard let runtime = runtime.value else { return }
    await runtime.ended(self, error: error, isolation: home)
  }

  /// Cancels by id, in the scope of this effect and below.
  func cancel(_ id: CancelID) async {
    guard let runtime = runtime.value else { return }
    await runtime.cancel(id, from: self, isolation: home)
  }

  /// Starts work inside this effect under an id of its own; nil when the effect is over.
  func startPiece<Success: Sendable>(
    id: CancelID,
    cancelInFlight: Bool,
    operation: @escaping @Sendable () async throws -> Success
  ) async -> RunningPiece<Success>? {
    guard let runtime = runtime.value else { return nil }
    return await runtime.startPiece(
      of: self,
      id: id,
      cancelInFlight: cancelInFlight,
      isolation: home,
      operation: operation
    )
  }
}

/// Work inside an effect that runs under an id of its own.
struct RunningPiece<Success: Sendable>: Sendable {
  let effect: RunningEffect
  let task: Task<Success, any Error>
}
