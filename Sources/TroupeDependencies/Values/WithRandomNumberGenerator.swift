import TroupeDiagnostics

extension DependencyValues {
  /// A random number generator that tests can replace with a seeded generator.
  ///
  /// ```swift
  /// @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
  /// let roll = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
  /// ```
  ///
  /// The default is the system's generator. Using the default in a test is an issue.
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[WithRandomNumberGeneratorKey.self] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }
}

extension DependencyValues {
  /// Returns a random number that identifies an object uniquely and affects nothing else.
  ///
  /// The number is drawn from ``withRandomNumberGenerator``, so that a test can choose it. If a test doesn't
  /// set the generator, the system's generator supplies the number, which isn't an issue.
  package func randomIdentity() -> UInt64 {
    let isSet = overrides.entry(for: ObjectIdentifier(WithRandomNumberGeneratorKey.self)) != nil
    guard isSet || context == .live else { return .random(in: 1 ... .max) }
    return withRandomNumberGenerator { .random(in: 1 ... .max, using: &$0) }
  }
}

private enum WithRandomNumberGeneratorKey: DependencyKey {
  static var liveValue: WithRandomNumberGenerator { WithRandomNumberGenerator(SystemRandomNumberGenerator()) }
  static var testValue: WithRandomNumberGenerator { WithRandomNumberGenerator(UnimplementedGenerator()) }
}

private struct UnimplementedGenerator: RandomNumberGenerator {
  private var system = SystemRandomNumberGenerator()

  mutating func next() -> UInt64 {
    reportUnimplemented("withRandomNumberGenerator", at: CallSite())
    return system.next()
  }
}

/// A random number generator that only one caller at a time can access.
public struct WithRandomNumberGenerator: ConsumableDependency {
  private let source: Source

  /// Creates a value that takes ownership of a generator.
  public init(_ generator: sending some RandomNumberGenerator) {
    source = Source(generator)
  }

  private init(source: Source) {
    self.source = source
  }

  /// Returns a copy that continues independently from the current state if the generator is a value type.
  package func copy() -> WithRandomNumberGenerator { WithRandomNumberGenerator(source: source.copy()) }

  /// Runs a closure with exclusive access to the generator.
  ///
  /// - Parameter body: A closure that uses the generator. It must not wait for another caller, and must not
  ///   call this method again, which traps.
  /// - Returns: The result of `body`.
  /// - Throws: The error that `body` throws.
  public func callAsFunction<Result, Failure: Error>(
    _ body: (inout any RandomNumberGenerator) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try source.lock.withLock { () throws(Failure) in
      precondition(
        !source.isLent,
        "`withRandomNumberGenerator` was called inside its own closure. Use the generator that is passed to the closure."
      )
      source.isLent = true
      defer { source.isLent = false }
      guard let reads = DependencyReads.current else { return try body(&source.generator) }
      var generator: any RandomNumberGenerator = ReadNumbers(base: source.generator, reads: reads)
      defer { source.generator = (generator as? ReadNumbers)?.base ?? generator }
      return try body(&generator)
    }
  }

  /// A generator that records each number instead of a seed, because each generator uses its seed
  /// differently.
  private struct ReadNumbers: RandomNumberGenerator {
    var base: any RandomNumberGenerator
    let reads: any DependencyReader

    mutating func next() -> UInt64 {
      reads.value("withRandomNumberGenerator") { base.next() }
    }
  }

  /// - Note: `@unchecked Sendable`: the generator is only used under the lock. `DependencyRaceTests` run it
  ///   under the thread sanitizer.
  private final class Source: @unchecked Sendable {
    let lock: RecursiveLock
    var generator: any RandomNumberGenerator
    var isLent = false

    init(_ generator: sending some RandomNumberGenerator) {
      self.generator = generator
      lock = RecursiveLock()
    }

    private init(sharing generator: any RandomNumberGenerator, guardedBy lock: RecursiveLock) {
      self.generator = generator
      self.lock = lock
    }

    /// Returns a copy with the same lock, because both share a generator that is an object.
    func copy() -> Source {
      lock.withLock { Source(sharing: generator, guardedBy: lock) }
    }
  }
}

extension WithRandomNumberGenerator: RecordableDependency {
  /// Returns the same value, because the generator records each number itself.
  public func recorded(by recorder: DependencyRecorder) -> Self { self }
}
