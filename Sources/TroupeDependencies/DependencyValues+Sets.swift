extension DependencyValues {
  /// Creates an empty set of dependencies.
  ///
  /// If several places set the same dependencies, give the set a name:
  ///
  /// ```swift
  /// extension DependencyValues {
  ///   static var offline: DependencyValues {
  ///     var values = DependencyValues()
  ///     values.weather = .offline
  ///     return values
  ///   }
  /// }
  /// ```
  ///
  /// Merge the set wherever it is needed; see ``merge(_:)``. If the set doesn't contain a dependency, reading
  /// the dependency from the set returns its default.
  public init() { self.init(.nothing, captured: nil, reader: .configuration) }

  /// The dependencies' default values in programs, without any set values.
  ///
  /// ```swift
  /// try await withDependencies {
  ///   $0 = .live
  /// } operation: {
  ///   try await checkTheService()
  /// }
  /// ```
  ///
  /// To keep the set values and change only the source of the defaults, set ``context`` instead.
  public static var live: DependencyValues { DependencyValues(context: .live) }

  /// The dependencies' default values in previews, without any set values.
  public static var preview: DependencyValues { DependencyValues(context: .preview) }

  /// The dependencies' default values in tests, without any set values.
  public static var test: DependencyValues { DependencyValues(context: .test) }

  private init(context: DependencyContext) {
    self.init()
    self.context = context
  }

  /// Copies the values of another set into this set, and the other set's context if it has one.
  ///
  /// ```swift
  /// withDependencies {
  ///   $0.merge(.offline)
  /// } operation: {
  ///   ForecastModel()
  /// }
  /// ```
  ///
  /// - Parameter other: The set to merge. Its values replace earlier values.
  public mutating func merge(_ other: DependencyValues) {
    overrides = other.overrides.over(overrides).inPlace(of: overrides)
  }

  /// Returns these values merged with another set; see ``merge(_:)``.
  ///
  /// - Parameter other: The set to merge. Its values replace earlier values.
  public func merging(_ other: DependencyValues) -> DependencyValues {
    var values = self
    values.merge(other)
    return values
  }
}
