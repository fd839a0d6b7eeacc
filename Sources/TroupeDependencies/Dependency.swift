import TroupeDiagnostics

/// A dependency: something that code uses and that tests, previews and other places replace.
///
/// ```swift
/// struct Forecast: Reducer {
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
/// It is looked up each time it is read. What is set where it is read counts first, then what was set where
/// the wrapper was made, then the default of its key.
@propertyWrapper
public struct Dependency<Value: Sendable>: Sendable {
  // One of both is there. An enum of them would have a layout that depends on `Value`: its metadata would be looked
  // up in each read.
  private let member: (any KeyPath<DependencyValues, Value> & Sendable)?
  private let key: (any TestDependencyKey.Type)?
  let captured: DependencyOverrides
  private let location: SourceLocation

  /// A dependency that has a property.
  ///
  /// - Parameters:
  ///   - member: The property of ``DependencyValues``.
  ///   - fileID: The file named in issues.
  ///   - filePath: The path of that file.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  public init(
    _ member: any KeyPath<DependencyValues, Value> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.member = member
    key = nil
    captured = TaskDependencies.overrides
    location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// A dependency whose type is its own key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - fileID: The file named in issues.
  ///   - filePath: The path of that file.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    member = nil
    self.key = key
    captured = TaskDependencies.overrides
    location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The value in force where it is read.
  public var wrappedValue: Value {
    if let member { return values[keyPath: member] }
    guard let key else { preconditionFailure("A dependency has a property or a key.") }
    return values.entry(for: key).value(as: Value.self)
  }

  private var values: DependencyValues {
    let overrides = TaskDependencies.overrides
    // Where nothing was set at all, the place where the wrapper was made stands for this one.
    if overrides === captured || overrides === DependencyOverrides.none {
      return DependencyValues(overrides: captured, reader: .wrapper(location))
    }
    return DependencyValues(overrides: overrides, captured: captured, reader: .wrapper(location))
  }
}

/// A property wrapper that was made where dependencies were in force.
protocol CapturedDependencies {
  var captured: DependencyOverrides { get }
}

extension Dependency: CapturedDependencies {}
