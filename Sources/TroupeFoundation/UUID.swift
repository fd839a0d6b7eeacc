import Foundation
import Synchronization
import TroupeDependencies

extension DependencyValues {
  /// The generator of unique identifiers.
  ///
  /// In a test that hasn't set a generator, creating an identifier is an issue.
  public var uuid: UUIDGenerator {
    get { self[UUIDGeneratorKey.self] }
    set { self[UUIDGeneratorKey.self] = newValue }
  }
}

private enum UUIDGeneratorKey: DependencyKey {
  static var liveValue: UUIDGenerator { UUIDGenerator { UUID() } }
  static var testValue: UUIDGenerator { UUIDGenerator(unimplemented("uuid", placeholder: UUID(0))) }
}

/// A function that returns a new identifier.
public struct UUIDGenerator: ConsumableDependency {
  private let generate: @Sendable () -> UUID
  /// The counter of an incrementing generator; nil for other generators.
  private var counter: Counter?

  /// Returns a generator that always returns the same identifier.
  public static func constant(_ uuid: UUID) -> UUIDGenerator { UUIDGenerator { uuid } }

  /// A generator that returns `UUID(0)`, `UUID(1)` and so on, in the order of the calls.
  public static var incrementing: UUIDGenerator {
    counting(with: Counter(0))
  }

  /// Creates a generator from a closure that returns an identifier.
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.generate = generate
  }

  private static func counting(with counter: Counter) -> UUIDGenerator {
    var generator = UUIDGenerator { UUID(counter.next()) }
    generator.counter = counter
    return generator
  }

  /// Returns a generator that continues independently from the current number, or the same generator if it
  /// doesn't count.
  package func copy() -> UUIDGenerator {
    counter.map { .counting(with: Counter($0.peek())) } ?? self
  }

  /// Returns a new identifier.
  public func callAsFunction() -> UUID {
    if let reads = DependencyReads.current { return reads.value("uuid", generate) }
    return generate()
  }

  private final class Counter: Sendable {
    private let count: Atomic<Int>

    init(_ first: Int) { count = Atomic(first) }

    func peek() -> Int { count.load(ordering: .relaxed) }

    func next() -> Int { count.add(1, ordering: .relaxed).oldValue }
  }
}

extension UUIDGenerator: RecordableDependency {
  /// Returns the same generator, which records each identifier itself.
  public func recorded(by recorder: DependencyRecorder) -> Self { self }
}

extension UUID {
  /// Creates an identifier from a number, for tests. The number is in the last twelve hexadecimal digits:
  /// `UUID(10)` is `00000000-0000-0000-0000-00000000000A`. Larger numbers continue in the preceding digits.
  ///
  /// For a negative number, the third group is one: `UUID(-1)` is `00000000-0000-0001-0000-000000000001`.
  public init(_ number: Int) {
    var digits = number.magnitude
    var bytes = [UInt8](repeating: 0, count: 16)
    for index in stride(from: 15, through: 8, by: -1) {
      bytes[index] = UInt8(truncatingIfNeeded: digits)
      digits >>= 8
    }
    bytes[7] = number < 0 ? 1 : 0
    self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
