import Foundation
import TroupeDependencies

extension DependencyValues {
  /// What tells the date.
  ///
  /// ```swift
  /// @Dependency(\.date.now) var now
  /// ```
  ///
  /// In tests, the date goes with the clock: where `continuousClock`, or else `suspendingClock`, is a clock of
  /// `TroupeTesting`, it begins at Foundation's reference date, 2001-01-01 00:00 UTC, when the clock stands at zero, and
  /// moves on as the clock does. A date that is set stands still. Where neither a date nor such a clock is set, reading the
  /// date is an issue.
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
  /// Whether it stands in a test for a date that isn't set.
  fileprivate private(set) var isUnset = false

  /// Tells the same date always.
  public static func constant(_ date: Date) -> DateGenerator { DateGenerator { date } }

  /// Makes one from a closure that tells the date.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  fileprivate static var unset: DateGenerator {
    var generator = DateGenerator(unimplemented("date", placeholder: Date(timeIntervalSinceReferenceDate: 0)))
    generator.isUnset = true
    return generator
  }

  /// The current date; setting it makes it stand still.
  public var now: Date {
    get { generate() }
    set { self = .constant(newValue) }
  }

  /// The current date.
  public func callAsFunction() -> Date { generate() }
}
