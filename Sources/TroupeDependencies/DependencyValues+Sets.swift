extension DependencyValues {
  /// Creates a set without values.
  ///
  /// Give a set a name if several places set the same dependencies:
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
  /// Then merge it where it is to be in force; see ``merge(_:)``. Reading a dependency that the set doesn't
  /// have returns its default.
  public init() { self.init(.nothing, captured: nil, reader: .configuration) }

  /// The values of programs, without those that were set.
  ///
  /// ```swift
  /// try await withDependencies {
  ///   $0 = .live
  /// } operation: {
  ///   try await checkTheService()
  /// }
  /// ```
  ///
  /// To keep the values that were set, and change only where the other ones come from, set ``context``
  /// instead.
  public static var live: DependencyValues { DependencyValues(context: .live) }

  /// The values of previews, without those that were set.
  public static var preview: DependencyValues { DependencyValues(context: .preview) }

  /// The values of tests, without those that were set.
  public static var test: DependencyValues { DependencyValues(context: .test) }

  private init(context: DependencyContext) {
    self.init()
    self.context = context
  }

  /// Sets what another set has: its values, and its context if it has one.
  ///
  /// ```swift
  /// withDependencies {
  ///   $0.merge(.offline)
  /// } operation: {
  ///   ForecastModel()
  /// }
  /// ```
  ///
  /// - Parameter other: The set. Its values replace those that were set before.
  public mutating func merge(_ other: DependencyValues) {
    overrides = other.overrides.over(overrides).inPlace(of: overrides)
  }

  /// Returns these values with what another set has; see ``merge(_:)``.
  ///
  /// - Parameter other: The set. Its values replace those that were set before.
  public func merging(_ other: DependencyValues) -> DependencyValues {
    var values = self
    values.merge(other)
    return values
  }
}
