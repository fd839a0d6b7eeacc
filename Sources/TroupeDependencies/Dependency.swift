import TroupeDiagnostics

/// A property wrapper for a dependency, a value that tests, previews and other code can replace.
///
/// ```swift
/// @Reducer
/// struct Forecast {
///   struct State { var temperature: Double? }
///   enum Action { case refresh, measured(Double) }
///
///   @Dependency(\.weather) var weather
///
///   var body: some ReducerOf<Self> {
///     Reduce { state, action in
///       switch action {
///       case .refresh:
///         return .run { send in await send(.measured(try await weather.temperature("Oslo"))) }
///       case .measured(let temperature):
///         state.temperature = temperature
///         return .none
///       }
///     }
///   }
/// }
/// ```
///
/// The wrapper looks up the value each time the property is read. A value that is set at the place of reading
/// takes precedence over a value that was set where the wrapper was created. Both take precedence over the
/// key's default.
@propertyWrapper
public struct Dependency<Value: Sendable>: Sendable {
  private let read: @Sendable (DependencyValues) -> Value
  let captured: DependencyOverrides
  // The facts that a read needs, without a reference count.
  private let capturedID: ObjectIdentifier
  private let capturesNothing: Bool
  private let location: CallSite

  /// Creates a dependency for a property of ``DependencyValues``.
  ///
  /// Write the property as a key path, which Swift converts to a function. Reading through a stored key path
  /// would take several times as long.
  ///
  /// - Parameters:
  ///   - member: The property of ``DependencyValues``, or one of its members: `\.weather`.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  public init(
    _ member: @escaping @Sendable (DependencyValues) -> Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    read = member
    let captured = TaskDependencies.overridesForWrapper
    self.captured = captured
    capturedID = ObjectIdentifier(captured)
    capturesNothing = captured === DependencyOverrides.none
    location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Creates a dependency whose type is its own key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    read = { $0[keyed: key] }
    let captured = TaskDependencies.overridesForWrapper
    self.captured = captured
    capturedID = ObjectIdentifier(captured)
    capturesNothing = captured === DependencyOverrides.none
    location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The dependency's current value at the place of reading.
  public var wrappedValue: Value {
    TaskDependencies.read { carried in
      // The common case comes first; checking anything else costs reference counts.
      if capturesNothing || ObjectIdentifier(carried.overrides) == capturedID, carried.overrides.isLive {
        return read(DependencyValues(carried, captured: nil, reader: nil))
      }
      return read(values(carried))
    }
  }
}

extension Dependency {
  @inline(never)
  private func values(_ carried: TaskDependencies) -> DependencyValues {
    // The reader matters only in a test, where a live value may be an issue.
    let isTest = carried.overrides.context(over: captured) == .test
    return DependencyValues(
      carried,
      captured: carried.overrides === captured ? nil : captured,
      reader: isTest ? DependencyValues.Reader(location: location) : nil
    )
  }
}

/// A property wrapper that captured the current dependencies when it was created.
protocol CapturedDependencies {
  var captured: DependencyOverrides { get }
}

extension Dependency: CapturedDependencies {}
