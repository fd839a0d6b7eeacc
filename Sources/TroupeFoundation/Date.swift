import Foundation
import TroupeDependencies

extension DependencyValues {
  /// The generator of the current date.
  ///
  /// ```swift
  /// @Dependency(\.date.now) var now
  /// ```
  ///
  /// In tests, the date follows the test's clock, which is `continuousClock`, or else `suspendingClock`, if
  /// it is a clock of `TroupeTesting`. When the clock is at zero, the date is Foundation's reference date,
  /// 2001-01-01 00:00 UTC. The date advances with the clock. A date that is set doesn't advance. If a test
  /// sets neither a date nor such a clock, reading the date is an issue.
  public var date: DateGenerator {
    get {
      let generator = self[DateGeneratorKey.self]
      guard generator.isUnset, let clock = elapsingClock else { return generator }
      return DateGenerator { Date(timeIntervalSinceReferenceDate: clock.elapsed / .seconds(1)) }
    }
    set { self[DateGeneratorKey.self] = newValue }
  }
}

private enum DateGeneratorKey: DependencyKey {
  static var liveValue: DateGenerator { DateGenerator { Date() } }
  static var testValue: DateGenerator { .unset }
}

/// A function that returns the current date.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date
  /// Whether this generator is the placeholder in a test that hasn't set a date.
  fileprivate private(set) var isUnset = false

  /// Returns a generator that always returns the same date.
  public static func constant(_ date: Date) -> DateGenerator { DateGenerator { date } }

  /// Creates a generator from a closure that returns the date.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  fileprivate static var unset: DateGenerator {
    var generator = DateGenerator(unimplemented("date", placeholder: Date(timeIntervalSinceReferenceDate: 0)))
    generator.isUnset = true
    return generator
  }

  /// The current date. A date that was set doesn't advance.
  public var now: Date {
    get { self() }
    set { self = .constant(newValue) }
  }

  /// Returns the current date.
  public func callAsFunction() -> Date {
    if let reads = DependencyReads.current { return reads.value("date", generate) }
    return generate()
  }
}

extension DateGenerator: RecordableDependency {
  /// Returns the same generator, which records each date itself.
  public func recorded(by recorder: DependencyRecorder) -> Self { self }
}
