/// A dependency from which reducers read values that can change, such as a setting or a sensor.
///
/// While a store is recorded, the recording contains the values that its reducers read from the dependency,
/// and a replay returns these values to the reducers. This applies to the live value, the test value, and
/// every value that is set with `withDependencies` or `.dependency(…)`, because the values pass through the
/// recorder when the dependency is looked up. The values that effects read aren't recorded.
///
/// A value that is `Codable` only needs to declare the conformance:
///
/// ```swift
/// extension Flags: RecordableDependency {}
/// ```
///
/// A client declares which of its endpoints reducers call:
///
/// ```swift
/// extension Stations: RecordableDependency {
///   func recorded(by recorder: DependencyRecorder) -> Stations {
///     var stations = self
///     stations.names = recorder.endpoint("names", names)
///     return stations
///   }
/// }
/// ```
///
/// `date`, `uuid`, `withRandomNumberGenerator` and `stackElementID` are recordable. Values that reducers read
/// from other dependencies are not recorded. If a replay diverges from its recording, the report names the
/// unrecorded dependencies that the reducer looked up.
public protocol RecordableDependency: Sendable {
  /// Returns a copy of the dependency that passes its reads through a recorder.
  ///
  /// - Parameter recorder: The recorder. Outside recorded reductions, it only forwards the reads.
  func recorded(by recorder: DependencyRecorder) -> Self
}

extension RecordableDependency where Self: Codable {
  /// Returns the dependency's value, recorded as a whole.
  public func recorded(by recorder: DependencyRecorder) -> Self { recorder.value { self } }
}

/// A recorder that intercepts the reads of one dependency; see ``RecordableDependency``.
public struct DependencyRecorder: Sendable {
  /// The dependency's name, taken from its property or its type.
  public let name: String

  init(name: String) { self.name = name }

  /// Returns the recorded value in a replay, and otherwise the dependency's value.
  ///
  /// - Parameters:
  ///   - part: The name of the part that is read; nil for the whole dependency.
  ///   - read: Reads the value.
  /// - Returns: The value.
  public func value<Value: Codable & Sendable>(_ part: String? = nil, _ read: () -> Value) -> Value {
    guard let reads = DependencyReads.current else { return read() }
    return reads.value(part.map { "\(name).\($0)" } ?? name, read)
  }

  /// Returns an endpoint whose results are recorded. In a replay, it returns the recorded results.
  ///
  /// - Parameters:
  ///   - part: The name of the endpoint.
  ///   - endpoint: The endpoint, a synchronous function that doesn't throw. The endpoint isn't asynchronous,
  ///     because a reducer can't wait.
  public func endpoint<each Argument, Result: Codable & Sendable>(
    _ part: String,
    _ endpoint: @escaping @Sendable (repeat each Argument) -> Result
  ) -> @Sendable (repeat each Argument) -> Result {
    { (arguments: repeat each Argument) in value(part) { endpoint(repeat each arguments) } }
  }
}
