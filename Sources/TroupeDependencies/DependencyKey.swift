/// A dependency with a value for tests, and without a live value.
///
/// It lets a module declare a dependency that it uses without importing what the live value needs. The
/// module that has the live value makes the key a ``DependencyKey``.
public protocol TestDependencyKey: SendableMetatype {
  /// The type of the dependency.
  associatedtype Value: Sendable = Self

  /// The value in previews. The default is ``testValue``.
  static var previewValue: Value { get }

  /// The value in tests.
  static var testValue: Value { get }
}

/// A dependency and the values that it has if nothing overrides it.
///
/// ```swift
/// struct Weather: Sendable {
///   var temperature: @Sendable (_ city: String) async throws -> Double
/// }
///
/// enum WeatherKey: DependencyKey {
///   static var liveValue: Weather {
///     Weather(temperature: { city in try await WeatherService.shared.temperature(in: city) })
///   }
///   static var testValue: Weather {
///     Weather(temperature: unimplemented("Weather.temperature"))
///   }
/// }
///
/// extension DependencyValues {
///   var weather: Weather {
///     get { self[WeatherKey.self] }
///     set { self[WeatherKey.self] = newValue }
///   }
/// }
/// ```
///
/// A type that is its own dependency conforms itself, needs no property, and is read with
/// `@Dependency(Weather.self)`.
///
/// Each value is created once, when it is first read. It is then used wherever nothing overrides it.
public protocol DependencyKey: TestDependencyKey {
  // Said again, so that it is found from `liveValue` alone.
  /// The type of the dependency.
  associatedtype Value: Sendable = Self

  /// The value in programs.
  static var liveValue: Value { get }

  /// The value in previews. The default is ``liveValue``.
  static var previewValue: Value { get }

  /// The value in tests. Without it, each use in a test is an issue and returns ``previewValue``, which is
  /// the live value if the key has no preview value.
  static var testValue: Value { get }
}

extension TestDependencyKey {
  /// The value in previews, which is the test value.
  public static var previewValue: Value { Fallback.from(.preview, of: Self.self, to: .test) { testValue } }
}

extension DependencyKey {
  /// The live value serves in previews, too.
  public static var previewValue: Value {
    Fallback.from(.preview, of: Self.self, to: .live) { liveValue }
  }

  /// The value in tests, which is the preview value. Using it in a test is an issue.
  public static var testValue: Value {
    Fallback.from(.test, of: Self.self, to: .preview) { previewValue }
  }
}
