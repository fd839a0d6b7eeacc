/// The key of a dependency that has a value for tests, but no live value.
///
/// With this protocol, a module can declare a dependency without importing the modules that the live value
/// needs. The module that provides the live value declares the key's conformance to ``DependencyKey``.
public protocol TestDependencyKey: SendableMetatype {
  /// The type of the dependency.
  associatedtype Value: Sendable = Self

  /// The dependency's value in previews. The default is ``testValue``.
  static var previewValue: Value { get }

  /// The dependency's value in tests.
  static var testValue: Value { get }
}

/// The key of a dependency, with the values that are used if nothing overrides the dependency.
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
/// A type that is its own key conforms to this protocol, needs no property, and is read with
/// `@Dependency(Weather.self)`.
///
/// Each value is created once, when it is first read, and is then used wherever nothing overrides it.
public protocol DependencyKey: TestDependencyKey {
  // Repeated here, so that the compiler infers the type from `liveValue` alone.
  /// The type of the dependency.
  associatedtype Value: Sendable = Self

  /// The dependency's value in programs.
  static var liveValue: Value { get }

  /// The dependency's value in previews. The default is ``liveValue``.
  static var previewValue: Value { get }

  /// The dependency's value in tests. The default is ``previewValue``, which is the live value if the key has
  /// no preview value. Each use of the default in a test is an issue.
  static var testValue: Value { get }
}

extension TestDependencyKey {
  /// Whether a test value that reports an issue when it is created should report the issue.
  ///
  /// ```swift
  /// static var testValue: Weather {
  ///   if shouldReportUnimplemented { reportIssue("Override the weather.") }
  ///   return Weather(temperature: { _ in 20 })
  /// }
  /// ```
  ///
  /// The property is false if the value is created because a closure of `withDependencies` or of
  /// `prepareDependencies` reads it, for example to change one endpoint. A value that has read the property
  /// in this case isn't kept as the default: it is created again when code uses it. The test value has to be
  /// a computed property, because a `static let` is created only once.
  public static var shouldReportUnimplemented: Bool { !DefaultCreation.withholdIssue() }

  /// The default value in previews, which is the test value.
  public static var previewValue: Value { Fallback.from(.preview, of: Self.self, to: .test) { testValue } }
}

extension DependencyKey {
  /// The default value in previews, which is the live value.
  public static var previewValue: Value {
    Fallback.from(.preview, of: Self.self, to: .live) { liveValue }
  }

  /// The default value in tests, which is the preview value. Using it in a test is an issue.
  public static var testValue: Value {
    Fallback.from(.test, of: Self.self, to: .preview) { previewValue }
  }
}
