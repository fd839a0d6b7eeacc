import Synchronization

/// An effect's work in a store with instruments.
final class TracedEffect: WorkWrapper {
  /// The current task's effect, in stores with instruments.
  @TaskLocal static var current: TracedEffect?

  private let store: StoreInfo
  private let snapshot: EffectSnapshot
  private let cause: TracedCause?
  private let instruments: [any Instrument]
  private let contexts: [(any Sendable)?]

  /// - Parameters:
  ///   - snapshot: The description of the effect.
  ///   - cause: The cause of the effect; nil if no action caused it.
  ///   - store: The store.
  ///   - instruments: The store's instruments.
  ///   - keys: The keys of the instruments.
  init(
    _ snapshot: EffectSnapshot,
    of cause: TracedCause?,
    in store: StoreInfo,
    instruments: [any Instrument],
    keys: [ObjectIdentifier]
  ) {
    self.snapshot = snapshot
    self.cause = cause
    self.store = store
    self.instruments = instruments
    contexts = (cause?.contexts ?? .none).values(for: keys)
  }

  /// Returns the description of the effect for an instrument.
  func info(context: (any Sendable)?) -> EffectInfo {
    EffectInfo(store: store, snapshot: snapshot, cause: cause?.cause, instrumentContext: context)
  }

  /// Does work inside all instruments.
  func run(_ work: @Sendable () async throws -> Void) async throws {
    try await TracedCause.$current.withValue(cause) {
      try await TracedEffect.$current.withValue(self) { try await run(0, work) }
    }
  }

  private func run(_ index: Int, _ work: @Sendable () async throws -> Void) async throws {
    guard index < instruments.count else { return try await work() }
    try await instruments[index].runOnce(info(context: contexts[index])) {
      try await self.run(index + 1, work)
    }
  }
}

extension Instrument {
  /// Does work inside an instrument. The work is done exactly once, even if the instrument skips or repeats
  /// the work.
  func runOnce(_ effect: EffectInfo, _ work: @Sendable () async throws -> Void) async throws {
    let once = AtomicOneShot()
    try await run(effect) {
      if once.isFirst() { try await work() }
    }
    guard once.isFirst() else { return }
    reportSkipped("run(_:operation:)", "The work of \(effect.label)", effect.store)
    try await work()
  }
}

private final class AtomicOneShot: Sendable {
  private let hasBegun = Atomic(false)

  /// Returns whether the work hasn't begun yet, and records that the work has begun.
  func isFirst() -> Bool { !hasBegun.exchange(true, ordering: .relaxed) }
}
