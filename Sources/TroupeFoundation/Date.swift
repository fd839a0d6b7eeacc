import Foundation
import TroupeDependencies

extension DependencyValues {
  /// The source of the current date.
  ///
  /// ```swift
  /// @Dependency(\.date.now) var now
  /// ```
  ///
  /// In tests, the date follows the test's clock: `continuousClock`, or else `suspendingClock`, if it is a
  /// clock of `TroupeTesting`. The date is Foundation's reference date, 2001-01-01 00:00 UTC, when the clock
  /// is at zero, and advances with the clock. A date that is set doesn't advance. If a test sets neither a
  /// date nor such a clock, reading the date is an issue.
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

/// A source of dates.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date
  /// Whether it replaces, in a test, a date that isn't set.
  fileprivate private(set) var isUnset = false

  /// Returns a source that always returns the same date.
  public static func constant(_ date: Date) -> DateGenerator { DateGenerator { date } }

  /// Creates a source from a closure that returns the date.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  fileprivate static var unset: DateGenerator {
    var generator = DateGenerator(unimplemented("date", placeholder: Date(timeIntervalSinceReferenceDate: 0)))
    generator.isUnset = true
    return generator
  }

  /// The current date. After it is set, it doesn't advance.
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
  /// Returns the same source, which records each date itself.
  public func recorded(by recorder: DependencyRecorder) -> Self { self }
}
