import Foundation
import TroupeDependencies

extension DependencyValues {
  /// What tells the date.
  ///
  /// ```swift
  /// @Dependency(\.date.now) var now
  /// ```
  ///
  /// In tests, a date that the test hasn't set is an issue.
  public var date: DateGenerator {
    get { self[DateGeneratorKey.self] }
    set { self[DateGeneratorKey.self] = newValue }
  }
}

private enum DateGeneratorKey: DependencyKey {
  static var liveValue: DateGenerator { DateGenerator { Date() } }
  static var testValue: DateGenerator {
    DateGenerator(unimplemented("date", placeholder: Date(timeIntervalSinceReferenceDate: 0)))
  }
}

/// A source of dates.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// Tells the same date always.
  public static func constant(_ date: Date) -> DateGenerator { DateGenerator { date } }

  /// Makes one from a closure that tells the date.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// The current date; setting it makes it stand still.
  public var now: Date {
    get { generate() }
    set { generate = { newValue } }
  }

  /// The current date.
  public func callAsFunction() -> Date { generate() }
}
